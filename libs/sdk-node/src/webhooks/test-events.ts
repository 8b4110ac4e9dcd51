import type { PaygateEvent, PaymentIntent, Payout, PayoutBatch, Refund, Reversal } from '@paygate/api-types';
import { signDelivery } from '@paygate/webhook-signature';
import { API_VERSION } from '../options.js';
import type {
  EventType,
  PaymentEventType,
  PayoutBatchEventType,
  PayoutEventType,
  ReversalEventType,
} from './test-objects.js';
import { testIntent, testPayout, testPayoutBatch, testRefund, testReversal } from './test-objects.js';

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

type EndpointEventType = Extract<EventType, `endpoint.${string}`>;
type OperatorEventType = Extract<EventType, `operator.${string}`>;
type AboutOperator = Extract<PaygateEvent, { type: OperatorEventType }>['data']['operator'];
type AboutEndpoint = Extract<PaygateEvent, { type: 'endpoint.ping' }>['data']['webhookEndpoint'];

/** The place of an event among those of its payment. */
const sequences: Readonly<Record<PaymentEventType, number>> = {
  ...{
    'payment.created': 1,
    'payment.processing': 2,
    'payment.delayed': 3,
    'payment.completed': 3,
    'payment.failed': 3,
  },
  ...{ 'payment.expired': 2, 'payment.canceled': 2, 'refund.completed': 4, 'refund.failed': 4 },
  ...{ 'payment.reversed': 4, 'payment.reversal_returned': 5 },
};
const reasons: Readonly<Record<EndpointEventType, AboutEndpoint['reason']>> = {
  ...{ 'endpoint.failing': 'no_success', 'endpoint.disabled': 'failing', 'endpoint.ping': null },
};

/**
 * An event about a payout for tests of your own webhook route, with the fields that the test needs. The others fit them: its `net` is its
 * `amount` less its `fee`.
 */
export function generateTestEvent<Type extends PayoutEventType>(
  type: Type,
  payout?: Partial<Payout>,
): Extract<PaygateEvent, { type: Type }>;
/** An event about a batch of payouts for tests of your own webhook route, with the fields that the test needs. */
export function generateTestEvent<Type extends PayoutBatchEventType>(
  type: Type,
  payoutBatch?: Partial<PayoutBatch>,
): Extract<PaygateEvent, { type: Type }>;
/** An event about a webhook endpoint for tests of your own webhook route. */
export function generateTestEvent<Type extends EndpointEventType>(
  type: Type,
  endpoint?: Partial<AboutEndpoint>,
): Extract<PaygateEvent, { type: Type }>;
/** An event about an operator for tests of your own webhook route. */
export function generateTestEvent<Type extends OperatorEventType>(
  type: Type,
  operator?: Partial<AboutOperator>,
): Extract<PaygateEvent, { type: Type }>;
/**
 * An event about a reversal for tests of your own webhook route, with the fields that the test needs. The others fit them: `amountReversed` of
 * the payment counts a reversal that stands.
 */
export function generateTestEvent<Type extends ReversalEventType>(
  type: Type,
  intent?: Partial<PaymentIntent>,
  reversal?: Partial<Reversal>,
): Extract<PaygateEvent, { type: Type }>;
/**
 * An event about a payment or a refund for tests of your own webhook route, with the fields that the test needs. The others fit them: a
 * completed payment has its payer and its fee, `net` is `amount` less `fee`, a failed one has its failure, and a completed refund is in
 * `amountRefunded` of its payment.
 */
export function generateTestEvent<Type extends PaymentEventType>(
  type: Type,
  intent?: Partial<PaymentIntent>,
  refund?: Partial<Refund>,
): Extract<PaygateEvent, { type: Type }>;
export function generateTestEvent(
  type: EventType,
  about:
    | Partial<PaymentIntent>
    | Partial<Payout>
    | Partial<PayoutBatch>
    | Partial<AboutEndpoint>
    | Partial<AboutOperator> = {},
  part: Partial<Refund> | Partial<Reversal> = {},
): object {
  const now = new Date();
  const id = 'evt_01k8zq6e1v9z5p1a7e3kfq8g2d';
  const event = { id, type, created: now.toISOString(), apiVersion: API_VERSION };
  if (isOfPayment(type)) {
    const { sequence, data } = { sequence: sequences[type], data: aboutPayment(type, now, about, part) };
    return { ...event, mode: data.paymentIntent.mode, sequence, data };
  }
  if (isOfPayout(type)) {
    const payout = testPayout(type, now, about as Partial<Payout>);
    return { ...event, mode: payout.mode, sequence: null, data: { payout } };
  }
  if (isOfBatch(type)) {
    const payoutBatch = testPayoutBatch(type, now, about as Partial<PayoutBatch>);
    return { ...event, mode: payoutBatch.mode, sequence: null, data: { payoutBatch } };
  }
  if (isOfOperator(type)) {
    const operator = { ...operatorOf(type), ...about };
    return { ...event, mode: 'test', sequence: null, data: { operator } };
  }
  const endpoint = { id: 'we_01k8zq8n3tf5ws6c0e2hdvk9ja', url: 'https://shop.example/webhooks', reason: reasons[type] };
  return { ...event, mode: 'test', sequence: null, data: { webhookEndpoint: { ...endpoint, ...about } } };
}

function aboutPayment(
  type: PaymentEventType,
  now: Date,
  about: object,
  given: object,
): { readonly refund?: Refund; readonly reversal?: Reversal; readonly paymentIntent: PaymentIntent } {
  const payment = testIntent(type, now, about);
  if (isOfReversal(type)) {
    const reversal = testReversal(type, now, { payment, given });
    const amountReversed = reversal.status === 'BOOKED' ? reversal.amount : '0';
    return { reversal, paymentIntent: testIntent(type, now, { amountReversed, ...about }) };
  }
  if (!type.startsWith('refund.')) return { paymentIntent: payment };
  const refund = testRefund(type, now, { payment, given });
  const amountRefunded = type === 'refund.completed' ? refund.amount : '0';
  return { refund, paymentIntent: testIntent(type, now, { amountRefunded, ...about }) };
}

function operatorOf(type: OperatorEventType): AboutOperator {
  const isDegraded = type === 'operator.degraded';
  const outcomes = { succeeded: 40, declined: 5, failed: isDegraded ? 15 : 0, stuck: 0, medianSeconds: 20 };
  const state = isDegraded ? 'degraded' : 'operational';
  return { operator: 'mtn_momo', state, last5Minutes: outcomes, last60Minutes: outcomes };
}

function isOfPayment(type: EventType): type is PaymentEventType {
  return type.startsWith('payment.') || type.startsWith('refund.');
}

function isOfReversal(type: EventType): type is ReversalEventType {
  return type.startsWith('payment.revers');
}

function isOfPayout(type: EventType): type is PayoutEventType {
  return type.startsWith('payout.');
}

function isOfBatch(type: EventType): type is PayoutBatchEventType {
  return type.startsWith('payout_batch.');
}

function isOfOperator(type: EventType): type is OperatorEventType {
  return type.startsWith('operator.');
}
