import type { PaygateEvent, PaymentIntent } from '@paygate/api-types';
import { eventStatuses } from '@paygate/api-types';
import { signDelivery } from '@paygate/webhook-signature';

export interface TestHeaderOptions {
  /** The body that will be verified. */
  readonly payload: string;
  readonly secret: string | readonly string[];
  /** Seconds since 1970; now when absent. */
  readonly timestampSeconds?: number;
}

/** A `service-signature` header for tests of your own webhook route. */
export function generateTestHeaderString({ payload, secret, timestampSeconds }: TestHeaderOptions): string {
  const at = timestampSeconds ?? Math.floor(Date.now() / 1_000);
  const secrets = typeof secret === 'string' ? [secret] : secret;
  return signDelivery({ id: 'evt_test', timestampSeconds: at, body: payload }, secrets)['service-signature'];
}

/** The types of events about payments. */
type PaymentEventType = Extract<keyof typeof eventStatuses, `payment.${string}`>;

/** An event about a payment for tests of your own webhook route, with the fields of the intent that the test needs. */
export function generateTestEvent<Type extends PaymentEventType>(
  type: Type,
  intent: Partial<PaymentIntent> = {},
): Extract<PaygateEvent, { type: Type }> {
  const now = new Date().toISOString();
  const paymentIntent = { ...blankIntent(now), status: eventStatuses[type], ...intent };
  const event = { id: 'evt_test', type, created: now, apiVersion: '2026-11-20', mode: 'test', sequence: 1 };
  return { ...event, data: { paymentIntent } } as Extract<PaygateEvent, { type: Type }>;
}

function blankIntent(now: string): PaymentIntent {
  return {
    ...{ id: 'pi_test', object: 'payment_intent', status: 'PENDING', amount: '5000', amountRefunded: '0', fee: null },
    ...{ net: null, currency: 'XAF', currencyExponent: 0, description: null, metadata: {}, reference: null },
    ...{ userId: null, paymentMethod: null, payer: null, mode: 'test', checkoutUrl: null, returnUrl: null },
    ...{ cancelUrl: null, nextAction: null },
    ...{ failure: null, chargeId: null, version: 1, createdAt: now, updatedAt: now, expiresAt: now, completedAt: null },
  };
}
