import type { PaygateEvent, PaymentIntent, Refund } from '@paygate/api-types';
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

/** The types of events about payments and their refunds. */
type TestEventType = Extract<keyof typeof eventStatuses, `payment.${string}` | `refund.${string}`>;

/** An event about a payment or a refund for tests of your own webhook route, with the fields that the test needs. */
export function generateTestEvent<Type extends TestEventType>(
  type: Type,
  intent: Partial<PaymentIntent> = {},
  refund: Partial<Refund> = {},
): Extract<PaygateEvent, { type: Type }> {
  const now = new Date().toISOString();
  const paymentIntent = { ...blankIntent(now), status: eventStatuses[type], ...intent };
  const isOfRefund = type.startsWith('refund.');
  const data = isOfRefund ? { refund: { ...blankRefund(now, type), ...refund }, paymentIntent } : { paymentIntent };
  const event = { id: 'evt_test', type, created: now, apiVersion: '2026-11-20', mode: 'test', sequence: 1 };
  return { ...event, data } as Extract<PaygateEvent, { type: Type }>;
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

function blankRefund(now: string, type: TestEventType): Refund {
  const isCompleted = type === 'refund.completed';
  return {
    ...{ id: 're_test', object: 'refund', paymentIntentId: 'pi_test', chargeId: 'ch_test', amount: '5000' },
    ...{ status: isCompleted ? 'COMPLETED' : 'FAILED', currency: 'XAF', reason: null, metadata: {} },
    ...{ transmission: null, mode: 'test', createdAt: now, updatedAt: now, completedAt: isCompleted ? now : null },
    failure: isCompleted ? null : { code: 'rail_error', message: 'The operator could not make the refund.' },
  };
}
