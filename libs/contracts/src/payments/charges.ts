import type { MobileOperator } from '../vocabulary/mobile-numbers.js';
import { mobileOperators } from '../vocabulary/mobile-numbers.js';
import { IsIn, IsOptional, IsString } from 'class-validator';
import { beginCharge, chargeStatuses } from './intent-commands.js';
import { PaymentFailure, paymentMethodTypes } from './payment-intent.js';
import { headers, preferenceHeaders } from '../vocabulary/headers.js';
import { operationsOf } from '../kernel/operation.js';
import { counted } from '../kernel/stored.js';
import { NotedCurrency } from '../kernel/shapes/noted-fields.js';
import { MayBeAbsent, Note } from '../schema/declarations.js';
import { IsAmount, IsId, IsNested, IsPhoneNumber, IsTimestamp } from '../schema/fields.js';
import type { Currency } from '../vocabulary/money.js';

export class PaymentMethodRequest {
  @Note({
    description:
      '`wallet`: the user’s wallet at Paygate, in test mode alone. `mobile_money`: the user approves the payment on a phone.',
    example: 'mobile_money',
  })
  @IsString()
  @IsIn(paymentMethodTypes)
  type!: (typeof paymentMethodTypes)[number];

  @Note({ description: 'The mobile-money operator; derived from the number when absent.', example: 'mtn_momo' })
  @IsOptional()
  @IsIn(mobileOperators, { context: { code: 'operator_unknown' as const } })
  operator?: MobileOperator | null;

  @Note({
    description:
      'The phone that pays; the user’s own when absent. Another phone must be allowed by the merchant’s settings.',
    example: '+237670000001',
  })
  @IsOptional()
  @IsPhoneNumber()
  phoneNumber?: string | null;
}

export class ChargeRequest {
  @Note({ description: 'The payment intent to charge.', example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsId('intent')
  intentionId!: string;

  @Note({
    description:
      "The payment method. When absent: the user's wallet; with the token of a guest, mobile money. In live mode, where wallets hold no money, a user names `mobile_money`.",
  })
  @IsOptional()
  @IsNested(() => PaymentMethodRequest)
  paymentMethod?: PaymentMethodRequest | null;
}

export class ChargeAnswer {
  @Note({ example: 'ch_01k8zq6c4qh0td2x8f9mgr7h1z' })
  @IsId('charge')
  id!: string;

  @Note({ example: 'charge' })
  @IsIn(['charge'])
  object!: 'charge';

  @Note({ example: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x' })
  @IsId('intent')
  intentionId!: string;

  @Note({
    description: 'The outcome is delivered by webhook; with `Prefer: wait` it is in the answer if it comes in time.',
    example: 'PROCESSING',
  })
  @IsIn(chargeStatuses)
  status!: (typeof chargeStatuses)[number];

  @Note({ example: '5000' })
  @IsAmount()
  amount!: string;

  @NotedCurrency()
  currency!: Currency;

  @Note({ example: '2026-11-20T10:01:00.000Z' })
  @IsTimestamp()
  createdAt!: string;

  @Note({ description: 'The reason for which it FAILED.' })
  @MayBeAbsent()
  @IsNested(() => PaymentFailure)
  failure?: PaymentFailure;
}

/** Charges. */
export const chargeOperations = operationsOf({
  charge: {
    method: 'POST',
    path: '/payment/charge',
    summary: 'Charge a payment intent',
    description:
      'Executes the payment with the token of the one-time password. A charge of the user’s wallet also needs the user token of a sign-in; the merchant’s setting `customerSignIn` (`wallet`, `always`, `never`) can ask for it on every charge or on none. If a required user token is missing, the answer is 401 `token_missing` with `param` `authorization`. Idempotent by intent: the same token gets the same charge again. With `mobile_money` the operator asks the payer for approval on the phone; the intent then shows `nextAction.type` `approve_on_phone`. A phone is asked at most 3 times in 10 minutes. The outcome is delivered by webhook; with `Prefer: wait` it is also in the answer if it comes in time.',
    key: 'publishable',
    scope: 'charges:write',
    headers: [
      {
        name: headers.authorization,
        required: false,
        description:
          '`Bearer` and a user token, with the token of the one-time password in x-otp-token; or only the token of the one-time password, where no sign-in is needed.',
      },
      {
        name: headers.otpToken,
        required: false,
        description:
          'The token of the one-time password, in the place of the Authorization header or beside a user token there.',
      },
      {
        name: preferenceHeaders.prefer,
        required: false,
        description:
          '`wait=5` (RFC 7240): wait for the outcome, at most 5 seconds. If it comes in time, even if it is a decline, the answer is 200 with `Preference-Applied: wait`; otherwise 202.',
      },
      {
        name: headers.idempotencyKey,
        required: false,
        description: 'Optional: a charge is idempotent by its intent and token.',
      },
    ],
    body: ChargeRequest,
    answer: ChargeAnswer,
    success: 202,
    waited: 200,
    replays: true,
    stores: counted('charge', 'event', 'idempotency_record'),
    errors: ['token_missing', 'session_token_invalid', 'phone_invalid', ...beginCharge.refusals],
  },
});
