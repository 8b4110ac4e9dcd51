import type {
  MerchantActed,
  Payout,
  PayoutDestination,
  PayoutEnded,
  PayoutFailureCode,
  PayoutStatus,
} from '@paygate/contracts';
import { merchantActed } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
import { asFirstAnswered, outgoingOf } from '../outgoing.view.js';
import type { StoredDestination, StoredPayout } from './domain/payout.js';

/** The reasons for which payouts fail, in words for the merchant. Total over the vocabulary. */
export const payoutFailureMessages: Readonly<Record<PayoutFailureCode, string>> = {
  insufficient_funds: 'The operator has refused the payout for lack of money.',
  payer_rejected: 'The payout was rejected.',
  payer_timeout: 'The operator did not process the payout in time.',
  payer_not_found: 'The operator does not know the number of the destination.',
  payer_limit_reached: 'The account of the destination cannot receive this amount.',
  payer_blocked: 'The account of the destination is blocked.',
  rail_unavailable: 'The operator could not accept the payout at the moment.',
  rail_error: 'The operator could not process the payout.',
  wallet_closed: 'The account of the destination is closed.',
  destination_revoked: 'The destination was revoked before the payout was sent. The money is available again.',
};

/** A payout as other services see it. */
export function payoutOf(stored: StoredPayout): Payout {
  const { payoutId, destinationId, rail, phoneMasked, source, amount, fee } = stored;
  return {
    ...{ payoutId, destinationId, operator: rail, phoneMasked, source, status: statusOf(stored) },
    ...{ fee: fee.toString(), net: (amount - fee).toString() },
    ...outgoingOf(stored, payoutFailureMessages),
  };
}

function statusOf({ state, operationState }: StoredPayout): PayoutStatus {
  if (state === 'pending') return operationState === null || operationState === 'requested' ? 'PENDING' : 'PROCESSING';
  return ({ completed: 'COMPLETED', failed: 'FAILED', canceled: 'CANCELED' } as const)[state];
}

/** The answer that its request got. */
export function firstAnswerOf(stored: StoredPayout): Payout {
  return payoutOf(asFirstAnswered(stored));
}

/** The event of a payout that has ended, with an id of its own: it is made once, in the transaction that ends the payout. */
export function payoutEndedOf(stored: StoredPayout): PayoutEnded {
  const { merchantId, updatedAt } = stored;
  return { eventId: newId('event'), merchantId, payout: payoutOf(stored), occurredAt: updatedAt.toISOString() };
}

/** The act of a payout that failed, for the audit trail and the notice to members. */
export function payoutFailureOf({ payoutId, merchantId, ledger, amount, phoneMasked }: StoredPayout): MerchantActed {
  const { mode, currency } = ofLedger(ledger);
  const act = merchantActed({ producer: 'charging', payload: { merchantId, mode } }, 'payout.failed', payoutId);
  return Object.assign(act, { payout: { amount: amount.toString(), currency, phoneMasked } });
}

/** A destination as other services see it. */
export function destinationOf(stored: StoredDestination): PayoutDestination {
  const { destinationId, rail, phoneMasked, label, usableAt, revokedAt, createdAt, isUsable } = stored;
  const waitsOrNot = isUsable ? 'usable' : 'waiting';
  return {
    ...{ destinationId, operator: rail, phoneMasked, label, ...ofLedger(stored.ledger) },
    status: revokedAt === null ? waitsOrNot : 'revoked',
    usableAt: usableAt.toISOString(),
    revokedAt: revokedAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  };
}
