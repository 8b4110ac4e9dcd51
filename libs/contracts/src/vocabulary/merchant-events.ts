import type { KeyScope } from './scopes.js';

/** Events about payments that merchants see: the internal event that each follows, and what it reports. */
export const paymentEvents = {
  'payment.created': { follows: 'intent.created', summary: 'A payment intent was created' },
  'payment.processing': { follows: 'intent.processing', summary: 'A charge was accepted' },
  'payment.delayed': { follows: 'intent.delayed', summary: 'The outcome of a charge is overdue' },
  'payment.completed': { follows: 'intent.completed', summary: 'The payment succeeded' },
  'payment.failed': { follows: 'intent.failed', summary: 'The payment could not be processed' },
  'payment.expired': { follows: 'intent.expired', summary: 'The payment intent lapsed' },
  'payment.canceled': { follows: 'intent.canceled', summary: 'The payment intent was canceled' },
} as const;
export type PaymentEventType = keyof typeof paymentEvents;
export const paymentEventTypes = Object.keys(paymentEvents) as readonly PaymentEventType[];

/** Events about refunds that merchants see: the internal event that each follows, and what it reports. */
export const refundEvents = {
  'refund.completed': { follows: 'intent.refunded', summary: 'The customer has got money back' },
  'refund.failed': { follows: 'intent.refund-failed', summary: 'A refund could not be made' },
} as const;
export type RefundEventType = keyof typeof refundEvents;
export const refundEventTypes = Object.keys(refundEvents) as readonly RefundEventType[];

/** Events about reversals of payments that merchants see: the internal event that each follows, and what it reports. */
export const reversalEvents = {
  'payment.reversed': { follows: 'intent.reversed', summary: 'The operator has taken the money of a payment back' },
  'payment.reversal_returned': {
    follows: 'intent.reversal-returned',
    summary: 'The operator has given back the money that it had taken back',
  },
} as const;
export type ReversalEventType = keyof typeof reversalEvents;
export const reversalEventTypes = Object.keys(reversalEvents) as readonly ReversalEventType[];

/** Events about payouts that merchants see: the internal event that each follows, and what it reports. */
export const payoutEvents = {
  'payout.completed': { follows: 'payout.completed', summary: 'A payout has arrived' },
  'payout.failed': { follows: 'payout.failed', summary: 'A payout could not be made' },
} as const;
export type PayoutEventType = keyof typeof payoutEvents;
export const payoutEventTypes = Object.keys(payoutEvents) as readonly PayoutEventType[];

/** Events about batches of payouts that merchants see: the internal event that each follows, and what it reports. */
export const payoutBatchEvents = {
  'payout_batch.approved': { follows: 'payout_batch.approved', summary: 'The money of a batch of payouts is held' },
  'payout_batch.completed': { follows: 'payout_batch.completed', summary: 'A batch of payouts has no open row left' },
} as const;
export type PayoutBatchEventType = keyof typeof payoutBatchEvents;
export const payoutBatchEventTypes = Object.keys(payoutBatchEvents) as readonly PayoutBatchEventType[];

/** Events about webhook endpoints. */
export const endpointEvents = {
  'endpoint.failing': { summary: 'Deliveries to another endpoint fail' },
  'endpoint.disabled': { summary: 'Another endpoint was disabled' },
  'endpoint.ping': { summary: 'A test event was requested' },
} as const;
export type EndpointEventType = keyof typeof endpointEvents;
export const endpointEventTypes = Object.keys(endpointEvents) as readonly EndpointEventType[];

/** Events about operators of mobile money. */
export const operatorEvents = {
  'operator.degraded': { summary: 'Payments by an operator fail or are slow' },
  'operator.recovered': { summary: 'Payments by an operator succeed again' },
} as const;
export type OperatorEventType = keyof typeof operatorEvents;
export const operatorEventTypes = Object.keys(operatorEvents) as readonly OperatorEventType[];

/** The beginning of the types that only endpoints receive that name them, or their family: `*` does not. */
export const NAMED_ONLY = 'operator.';

/** Every type of event that a merchant can receive. */
export const merchantEvents = {
  ...paymentEvents,
  ...reversalEvents,
  ...refundEvents,
  ...payoutEvents,
  ...payoutBatchEvents,
  ...endpointEvents,
  ...operatorEvents,
} as const;
export type MerchantEventName = keyof typeof merchantEvents;
export const merchantEventNames = Object.keys(merchantEvents) as readonly MerchantEventName[];

/** The scope of the objects that each family of events carries. Events about endpoints and operators carry none. */
export const eventObjectScopes = {
  payment: 'intents:read',
  refund: 'refunds:read',
  payout: 'payouts:read',
  payout_batch: 'payouts:read',
} as const satisfies Readonly<Record<string, KeyScope>>;
export type EventFamily = keyof typeof eventObjectScopes;
export const eventFamilies = Object.keys(eventObjectScopes) as readonly EventFamily[];

/** The family of an event whose objects have a scope: `refund` of `refund.completed`. */
export function familyOf(type: string): EventFamily | undefined {
  return eventFamilies.find((family) => type.startsWith(`${family}.`));
}

/** The families of events whose objects these scopes do not read. */
export function unreadableFamilies(scopes: readonly string[]): readonly EventFamily[] {
  return eventFamilies.filter((family) => !scopes.includes(eventObjectScopes[family]));
}

/** The type under which merchants see an internal event. */
export const merchantTypeOf: ReadonlyMap<string, PaymentEventType | ReversalEventType | RefundEventType> = new Map<
  string,
  PaymentEventType | ReversalEventType | RefundEventType
>([
  ...paymentEventTypes.map((type) => [paymentEvents[type].follows, type] as const),
  ...reversalEventTypes.map((type) => [reversalEvents[type].follows, type] as const),
  ...refundEventTypes.map((type) => [refundEvents[type].follows, type] as const),
]);
