import type { WalletFacts } from '@paygate/contracts';
import type { PaidLimits } from './wallet-limits.js';
import type { StoredWallet } from './wallets.repository.js';

/** A wallet as its user reads it. */
export function walletOf(stored: StoredWallet, limits: PaidLimits): WalletFacts {
  const { balance, state, paidOfDay, paidOfMonth, dayLimit, monthLimit, dayEndsAt, monthEndsAt } = stored;
  return {
    balance: balance.toString(),
    state,
    limits: {
      day: limitOf(dayLimit ?? BigInt(limits.perDay), paidOfDay, dayEndsAt),
      month: limitOf(monthLimit ?? BigInt(limits.perMonth), paidOfMonth, monthEndsAt),
    },
  };
}

/** A limit may have been lowered below what was paid already. */
function limitOf(max: bigint, paid: bigint, renewsAt: Date): WalletFacts['limits']['day'] {
  const left = paid < max ? max - paid : 0n;
  return { max: max.toString(), left: left.toString(), renewsAt: renewsAt.toISOString() };
}
