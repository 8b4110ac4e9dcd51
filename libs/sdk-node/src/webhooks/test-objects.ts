import type { PaymentIntent, Payout, PayoutBatch, Refund, Reversal } from '@paygate/api-types';
import { eventStatuses } from '@paygate/api-types';

export type EventType = keyof typeof eventStatuses;
/** The types of events about payments, their reversals and their refunds. */
export type PaymentEventType = Extract<EventType, `payment.${string}` | `refund.${string}`>;
export type ReversalEventType = Extract<PaymentEventType, `payment.revers${string}`>;
export type PayoutEventType = Extract<EventType, `payout.${string}`>;
export type PayoutBatchEventType = Extract<EventType, `payout_batch.${string}`>;

const PAYMENT = 'pi_01k8zq4a2nf8rb0v6d7jep5f9x';
const CHARGE = 'ch_01k8zq6c4qh0td2x8f9mgr7h1z';
const MINUTE_MS = 60_000;
/** The versions of a payment after its events. */
const versions: Readonly<Record<PaymentEventType, number>> = {
  ...{
    'payment.created': 1,
    'payment.processing': 4,
    'payment.delayed': 5,
    'payment.completed': 5,
    'payment.failed': 5,
  },
  ...{ 'payment.expired': 2, 'payment.canceled': 2, 'refund.completed': 6, 'refund.failed': 5 },
  ...{ 'payment.reversed': 6, 'payment.reversal_returned': 7 },
};
/** The standard fees of a payment by mobile money and of a payout, per thousand. */
const PAYMENT_FEE = 15n;
const PAYOUT_FEE = 5n;

/** The payment as it is after the event, paid by mobile money as soon as it is charged. */
export function testIntent(type: PaymentEventType, now: Date, given: Partial<PaymentIntent>): PaymentIntent {
  const createdAt = type === 'payment.expired' ? before(now, 30) : before(now, 1);
  const isCharged = !['payment.created', 'payment.expired', 'payment.canceled'].includes(type);
  const isPaid = eventStatuses[type] === 'COMPLETED';
  const by = { operator: 'mtn_momo', phoneMasked: '********01' } as const;
  const amount = given.amount ?? '5000';
  return {
    ...{
      id: PAYMENT,
      object: 'payment_intent',
      status: eventStatuses[type],
      amount,
      amountRefunded: '0',
      amountReversed: '0',
    },
    ...{ currency: 'XAF', currencyExponent: 0, description: 'Order 1042', metadata: {}, reference: null, userId: null },
    ...{ tillId: null, retryOf: null, mode: 'test', checkoutUrl: null, returnUrl: null, cancelUrl: null },
    ...{ fee: null, net: null, ...(isPaid ? shareOf(amount, given, PAYMENT_FEE) : {}) },
    paymentMethod: isCharged ? { type: 'mobile_money', operator: by.operator } : null,
    payer: isCharged ? { userId: null, ...by } : null,
    chargeId: isCharged ? CHARGE : null,
    nextAction: nextActionOf(type, now, by),
    providerReference: isPaid ? '7019284416' : null,
    failure:
      type === 'payment.failed'
        ? { code: 'insufficient_funds', message: 'The balance is too low for this payment.', nextStep: 'other_method' }
        : null,
    ...{ version: versions[type], createdAt: createdAt.toISOString(), updatedAt: now.toISOString() },
    expiresAt: before(createdAt, -30).toISOString(),
    completedAt: isPaid ? now.toISOString() : null,
    ...given,
  };
}

/** The refund of a payment: the whole of it, unless another amount is given. */
export function testRefund(
  type: PaymentEventType,
  now: Date,
  { payment, given }: { readonly payment: PaymentIntent; readonly given: Partial<Refund> },
): Refund {
  const isCompleted = type === 'refund.completed';
  return {
    ...{ id: 're_01k8zr2v7hf4mb9t3c6xjdw5ga', object: 'refund', paymentIntentId: payment.id },
    ...{ chargeId: payment.chargeId ?? CHARGE, amount: payment.amount, currency: payment.currency, mode: payment.mode },
    ...{ feeKept: payment.fee, reason: null, metadata: {}, transmission: null },
    providerReference: isCompleted ? '7019284503' : null,
    ...{ ...outcome(now, isCompleted), createdAt: before(now, 1).toISOString(), updatedAt: now.toISOString() },
    failure: isCompleted ? null : { code: 'rail_error', message: 'The operator could not make the refund.' },
    ...given,
  };
}

/** The reversal of a payment: the whole of it, unless another amount is given. */
export function testReversal(
  type: ReversalEventType,
  now: Date,
  { payment, given }: { readonly payment: PaymentIntent; readonly given: Partial<Reversal> },
): Reversal {
  const isReturned = type === 'payment.reversal_returned';
  return {
    ...{ id: 'rv_01k90b7m2qg5xd8w4t1zjn6c3r', object: 'reversal', paymentIntentId: payment.id },
    ...{ chargeId: payment.chargeId ?? CHARGE, amount: payment.amount, feeReturned: '0', currency: payment.currency },
    ...{ operator: payment.payer?.operator ?? 'mtn_momo', mode: payment.mode },
    status: isReturned ? 'RETURNED' : 'BOOKED',
    bookedAt: (isReturned ? before(now, 1) : now).toISOString(),
    returnedAt: isReturned ? now.toISOString() : null,
    ...given,
  };
}

/** The payout as it ended. Where only its `net` is given, its `amount` is that and the fee. */
export function testPayout(type: PayoutEventType, now: Date, given: Partial<Payout>): Payout {
  const isCompleted = type === 'payout.completed';
  const added = given.net === undefined ? '5000' : String(BigInt(given.net) + BigInt(given.fee ?? '25'));
  const amount = given.amount ?? added;
  return {
    ...{ id: 'po_01k8zs7b3kf5mc0v4d9yhexq2t', object: 'payout', destinationId: 'pd_01k8zs5m8qg2nb7x1f6wkjt4ra' },
    ...{ operator: 'mtn_momo', phoneMasked: isCompleted ? '********01' : '********61', currency: 'XAF', mode: 'test' },
    ...{
      amount,
      ...shareOf(amount, given, PAYOUT_FEE),
      source: 'request',
      reason: null,
      metadata: {},
      transmission: null,
      providerReference: isCompleted ? '7019284617' : null,
    },
    ...{ ...outcome(now, isCompleted), createdAt: before(now, 1).toISOString(), updatedAt: now.toISOString() },
    failure: isCompleted ? null : { code: 'rail_error', message: 'The operator could not process the payout.' },
    ...given,
  };
}

/** The batch of one row as it was approved, or as it ended. */
export function testPayoutBatch(type: PayoutBatchEventType, now: Date, given: Partial<PayoutBatch>): PayoutBatch {
  const isCompleted = type === 'payout_batch.completed';
  const approvedAt = isCompleted ? before(now, 2).toISOString() : now.toISOString();
  return {
    ...{ id: 'pbat_01k8zsb4xq7d2m5n9h3t6w8cvy', object: 'payout_batch', name: 'Wages', currency: 'XAF', mode: 'test' },
    ...{ status: isCompleted ? 'COMPLETED' : 'PROCESSING', hash: '0'.repeat(64), repeats: null, draftedBy: null },
    ...{ rowCount: 1, faultCount: 0, warningCount: 0, amount: '5000', fee: '25', total: '5025', missing: null },
    counts: {
      ...{ pending: isCompleted ? 0 : 1, processing: 0, completed: isCompleted ? 1 : 0 },
      ...{ failed: 0, canceled: 0 },
    },
    names: { waiting: 0, matches: 0, differs: 0, unknown: 0 },
    ...{ approvalsMissing: 0, approvals: [{ memberId: 'mem_01k8zr2c6vw3x9f5p7t1b4n8hk', approvedAt }] },
    ...{ createdAt: before(now, 4).toISOString(), sealedAt: before(now, 3).toISOString(), approvedAt },
    ...{ canceledAt: null, completedAt: isCompleted ? now.toISOString() : null },
    ...given,
  };
}

function outcome(now: Date, isCompleted: boolean) {
  return isCompleted
    ? ({ status: 'COMPLETED', completedAt: now.toISOString() } as const)
    : ({ status: 'FAILED', completedAt: null } as const);
}

/** The fee and what is left of the amount; one of them decides the other. */
function shareOf(
  amount: string,
  { fee, net }: { readonly fee?: string | null; readonly net?: string | null },
  perThousand: bigint,
): { readonly fee: string; readonly net: string } {
  const whole = BigInt(amount);
  const rest = typeof net === 'string' ? whole - BigInt(net) : (whole * perThousand) / 1000n;
  const part = typeof fee === 'string' ? BigInt(fee) : rest;
  return { fee: String(part), net: String(whole - part) };
}

function nextActionOf(
  type: PaymentEventType,
  now: Date,
  by: { readonly operator: 'mtn_momo'; readonly phoneMasked: string },
): PaymentIntent['nextAction'] {
  if (type === 'payment.processing')
    return { type: 'approve_on_phone', ...by, expiresAt: before(now, -4).toISOString() };
  if (type !== 'payment.delayed') return null;
  return { type: 'await_outcome', operator: null, phoneMasked: null, expiresAt: null, since: now.toISOString() };
}

function before(time: Date, minutes: number): Date {
  return new Date(time.getTime() - minutes * MINUTE_MS);
}
