/** The account of a merchant in one currency, read at one moment. Amounts in minor units. */
export interface Account {
  /** Credits less debits. */
  readonly ledger: bigint;
  /** The sum of its pending holds. */
  readonly held: bigint;
  /** The amounts that rails have collected and not yet settled, by the time of their settlement. */
  readonly maturing: readonly Matures[];
}

export interface Matures {
  readonly at: Date;
  readonly amount: bigint;
}

/**
 * `available` + `pending` − `owed` is what the ledger has; `held` is a part of `pending`, and `upcoming` adds up to the rest of it. `owed`: what is
 * missing where money that was paid out or is held was taken back. What comes in fills it before anything is available.
 */
export interface Balance {
  readonly available: bigint;
  readonly pending: bigint;
  readonly owed: bigint;
  readonly held: bigint;
  readonly upcoming: readonly Matures[];
}

/**
 * The amount that a payout could take now, and the rest. A refund may have used money that no rail has settled yet: what matures then fills that
 * first, so it is not available a second time.
 */
export function balanceOf({ ledger, held, maturing }: Account): Balance {
  const usable = ledger - held;
  let left = maturing.reduce((sum, { amount }) => sum + amount, 0n);
  const available = atLeastZero(usable - left);
  let before = available;
  const upcoming: Matures[] = [];
  for (const { at, amount } of maturing.toSorted((one, other) => Number(one.at) - Number(other.at))) {
    left -= amount;
    const after = atLeastZero(usable - left);
    if (after > before) upcoming.push({ at, amount: after - before });
    before = after;
  }
  const owed = atLeastZero(-usable);
  return { available, pending: ledger + owed - available, owed, held, upcoming };
}

function atLeastZero(amount: bigint): bigint {
  return amount > 0n ? amount : 0n;
}
