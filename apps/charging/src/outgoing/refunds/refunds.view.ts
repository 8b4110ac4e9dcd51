import type { DeclineCode, Refund, RefundEnded, RefundTransmission } from '@paygate/contracts';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
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

/** The progress of an operation, by its state. */
export const transmissions: Readonly<Record<string, RefundTransmission>> = {
  requested: 'not_sent',
  submitting: 'sent',
  pending: 'sent',
  in_doubt: 'in_doubt',
  escalated: 'in_doubt',
};

/** A refund as other services see it. */
export function refundOf(stored: StoredRefund): Refund {
  const { state, failureCode, operationState, createdAt, updatedAt, endedAt } = stored;
  const { refundId: id, merchantId, intentId, chargeId, reason, metadata, actor } = stored;
  return {
    ...{ id, merchantId, ...ofLedger(stored.ledger), intentId, chargeId, status: refundStatusOf[state] },
    amount: stored.amount.toString(),
    feeKept: stored.feeKept.toString(),
    ...{ reason, metadata, actor },
    transmission: state === 'pending' ? (transmissions[operationState ?? ''] ?? 'not_sent') : null,
    failure: failureCode === null ? null : { code: failureCode, message: failureMessages[failureCode] },
    providerReference: stored.providerReference,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
    completedAt: state === 'completed' && endedAt !== null ? endedAt.toISOString() : null,
  };
}

/** The answer that its request got: a refund to a wallet was completed by then, and nothing was sent of another one. */
export function firstAnswerOf(stored: StoredRefund): Refund {
  const { createdAt } = stored;
  return stored.method === 'wallet'
    ? refundOf(stored)
    : refundOf({
        ...stored,
        ...{ state: 'pending', failureCode: null, operationState: 'requested', updatedAt: createdAt, endedAt: null },
        providerReference: null,
      });
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
