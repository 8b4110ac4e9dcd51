import type { DeclineCode, WalletWithdrawal } from '@paygate/contracts';
import type { StoredWithdrawal } from './withdrawal.js';

const statuses = { asked: 'AWAITING_CODE', pending: 'PENDING', completed: 'COMPLETED', failed: 'FAILED' } as const;

/** The reasons for which withdrawals fail. Total over the vocabulary. */
const failureMessages: Readonly<Record<DeclineCode, string>> = {
  insufficient_funds: 'The operator has refused the withdrawal for lack of money.',
  payer_rejected: 'The withdrawal was rejected.',
  payer_timeout: 'The operator did not process the withdrawal in time.',
  payer_not_found: 'The operator does not know the number.',
  payer_limit_reached: 'The mobile-money account cannot receive this amount.',
  payer_blocked: 'The mobile-money account is blocked.',
  rail_unavailable: 'The operator could not accept the withdrawal at the moment.',
  rail_error: 'The operator could not process the withdrawal.',
  wallet_closed: 'The mobile-money account is closed.',
};

/** A withdrawal as its user reads it. */
export function withdrawalOf(stored: StoredWithdrawal): WalletWithdrawal {
  const { withdrawalId, state, amount, fee, rail, phoneMasked, createdAt, lapsedAt } = stored;
  const endedAt = lapsedAt ?? stored.endedAt;
  return {
    ...{ id: withdrawalId, status: lapsedAt === null ? statuses[state] : 'FAILED', operator: rail, phoneMasked },
    ...{ amount: amount.toString(), fee: fee.toString(), net: (amount - fee).toString() },
    failure: failureOf(stored),
    ...{ createdAt: createdAt.toISOString(), endedAt: endedAt?.toISOString() ?? null },
  };
}

function failureOf({ failureCode, lapsedAt }: StoredWithdrawal): WalletWithdrawal['failure'] {
  if (lapsedAt !== null) return { code: 'payer_timeout', message: 'No code has confirmed the withdrawal in time.' };
  return failureCode === null ? null : { code: failureCode, message: failureMessages[failureCode] };
}

/** The answer that its request got. */
export function firstAnswerOf(stored: StoredWithdrawal): WalletWithdrawal {
  return withdrawalOf({ ...stored, state: 'asked', failureCode: null, endedAt: null, lapsedAt: null });
}
