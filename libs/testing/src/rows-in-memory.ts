import type { TableContract } from '@paygate/contracts';
import type { TableSource } from '@paygate/messaging';

/** The rows of a table whose owner is a spec. */
export class RowsInMemory<Row extends { readonly version: number }> implements TableSource {
  readonly #rows = new Map<string, Row>();

  constructor(readonly contract: TableContract<Row>) {}

  put(row: Row): void {
    const key = this.contract.key(row);
    if ((this.#rows.get(key)?.version ?? 0) < row.version) this.#rows.set(key, row);
  }

  page(_: unknown, after: string, limit: number): Promise<Row[]> {
    const keys = [...this.#rows.keys()].filter((key) => key > after).toSorted();
    return Promise.resolve(keys.slice(0, limit).flatMap((key) => this.#rows.get(key) ?? []));
  }
}
