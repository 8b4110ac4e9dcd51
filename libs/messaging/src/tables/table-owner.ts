import type { ReadTable, Reply, TablePage } from '@paygate/contracts';
import { accept, TABLE_PAGE_ROWS } from '@paygate/contracts';
import type { Database, Queryable } from '@paygate/platform';
import type { AnyTable } from '../contracts.js';
import { fitting } from '../commands/fitting.js';
import type { TableRow } from './table.js';

/** The source of the rows of a table's owner. */
export interface TableSource {
  readonly contract: AnyTable;
  /** The next rows after a key, in the order of keys, without those that have lapsed; none when there are no more. */
  page(database: Queryable, after: string, limit: number): Promise<readonly TableRow[]>;
}

/** Answers readers that ask for the rows of the tables that a service owns. */
export class TableOwner {
  constructor(
    private readonly database: Database,
    private readonly sources: readonly TableSource[],
  ) {}

  /** The rows after a key: as many as a page and a message may hold. */
  async read({ table, after }: ReadTable): Promise<Reply<TablePage>> {
    const source = this.sources.find(({ contract }) => contract.type === table);
    if (source === undefined) throw new TypeError(`no table of this service: ${table}`);
    return accept({ table, after, rows: fitting(await source.page(this.database, after, TABLE_PAGE_ROWS)) });
  }
}
