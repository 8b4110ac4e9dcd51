import type { PaygateEvent, PaymentIntent, Payout, Refund } from '@paygate/api-types';
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
type PaymentEventType = Extract<keyof typeof eventStatuses, `payment.${string}` | `refund.${string}`>;
type PayoutEventType = Extract<keyof typeof eventStatuses, `payout.${string}`>;

/** An event about a payout for tests of your own webhook route, with the fields that the test needs. */
export function generateTestEvent<Type extends PayoutEventType>(
  type: Type,
  payout?: Partial<Payout>,
): Extract<PaygateEvent, { type: Type }>;
/** An event about a payment or a refund for tests of your own webhook route, with the fields that the test needs. */
export function generateTestEvent<Type extends PaymentEventType>(
  type: Type,
  intent?: Partial<PaymentIntent>,
  refund?: Partial<Refund>,
): Extract<PaygateEvent, { type: Type }>;
export function generateTestEvent(
  type: PaymentEventType | PayoutEventType,
  about: Partial<PaymentIntent> | Partial<Payout> = {},
  refund: Partial<Refund> = {},
): object {
  const now = new Date().toISOString();
  const event = { id: 'evt_test', type, created: now, apiVersion: '2026-11-20', mode: 'test' };
  if (isOfPayout(type)) return { ...event, sequence: null, data: { payout: { ...blankPayout(now, type), ...about } } };
  const paymentIntent = { ...blankIntent(now), status: eventStatuses[type], ...about };
  const isOfRefund = type.startsWith('refund.');
  const data = isOfRefund ? { refund: { ...blankRefund(now, type), ...refund }, paymentIntent } : { paymentIntent };
  return { ...event, sequence: 1, data };
}

function isOfPayout(type: PaymentEventType | PayoutEventType): type is PayoutEventType {
  return type.startsWith('payout.');
}

function blankIntent(now: string): PaymentIntent {
  return {
    ...{ id: 'pi_test', object: 'payment_intent', status: 'PENDING', amount: '5000', amountRefunded: '0', fee: null },
    ...{ net: null, currency: 'XAF', currencyExponent: 0, description: null, metadata: {}, reference: null },
    ...{ userId: null, paymentMethod: null, payer: null, mode: 'test', checkoutUrl: null, returnUrl: null },
    ...{ cancelUrl: null, nextAction: null, retryOf: null, providerReference: null },
    ...{ failure: null, chargeId: null, version: 1, createdAt: now, updatedAt: now, expiresAt: now, completedAt: null },
  };
}

function blankRefund(now: string, type: PaymentEventType): Refund {
  const isCompleted = type === 'refund.completed';
  return {
    ...{
      id: 're_test',
      object: 'refund',
      paymentIntentId: 'pi_test',
      chargeId: 'ch_test',
      amount: '5000',
      feeKept: '75',
    },
    ...{ status: isCompleted ? 'COMPLETED' : 'FAILED', currency: 'XAF', reason: null, metadata: {} },
    ...{ transmission: null, providerReference: null, mode: 'test', createdAt: now, updatedAt: now },
    completedAt: isCompleted ? now : null,
    failure: isCompleted ? null : { code: 'rail_error', message: 'The operator could not make the refund.' },
  };
}

function blankPayout(now: string, type: PayoutEventType): Payout {
  const isCompleted = type === 'payout.completed';
  return {
    ...{ id: 'po_test', object: 'payout', destinationId: 'pd_test', operator: 'mtn_momo', phoneMasked: '********01' },
    ...{ status: isCompleted ? 'COMPLETED' : 'FAILED', amount: '5000', fee: '25', net: '4975', currency: 'XAF' },
    ...{ source: 'request', reason: null, metadata: {}, transmission: null, providerReference: null, mode: 'test' },
    ...{ createdAt: now, updatedAt: now, completedAt: isCompleted ? now : null },
    failure: isCompleted ? null : { code: 'rail_error', message: 'The operator could not process the payout.' },
  };
}
