import type { ReversalView } from './reversal-bodies.js';
import type { Reversal } from './reversal.js';

/** A reversal as merchants see it, in the field order of the contract. */
export function reversalView(reversal: Reversal): ReversalView {
  const { reversalId: id, paymentIntentId, chargeId, status, amount, feeReturned } = reversal;
  const { currency, operator, mode, bookedAt, returnedAt } = reversal;
  return {
    ...{ id, object: 'reversal', paymentIntentId, chargeId, status, amount, feeReturned },
    ...{ currency, operator, mode, bookedAt, returnedAt: returnedAt ?? null },
  };
}
