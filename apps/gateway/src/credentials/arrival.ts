import type { Table } from '@paygate/messaging';

/** What was published a moment ago may still be on its way to us. */
export const ARRIVAL_TIMEOUT_MS = 1_000;
/** Of what a caller is about to be told: it takes so long only on a machine that is used up. */
export const TOLD_ARRIVAL_TIMEOUT_MS = 5_000;

/** Waits until the row of a key is as it is expected, for a moment at most. */
export async function arrivalOf<Row extends { readonly version: number }>(
  table: Pick<Table<Row>, 'get' | 'onChange'>,
  key: string,
  isExpected: (row: Row) => boolean = () => true,
  timeoutMs = ARRIVAL_TIMEOUT_MS,
): Promise<void> {
  const held = table.get(key);
  if (held !== undefined && isExpected(held)) return;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const end = table.onChange((arrived, row) => {
    if (arrived === key && isExpected(row)) resolve(undefined);
  });
  const timer = setTimeout(resolve, timeoutMs, undefined);
  await promise;
  clearTimeout(timer);
  end();
}
