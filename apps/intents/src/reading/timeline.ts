import type { TimelineEntry, TimelinePart } from '@paygate/contracts';
import { timelinePart } from '@paygate/contracts';
import type { Intent } from '../domain/intent.js';

/** The changes of an intent's status, as its row records them. */
export function intentTimeline(intent: Intent): TimelinePart {
  const { createdAt, chargeId, chargedAt, operator } = intent;
  const charged = { type: 'charge.accepted', ...(chargeId === null ? {} : { objectId: chargeId }) } as const;
  return timelinePart([
    { type: 'payment.created', at: createdAt.toISOString() },
    ...(chargedAt === null
      ? []
      : [{ ...charged, at: chargedAt.toISOString(), ...(operator === null ? {} : { operator }) }]),
    ...endOf(intent),
  ]);
}

function endOf({ status, completedAt, updatedAt, failureCode }: Intent): readonly TimelineEntry[] {
  const at = (completedAt ?? updatedAt).toISOString();
  switch (status) {
    case 'COMPLETED':
      return [{ type: 'payment.completed', at }];
    case 'FAILED':
      return [{ type: 'payment.failed', at, ...(failureCode === null ? {} : { code: failureCode }) }];
    case 'EXPIRED':
      return [{ type: 'payment.expired', at }];
    case 'CANCELED':
      return [{ type: 'payment.canceled', at }];
    case 'PENDING':
    case 'REQUIRES_ACTION':
    case 'PROCESSING':
      return [];
  }
}
