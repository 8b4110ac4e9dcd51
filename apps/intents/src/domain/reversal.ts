import type { Currency } from '@paygate/contracts';
import type { Intent } from './intent.js';
import { announced, Contradiction } from './intent.js';
import { transitions } from './intent-status.js';

/** The facts of a booking or a return of a reversal that must fit its intent. */
export interface BookedReversal {
  readonly reversalId: string;
  readonly chargeId: string;
  readonly currency: Currency;
  /** What the standing reversals took of the charge when this change was booked. */
  readonly amountReversed: bigint;
  /** The number of the change among those of its charge. */
  readonly turn: number;
}

/**
 * The intent after a reversal of its charge was booked or returned, one event on. The change with the largest turn is the latest: changes
 * that arrive in another order lead to the same amount.
 */
export function reversed(intent: Intent, { reversalId, ...reversal }: BookedReversal, at: Date): Intent {
  const step = transitions[intent.status].reverse;
  const isOfCharge = reversal.chargeId === intent.chargeId && reversal.currency === intent.currency;
  if (step.kind !== 'move' || !isOfCharge || reversal.amountReversed > intent.amount) {
    throw new Contradiction(`the reversal ${reversalId} contradicts ${intent.id}, which is ${intent.status}`);
  }
  const { amountReversed, turn: reversalTurn } = reversal;
  return announced(intent, step.to, at, reversalTurn > intent.reversalTurn ? { amountReversed, reversalTurn } : {});
}
