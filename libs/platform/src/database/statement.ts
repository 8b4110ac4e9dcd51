import type { EntityManager } from 'typeorm';

/** SQL with its values. With a `name` it is prepared once per connection; a name always has the same text. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Executes statements: int8 as bigint, timestamptz as Date. Throws DatabaseUnavailable, OutcomeUnknown, or pg's own errors. */
export interface Queryable {
  /** The rows of the answer. */
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /** Returns the number of rows that the statement has changed. */
  execute(statement: Statement): Promise<number>;
}

/** One transaction on one connection. */
export interface DatabaseTransaction extends Queryable {
  /** TypeORM inside this transaction, for mapping and reads. */
  readonly manager: EntityManager;
}
