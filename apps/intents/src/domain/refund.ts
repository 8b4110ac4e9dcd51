import type { Currency } from '@paygate/contracts';
import type { Intent } from './intent.js';
import { announced, Contradiction } from './intent.js';
import { transitions } from './intent-status.js';

/** The facts of the end of a refund that must fit its intent. */
export interface EndedRefund {
  readonly refundId: string;
  readonly chargeId: string;
  readonly currency: Currency;
  /** The sum of the completed refunds of the charge when this one ended. */
  readonly amountRefunded: bigint;
}

/**
 * The intent after a refund of its charge has ended, one event on. A sum of charging never shrinks, so the largest one is the latest:
 * ends that arrive in another order lead to the same amount.
 */
export function refundEnded(intent: Intent, { refundId, ...refund }: EndedRefund, at: Date): Intent {
  const step = transitions[intent.status].refund;
  const isOfCharge = refund.chargeId === intent.chargeId && refund.currency === intent.currency;
  if (step.kind !== 'move' || !isOfCharge || refund.amountRefunded > intent.amount) {
    throw new Contradiction(`the refund ${refundId} contradicts ${intent.id}, which is ${intent.status}`);
  }
  const isLatest = refund.amountRefunded > intent.amountRefunded;
  return announced(intent, step.to, at, isLatest ? { amountRefunded: refund.amountRefunded } : {});
}
