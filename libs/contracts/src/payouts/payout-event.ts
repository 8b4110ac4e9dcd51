import { eventViewOf } from '../kernel/shapes/event-view.js';
import { IsNested } from '../schema/fields.js';
import type { PayoutEventType } from '../vocabulary/merchant-events.js';
import { payoutEventTypes } from '../vocabulary/merchant-events.js';
import { PayoutView } from './payout-bodies.js';

/** `data` of an event about a payout. */
export class PayoutEventData {
  @IsNested(() => PayoutView)
  payout!: PayoutView;
}

/** An event that a payout has ended. */
export class PayoutEventView extends eventViewOf(payoutEventTypes, () => PayoutEventData, {
  id: 'evt_01k8zs9c5n7e2w6h1k4q8t3v0x',
  type: 'payout.completed',
  created: '2026-11-21T09:00:03.000Z',
}) {}

const ENDED_AT = '2026-11-21T09:00:03.000Z';
const changes = {
  'payout.completed': { status: 'COMPLETED', failure: null, completedAt: ENDED_AT },
  'payout.failed': {
    status: 'FAILED',
    failure: { code: 'payer_limit_reached', message: 'The wallet of the recipient cannot receive this amount.' },
    completedAt: null,
  },
} as const satisfies Readonly<Record<PayoutEventType, Partial<PayoutView>>>;

/** An event of one type as a merchant receives it. */
export function payoutEventExample(type: PayoutEventType): PayoutEventView {
  return {
    id: 'evt_01k8zs9c5n7e2w6h1k4q8t3v0x',
    ...{ type, created: ENDED_AT, apiVersion: '2026-11-20', mode: 'test', sequence: null },
    data: {
      payout: {
        id: 'po_01k8zs7b3kf5mc0v4d9yhexq2t',
        object: 'payout',
        destinationId: 'pd_01k8zs5m8qg2nb7x1f6wkjt4ra',
        ...{ operator: 'mtn_momo', phoneMasked: '********01' },
        ...{ amount: '50000', fee: '250', net: '49750', currency: 'XAF', source: 'request' },
        ...{ reason: 'Week 47', metadata: { week: '47' }, transmission: null, providerReference: null, mode: 'test' },
        ...{ createdAt: '2026-11-21T09:00:00.000Z', updatedAt: ENDED_AT },
        ...changes[type],
      },
    },
  };
}
