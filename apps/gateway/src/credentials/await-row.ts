import type { Table } from '@paygate/messaging';

/** The longest wait of a request for a row that another gateway's request may have published a moment ago. */
export const ARRIVAL_TIMEOUT_MS = 1_000;
/** The longest wait of a request for the row that its own command has published. */
export const OWN_CHANGE_TIMEOUT_MS = 5_000;

/** Waits until the row of a key is as expected, or until the time-out. */
export async function arrivalOf<Row extends { readonly version: number }>(
  table: Pick<Table<Row>, 'get' | 'onChange'>,
  key: string,
  isExpected: (row: Row) => boolean = () => true,
  timeoutMs = ARRIVAL_TIMEOUT_MS,
): Promise<void> {
  const held = table.get(key);
  if (held !== undefined && isExpected(held)) return;
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const unsubscribe = table.onChange((arrived, row) => {
    if (arrived === key && isExpected(row)) resolve(undefined);
  });
  const timer = setTimeout(resolve, timeoutMs, undefined);
  await promise;
  clearTimeout(timer);
  unsubscribe();
}
