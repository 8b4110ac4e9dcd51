import type { DeclineCode, WalletTopUp } from '@paygate/contracts';
import type { StoredTopUp } from './top-ups.repository.js';

const statuses = { pending: 'PENDING', completed: 'COMPLETED', failed: 'FAILED' } as const;

/** The reasons for which top-ups fail. Total over the vocabulary. */
const failureMessages: Readonly<Record<DeclineCode, string>> = {
  insufficient_funds: 'The mobile-money account holds too little.',
  payer_rejected: 'The top-up was rejected on the phone.',
  payer_timeout: 'The top-up was not approved on the phone in time.',
  payer_not_found: 'The operator does not know the number.',
  payer_limit_reached: 'The top-up exceeds a limit of the mobile-money account.',
  payer_blocked: 'The mobile-money account is blocked.',
  rail_unavailable: 'The top-up could not be started in time.',
  rail_error: 'The operator could not process the top-up.',
  wallet_closed: 'The mobile-money account is closed.',
};

/** A top-up as its user reads it. */
export function topUpOf(topUp: StoredTopUp): WalletTopUp {
  const { topUpId, amount, rail, phoneMasked, state, operationState, failureCode, createdAt, endedAt } = topUp;
  return {
    ...{ id: topUpId, status: statuses[state], amount: amount.toString(), operator: rail, phoneMasked },
    awaitsApproval: state === 'pending' && operationState === 'pending',
    failure: failureCode === null ? null : { code: failureCode, message: failureMessages[failureCode] },
    ...{ createdAt: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null },
  };
}

/** The answer that its request got. */
export function firstAnswerOf(topUp: StoredTopUp): WalletTopUp {
  return topUpOf({ ...topUp, state: 'pending', operationState: 'requested', failureCode: null, endedAt: null });
}
