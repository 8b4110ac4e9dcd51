import { eventViewOf } from '../../kernel/shapes/event-view.js';
import { IsNested } from '../../schema/fields.js';
import type { PayoutBatchEventType } from '../../vocabulary/merchant-events.js';
import { payoutBatchEventTypes } from '../../vocabulary/merchant-events.js';
import { EXAMPLE_BATCH_ID, PayoutBatchView } from './batch-bodies.js';

/** `data` of an event about a batch of payouts. */
export class PayoutBatchEventData {
  @IsNested(() => PayoutBatchView)
  payoutBatch!: PayoutBatchView;
}

/** An event about a batch of payouts. */
export class PayoutBatchEventView extends eventViewOf(payoutBatchEventTypes, () => PayoutBatchEventData, {
  id: 'evt_01k8zsd6zs9f4p7q1k5w8y0exb',
  type: 'payout_batch.completed',
  created: '2026-11-21T09:10:00.000Z',
}) {}

const APPROVED_AT = '2026-11-21T09:00:00.000Z';
const ENDED_AT = '2026-11-21T09:10:00.000Z';
const none = { pending: 0, processing: 0, completed: 0, failed: 0, canceled: 0 };
const changes = {
  'payout_batch.approved': { status: 'PROCESSING', completedAt: null, counts: { ...none, pending: 2 } },
  'payout_batch.completed': { status: 'COMPLETED', completedAt: ENDED_AT, counts: { ...none, completed: 2 } },
} as const satisfies Readonly<Record<PayoutBatchEventType, Partial<PayoutBatchView>>>;

/** An event of one type as a merchant receives it. */
export function payoutBatchEventExample(type: PayoutBatchEventType): PayoutBatchEventView {
  return {
    id: 'evt_01k8zsd6zs9f4p7q1k5w8y0exb',
    ...{ type, created: type === 'payout_batch.approved' ? APPROVED_AT : ENDED_AT },
    ...{ apiVersion: '2026-11-20', mode: 'test', sequence: null },
    data: {
      payoutBatch: {
        id: EXAMPLE_BATCH_ID,
        object: 'payout_batch',
        name: 'Wages of November',
        ...{ hash: '3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b' },
        ...{
          rowCount: 2,
          faultCount: 0,
          warningCount: 0,
          amount: '100000',
          fee: '500',
          total: '100500',
          missing: null,
        },
        ...{ currency: 'XAF', names: { waiting: 0, matches: 1, differs: 0, unknown: 1 }, repeats: null },
        ...{ draftedBy: 'key_01k8zr5e8yx5z1h7r9v3d6q0km', approvalsMissing: 0 },
        approvals: [{ memberId: 'mem_01k8zr2c6vw3x9f5p7t1b4n8hk', approvedAt: APPROVED_AT }],
        ...{ mode: 'test', createdAt: '2026-11-21T08:50:00.000Z', sealedAt: '2026-11-21T08:55:00.000Z' },
        ...{ approvedAt: APPROVED_AT, canceledAt: null },
        ...changes[type],
      },
    },
  };
}
