import type { ReadTable, TablePage } from './table-reads.js';
import type { CommandContract } from './message.js';
import type { Stream } from './streams.js';
import type { PayloadClass } from '../schema/schema.js';

/** Rows that one service owns and others hold in memory. `version` grows with each change of one key. */
export interface TableContract<Row extends { readonly version: number }> {
  readonly type: string;
  readonly stream: Stream;
  readonly row: PayloadClass<Row>;
  readonly key: (row: Row) => string;
  /** The command by which a reader gets the rows that its owner has now; the topic carries the changes. */
  readonly snapshot: CommandContract<ReadTable, TablePage>;
  /** The time at which readers delete a row, in milliseconds since 1970; absent where rows stay for ever. */
  readonly lapsesAt?: (row: Row) => number;
}

/** Declares a table. */
export function defineTable<Row extends { readonly version: number }>(
  contract: TableContract<Row>,
): TableContract<Row> {
  return contract;
}
