import type { DeclineCode, Refund, RefundEnded } from '@paygate/contracts';
import { asFirstAnswered, outgoingOf } from '../outgoing.view.js';
import type { StoredRefund } from './domain/refund.js';
import { refundStatusOf } from './domain/refund.js';

/** The reasons for which refunds fail, in words for the merchant. Total over the vocabulary of rails. */
const failureMessages: Readonly<Record<DeclineCode, string>> = {
  insufficient_funds: 'The operator has refused the refund for lack of money.',
  payer_rejected: 'The refund was rejected.',
  payer_timeout: 'The operator did not process the refund in time.',
  payer_not_found: 'The operator no longer knows the phone that paid.',
  payer_limit_reached: 'The account of the customer cannot receive this amount.',
  payer_blocked: 'The account of the customer is blocked.',
  rail_unavailable: 'The operator could not accept the refund at the moment.',
  rail_error: 'The operator could not process the refund.',
  wallet_closed: 'The wallet of the customer is closed.',
};

/** A refund as other services see it. */
export function refundOf(stored: StoredRefund): Refund {
  const { refundId: id, intentId, chargeId, state, feeKept } = stored;
  const own = { id, intentId, chargeId, status: refundStatusOf[state], feeKept: feeKept.toString() };
  return { ...own, ...outgoingOf(stored, failureMessages) };
}

/** The answer that its request got: a refund to a wallet was completed by then, and nothing was sent of another one. */
export function firstAnswerOf(stored: StoredRefund): Refund {
  return refundOf(stored.method === 'wallet' ? stored : asFirstAnswered(stored));
}

/** The event of a refund that has ended. `amountRefunded`: all completed refunds of its charge, in minor units. */
export function refundEndedOf(stored: StoredRefund, amountRefunded: bigint): RefundEnded {
  return {
    intentId: stored.intentId,
    refund: refundOf(stored),
    amountRefunded: amountRefunded.toString(),
    occurredAt: stored.updatedAt.toISOString(),
  };
}
