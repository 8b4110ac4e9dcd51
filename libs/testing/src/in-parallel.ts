/** Less than a service has connections to its database: past the bus, more would wait for one, which has an end. */
const AT_ONCE = 8;

/** Does `work` on each item, `atOnce` of them at any time; gives the results in the order of the items. */
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
