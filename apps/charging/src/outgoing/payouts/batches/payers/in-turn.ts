import type { PayingAccount } from '../../active-merchants.js';

/** The accounts in one order, which begins behind `last` and goes round: of accounts that come and go, each has its turn. */
export function inTurn(payers: readonly PayingAccount[], last: PayingAccount | undefined): readonly PayingAccount[] {
  const sorted = payers.toSorted((one, other) => (isBehind(one, other) ? 1 : -1));
  const next = last === undefined ? -1 : sorted.findIndex((payer) => isBehind(payer, last));
  return next <= 0 ? sorted : [...sorted.slice(next), ...sorted.slice(0, next)];
}

function isBehind(one: PayingAccount, other: PayingAccount): boolean {
  return one.merchantId === other.merchantId ? one.ledger > other.ledger : one.merchantId > other.merchantId;
}
