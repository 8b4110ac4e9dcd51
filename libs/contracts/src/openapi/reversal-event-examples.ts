import type { ReversalView } from '../reversals/reversal-bodies.js';
import type { ReversalEventView } from '../reversals/reversal-event.js';
import type { ReversalEventType } from '../vocabulary/merchant-events.js';
import { paymentEventExample } from './payment-event-examples.js';

const BOOKED_AT = '2026-11-22T08:30:00.214Z';
const RETURNED_AT = '2026-11-24T15:12:40.071Z';
/** All of the payment of the other examples. */
const reversal: ReversalView = {
  id: 'rv_01k90b7m2qg5xd8w4t1zjn6c3r',
  object: 'reversal',
  paymentIntentId: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x',
  chargeId: 'ch_01k8zq6c4qh0td2x8f9mgr7h1z',
  status: 'BOOKED',
  amount: '5000',
  feeReturned: '0',
  currency: 'XAF',
  operator: 'mtn_momo',
  mode: 'test',
  bookedAt: BOOKED_AT,
  returnedAt: null,
};
const examples = {
  'payment.reversed': {
    ...{ id: 'evt_01k90b7n4d7ye6k2p9s5h3t8vq', created: BOOKED_AT, steps: 1, amountReversed: '5000' },
    changes: {},
  },
  'payment.reversal_returned': {
    ...{ id: 'evt_01k96n2x8wb3cq7j5f1d4m9rzt', created: RETURNED_AT, steps: 2, amountReversed: '0' },
    changes: { status: 'RETURNED', returnedAt: RETURNED_AT },
  },
} as const satisfies Readonly<Record<ReversalEventType, object>>;

/** An event of one type as a merchant receives it. */
export function reversalEventExample(type: ReversalEventType): ReversalEventView {
  const { id, created, steps, amountReversed, changes } = examples[type];
  const { data, ...event } = paymentEventExample('payment.completed');
  const { paymentIntent: paid } = data;
  const by = {
    paymentMethod: { type: 'mobile_money', operator: 'mtn_momo' },
    payer: { userId: null, phoneMasked: '********01', operator: 'mtn_momo' },
  };
  const after = { ...by, amountReversed, version: paid.version + steps, updatedAt: created };
  return {
    ...event,
    ...{ id, type, created, sequence: event.sequence + steps },
    data: { reversal: Object.assign({}, reversal, changes), paymentIntent: Object.assign({}, paid, after) },
  };
}
