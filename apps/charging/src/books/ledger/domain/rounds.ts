/** Rows that one statement takes. */
export const ROUND_SIZE = 100;

/**
 * Splits a batch into rounds of at most `size` items, no two of which share a key. Items that share one keep their order,
 * each in a later round than the one before. A statement sees one state of a wallet, so it decides on it once.
 */
export function rounds<Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly string[],
  size: number = ROUND_SIZE,
): readonly (readonly Item[])[] {
  const made: Item[][] = [];
  const nextRoundOf = new Map<string, number>();
  for (const item of items) {
    const keys = keysOf(item);
    let round = Math.max(0, ...keys.map((key) => nextRoundOf.get(key) ?? 0));
    while ((made[round]?.length ?? 0) >= size) round++;
    (made[round] ??= []).push(item);
    for (const key of keys) nextRoundOf.set(key, round + 1);
  }
  return made;
}
