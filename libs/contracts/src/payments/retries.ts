import { IsUrl } from 'class-validator';
import { counted } from '../kernel/stored.js';
import { noBodyErrors, operationsOf } from '../kernel/operation.js';
import { unstoredIdempotencyKey } from '../kernel/request-headers.js';
import { NotedCurrency } from '../kernel/shapes/noted-fields.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsAmount, IsId, IsTimestamp } from '../schema/fields.js';
import { headers } from '../vocabulary/headers.js';
import type { Currency } from '../vocabulary/money.js';
import { retryIntent } from './retry-commands.js';

/** Another try of a declined payment. */
export class RetryView {
  @Note({ description: 'The new intent.', example: 'pi_01k8zq9d6rj1ve3y9g0nhs8j2a' })
  @IsId('intent')
  intentionId!: string;

  @Note({ description: 'The first intent of the order.', example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsNullable()
  @IsId('intent')
  retryOf!: string | null;

  @Note({
    description:
      'The payment page of the new intent, where the customer goes on; null where Paygate runs without the page.',
    example: null,
  })
  @IsNullable()
  @IsUrl({ require_tld: false, require_protocol: true, protocols: ['https', 'http'] })
  checkoutUrl!: string | null;

  @Note({ example: '5000' })
  @IsAmount()
  amount!: string;

  @NotedCurrency()
  currency!: Currency;

  @Note({ description: 'The try lapses when the first intent would have lapsed.', example: '2026-11-20T10:30:00.000Z' })
  @IsTimestamp()
  expiresAt!: string;
}

/** Further tries of declined payments. */
export const retryOperations = operationsOf({
  retryIntent: {
    method: 'POST',
    path: '/gateway/session/retry',
    summary: 'Try a declined payment again',
    description:
      'For the front end of a FAILED intent: creates another intent with the same order, whose `retryOf` names the first one, and returns its payment page. Only for an intent with `checkoutRetries` or of a payment link, after a definite decline, and while the first intent has at least 3 minutes left. At most one intent of an order is open or completed: if the request is repeated, or sent from two devices at once, it returns that intent. Takes no body.',
    key: 'publishable',
    scope: 'intents:write',
    takesCheckoutToken: true,
    headers: [
      { name: headers.sessionToken, required: true, description: 'The session token of the declined intent.' },
      unstoredIdempotencyKey,
    ],
    answer: RetryView,
    success: 201,
    replays: true,
    stores: counted('payment_intent', 'event', 'idempotency_record'),
    errors: ['session_token_invalid', ...noBodyErrors, ...retryIntent.refusals],
  },
});
