import type { Payout } from '@paygate/api-types';

/** What became of the money of a payout: it has arrived, it is to arrive, or it went nowhere and is on the balance again. */
export type PayoutOutcome = 'arrived' | 'underway' | 'none';

export function outcomeOf({ status }: Pick<Payout, 'status'>): PayoutOutcome {
  if (status === 'COMPLETED') return 'arrived';
  return status === 'FAILED' || status === 'CANCELED' ? 'none' : 'underway';
}
