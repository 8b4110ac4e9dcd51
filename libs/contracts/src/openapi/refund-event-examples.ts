import type { RefundView } from '../refunds/refund-bodies.js';
import type { RefundEventView } from '../refunds/refund-event.js';
import type { Refund } from '../refunds/refund.js';
import { renderRefund } from '../refunds/render-refund.js';
import type { RefundEventType } from '../vocabulary/merchant-events.js';
import { paymentEventExample } from './payment-event-examples.js';

const ENDED_AT = '2026-11-21T09:00:01.214Z';
/** A part of the payment of the other examples. */
const refund: { readonly [Field in keyof Refund]: Refund[Field] } = {
  id: 're_01k8zr2v7hf4mb9t3c6xjdw5ga',
  merchantId: 'mer_01k8zq1c4ta7ne2w9h5kxr3y6b',
  mode: 'test',
  intentId: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x',
  chargeId: 'ch_01k8zq6c4qh0td2x8f9mgr7h1z',
  status: 'COMPLETED',
  amount: '1500',
  currency: 'XAF',
  feeKept: '75',
  reason: 'One item was sold out',
  metadata: '{"returnId":"77"}',
  transmission: null,
  failure: null,
  providerReference: null,
  actor: null,
  createdAt: '2026-11-21T09:00:00.730Z',
  updatedAt: ENDED_AT,
  completedAt: ENDED_AT,
};
const examples = {
  'refund.completed': { id: 'evt_01k8zr2w9p4d0t5e1j7q8m3n6h', amountRefunded: '1500', changes: {} },
  'refund.failed': {
    id: 'evt_01k8zr2w9q5e1v6f2k8r9n4p7j',
    amountRefunded: '0',
    changes: {
      status: 'FAILED',
      failure: { code: 'payer_limit_reached', message: 'The wallet of the payer cannot receive this amount.' },
      completedAt: null,
    },
  },
} as const satisfies Readonly<
  Record<RefundEventType, { readonly id: string; readonly amountRefunded: string; readonly changes: Partial<Refund> }>
>;

/** An event of one type as a merchant receives it. */
export function refundEventExample(type: RefundEventType): RefundEventView {
  const { id, amountRefunded, changes } = examples[type];
  const { data, ...event } = paymentEventExample('payment.completed');
  const { paymentIntent: paid } = data;
  const paymentIntent = Object.assign({}, paid, { amountRefunded, version: paid.version + 1, updatedAt: ENDED_AT });
  return {
    ...event,
    ...{ id, type, created: ENDED_AT, sequence: event.sequence + 1 },
    data: { refund: JSON.parse(renderRefund({ ...refund, ...changes })) as RefundView, paymentIntent },
  };
}
