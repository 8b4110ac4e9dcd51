import type { CompareTable, Reply, ShardDigest, TableCompared } from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import type { Database, Queryable } from '@paygate/platform';
import type { AnyTable } from '../contracts.js';
import { TABLE_PAGE_ROWS } from '../limits.js';
import type { UnitOfWork } from '../unit-of-work.js';
import { shardOf, TableDigests } from './table-digests.js';

interface AnyRow {
  readonly version: number;
}

/** Where the owner of a table has its rows. */
export interface TableSource {
  readonly contract: AnyTable;
  /** The next rows after a key, in the order of keys, without those that have lapsed; none when there are no more. */
  page(database: Queryable, after: string, limit: number): Promise<readonly AnyRow[]>;
}

/** Tells the rows of the tables that a service owns, as they stand in its database, which is the truth. */
export class TableOwner {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly database: Database,
    private readonly sources: readonly TableSource[],
  ) {}

  /** Tells every row once more. Readers pass over a version that they know, so it is always safe. */
  async tell(): Promise<void> {
    for (const source of this.sources) await this.#tell(source, () => true);
  }

  /** Says in which shards a reader holds other rows than these, and tells them anew when it is asked to. */
  async compare({ table, asOf, shards, tell }: CompareTable): Promise<Reply<TableCompared>> {
    const source = this.sources.find(({ contract }) => contract.type === table);
    if (source === undefined) throw new TypeError(`no table of this service: ${table}`);
    const differing = await this.#differing(source, shards, Date.parse(asOf));
    if (tell && differing.size > 0) await this.#tell(source, (key) => differing.has(shardOf(key)));
    return accept({ differing: [...differing] });
  }

  async #differing(source: TableSource, shards: readonly ShardDigest[], asOfMs: number): Promise<Set<number>> {
    const { key, lapsesAt = () => Infinity } = source.contract;
    const digests = new TableDigests();
    for await (const page of this.#pages(source))
      for (const row of page) if (lapsesAt(row as never) > asOfMs) digests.add(key(row as never), row.version);
    return new Set(shards.filter(({ shard, digest }) => digests.of(shard) !== digest).map(({ shard }) => shard));
  }

  async #tell(source: TableSource, isWanted: (key: string) => boolean): Promise<void> {
    const { contract } = source;
    for await (const page of this.#pages(source)) {
      const wanted = page.filter((row) => isWanted(contract.key(row as never)));
      await this.unitOfWork.run((tx) => {
        for (const row of wanted) tx.putRow(contract as never, row);
        return Promise.resolve();
      });
    }
  }

  async *#pages(source: TableSource): AsyncGenerator<readonly AnyRow[]> {
    let after = '';
    for (;;) {
      const rows = await source.page(this.database, after, TABLE_PAGE_ROWS);
      const last = rows.at(-1);
      if (last === undefined) return;
      yield rows;
      after = source.contract.key(last as never);
    }
  }
}
