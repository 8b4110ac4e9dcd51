import type { EventFamily } from '../vocabulary/merchant-events.js';

/** A subscription or a type of event, and the families whose objects it carries. */
export interface EventScopeCase {
  readonly filter: string;
  readonly families: readonly EventFamily[];
}

/** What each form of a subscription carries: gateway and webhooks refuse it to a caller that may not read one of the families. */
export const eventScopeCases: readonly EventScopeCase[] = [
  { filter: '*', families: ['payment', 'refund', 'payout', 'payout_batch'] },
  { filter: 'payment.*', families: ['payment'] },
  { filter: 'payment.completed', families: ['payment'] },
  { filter: 'refund.*', families: ['refund'] },
  { filter: 'refund.failed', families: ['refund'] },
  { filter: 'payout.*', families: ['payout'] },
  { filter: 'payout.completed', families: ['payout'] },
  { filter: 'payout_batch.*', families: ['payout_batch'] },
  { filter: 'payout_batch.completed', families: ['payout_batch'] },
  { filter: 'endpoint.*', families: [] },
  { filter: 'endpoint.ping', families: [] },
  { filter: 'operator.*', families: [] },
  { filter: 'operator.degraded', families: [] },
];
