import type { EntityManager } from 'typeorm';

/** SQL with its values. With a `name` it is prepared once per connection: a name stands for one text, for ever. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** Takes statements, int8 as bigint, timestamptz as Date. Errors: DatabaseUnavailable, OutcomeUnknown, or pg's own. */
export interface Queryable {
  /** The rows of the answer. */
  query<Row extends object>(statement: Statement): Promise<Row[]>;
  /** How many rows the statement has changed. */
  execute(statement: Statement): Promise<number>;
}

/** One transaction on one connection. */
export interface DatabaseTransaction extends Queryable {
  /** TypeORM inside this transaction, for mapping and reads. */
  readonly manager: EntityManager;
}
