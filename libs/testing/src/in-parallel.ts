/** Fewer than a service has connections to its database, because waiting for one has a time-out. */
const AT_ONCE = 8;

/** Runs `work` on each item, at most `atOnce` concurrently; returns the results in the order of the items. */
export async function inParallel<Item, Result>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Result>,
  atOnce = AT_ONCE,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = numbered(items);
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const [index, item] of waiting) results[index] = await work(item);
    }),
  );
  return results;
}

/** One iterator for all: each takes the next item. */
function* numbered<Item>(items: Iterable<Item>): Generator<[index: number, item: Item]> {
  let index = 0;
  for (const item of items) yield [index++, item];
}
