import type { DataSource, EntityManager, EntitySchema } from 'typeorm';
import type pg from 'pg';
import type { Clock } from '../time/clock.js';
import type { Logger } from '../telemetry/logger.js';
import { Availability } from './availability.js';
import { dataSourceOn, managerOn } from './data-source.js';
import { DatabaseUnavailable } from './errors.js';
import { ConnectionPool } from './pool.js';
import type { DatabaseTransaction, Queryable, Statement } from './statement.js';

export interface DatabaseOptions {
  readonly url: string;
  readonly poolSize: number;
  readonly applicationName: string;
  /** Without entities TypeORM is not loaded, and {@link Database.read} and a transaction's `manager` throw. */
  readonly entities?: readonly EntitySchema[] | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * The service's database. Every failure says whether something may have been executed: {@link DatabaseUnavailable} (and
 * its kinds: nothing was) or OutcomeUnknown (it may have been); violated constraints and the like are pg's own errors.
 */
export class Database implements Queryable {
  /** TypeORM on the same connections, for a service with entities. Ready once the database was reached. */
  readonly dataSource: DataSource | undefined;
  readonly #pool: ConnectionPool;
  readonly #availability: Availability;

  /** For {@link Database.open}; public because injection tokens are classes that can be constructed. */
  constructor(pool: ConnectionPool, dataSource: DataSource | undefined, availability: Availability) {
    this.#pool = pool;
    this.dataSource = dataSource;
    this.#availability = availability;
  }

  /** Opens the pool and begins to connect; does not wait for the server. */
  static async open(options: DatabaseOptions): Promise<Database> {
    const { url, poolSize: size, applicationName, entities, clock, logger } = options;
    const pool = new ConnectionPool({
      url,
      size,
      applicationName,
      onTrouble: () => {
        availability.suspect();
      },
    });
    const dataSource = entities === undefined ? undefined : await dataSourceOn(pool.raw, entities);
    const availability: Availability = new Availability({
      clock,
      logger,
      reach: async () => {
        const now = await database.now();
        if (!database.available) await pool.tryPooler();
        if (dataSource?.isInitialized === false) await dataSource.initialize();
        return now;
      },
    });
    const database = new Database(pool, dataSource, availability);
    availability.start();
    return database;
  }

  /** True when the server answered last time. */
  get available(): boolean {
    return this.#availability.available;
  }

  /** Resolves when the server has answered for the first time. */
  get ready(): Promise<void> {
    return this.#availability.reached;
  }

  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    return (await this.#autocommit<Row>(statement)).rows;
  }

  async execute(statement: Statement): Promise<number> {
    return (await this.#autocommit(statement)).rowCount ?? 0;
  }

  /**
   * Runs `work` in a transaction on one connection. Rolls back when `work` throws, and throws that error. `open` makes a
   * transaction that can do more than run statements. With `lock` the transaction holds the advisory lock of that text from its beginning,
   * which costs no exchange of its own; throws LockTimedOut. Of a list it holds those that are free, without waiting: `tx.held` says which; it
   * waits only briefly for rows then.
   */
  async transaction<T>(work: (tx: DatabaseTransaction) => Promise<T>): Promise<T>;
  async transaction<T, Tx extends OpenTransaction>(
    work: (tx: Tx) => Promise<T>,
    open: (connection: TransactionConnection) => Tx,
    lock?: Lock,
  ): Promise<T>;
  async transaction<T>(
    work: (tx: OpenTransaction) => Promise<T>,
    open = (connection: TransactionConnection): OpenTransaction => new OpenTransaction(connection),
    lock?: Lock,
  ): Promise<T> {
    const client = await this.#pool.acquire();
    const tx = open({ pool: this.#pool, client, dataSource: this.dataSource });
    try {
      const begun = await this.#pool.ask<Held>(client, { text: beginWith(lock) }, 'reversible');
      if (lock !== undefined && typeof lock !== 'string') tx.held = heldOf(begun);
      const result = await work(tx);
      await this.#commit(client, tx);
      return result;
    } catch (error) {
      const failure = this.#pool.explain(client, error, 'reversible');
      if (!tx.ended) await this.#rollBack(client);
      throw failure;
    } finally {
      tx.ended = true;
      this.#pool.release(client);
    }
  }

  /** TypeORM outside a transaction, for reads: what fails was not executed. */
  async read<T>(work: (manager: EntityManager) => Promise<T>): Promise<T> {
    const client = await this.#pool.acquire();
    try {
      return await work(managerFor(this.#pool, client, this.dataSource, false));
    } catch (error) {
      throw this.#pool.explain(client, error, 'reversible');
    } finally {
      this.#pool.release(client);
    }
  }

  /** The time of the database's clock. Throws DatabaseUnavailable. */
  async now(): Promise<Date> {
    const [row] = await this.query<{ now: Date }>({ name: 'clock', text: 'SELECT clock_timestamp() AS now' });
    if (row === undefined) throw new DatabaseUnavailable('the database returned no time');
    return row.now;
  }

  /** Waits for statements under way, then closes the connections. */
  async close(): Promise<void> {
    this.#availability.stop();
    if (this.dataSource?.isInitialized === true) await this.dataSource.destroy();
    await this.#pool.close();
  }

  async #autocommit<Row extends object>(statement: Statement): Promise<pg.QueryResult<Row>> {
    const client = await this.#pool.acquire();
    try {
      return await this.#pool.ask<Row>(client, statement, 'committing');
    } finally {
      this.#pool.release(client);
    }
  }

  async #commit(client: pg.PoolClient, tx: OpenTransaction): Promise<void> {
    tx.ended = true;
    const { command } = await this.#pool.ask(client, { text: 'COMMIT' }, 'committing');
    // PostgreSQL answers ROLLBACK when a statement had failed before
    if (command === 'ROLLBACK')
      throw new Error('the transaction was rolled back: the error of a statement was ignored');
  }

  async #rollBack(client: pg.PoolClient): Promise<void> {
    try {
      await this.#pool.ask(client, { text: 'ROLLBACK' }, 'reversible');
    } catch {
      // a connection that cannot roll back is lost, and the server rolls back for it
      this.#pool.discard(client);
    }
  }
}

/** The text of an advisory lock to wait for, or the texts of locks of which those that are free are taken. */
export type Lock = string | readonly string[];

/** A transaction of many subjects waits no longer than this for a row: each of them can be tried again alone. */
const TOGETHER_LOCK_TIMEOUT_MS = 250;

interface Held {
  readonly held: boolean;
}

/** Two statements in one message take no parameters: the texts travel in hexadecimal digits, which need no quoting. */
function beginWith(lock: Lock | undefined): string {
  if (lock === undefined) return 'BEGIN';
  if (typeof lock === 'string') return `BEGIN; SELECT pg_advisory_xact_lock(${lockKey(`'${hexOf(lock)}'`)})`;
  const texts = lock.map(hexOf).join(',');
  return `BEGIN; SET LOCAL lock_timeout = ${TOGETHER_LOCK_TIMEOUT_MS};
    SELECT pg_try_advisory_xact_lock(${lockKey('text')}) AS held
    FROM unnest('{${texts}}'::text[]) WITH ORDINALITY AS lock (text, turn) ORDER BY turn`;
}

const hexOf = (text: string): string => Buffer.from(text).toString('hex');
const lockKey = (hex: string): string => `hashtextextended(convert_from(decode(${hex}, 'hex'), 'UTF8'), 0)`;

/** pg gives the results of several statements as an array, which its types do not have. */
function heldOf(results: unknown): readonly boolean[] {
  const tried = (results as readonly pg.QueryResult<Held>[]).at(-1);
  return tried?.rows.map(({ held }) => held) ?? [];
}

/** The connection that a transaction holds until it ends. */
export interface TransactionConnection {
  readonly pool: ConnectionPool;
  readonly client: pg.PoolClient;
  readonly dataSource: DataSource | undefined;
}

/** One transaction on one connection. Statements after its end throw. */
export class OpenTransaction implements DatabaseTransaction {
  ended = false;
  /** The results of the locks that were tried with BEGIN, in their order: true for each that the transaction holds. */
  held: readonly boolean[] = [];
  readonly #connection: TransactionConnection;
  #manager: EntityManager | undefined;

  constructor(connection: TransactionConnection) {
    this.#connection = connection;
  }

  get manager(): EntityManager {
    const { pool, client, dataSource } = this.#connection;
    this.#manager ??= managerFor(pool, client, dataSource, true);
    return this.#manager;
  }

  async query<Row extends object>(statement: Statement): Promise<Row[]> {
    const { pool, client } = this.#open();
    return (await pool.ask<Row>(client, statement, 'reversible')).rows;
  }

  async execute(statement: Statement): Promise<number> {
    const { pool, client } = this.#open();
    return (await pool.ask(client, statement, 'reversible')).rowCount ?? 0;
  }

  #open(): TransactionConnection {
    if (this.ended) throw new Error('the transaction has ended');
    return this.#connection;
  }
}

function managerFor(
  pool: ConnectionPool,
  client: pg.PoolClient,
  dataSource: DataSource | undefined,
  inTransaction: boolean,
): EntityManager {
  if (dataSource === undefined) throw new TypeError('a service without entities does without TypeORM');
  if (!dataSource.isInitialized) throw new DatabaseUnavailable('the database was not reached yet');
  const ask = (text: string, values: unknown[] = []): Promise<pg.QueryResult> =>
    pool.ask(client, { text, values }, 'reversible');
  return managerOn(dataSource, ask, inTransaction);
}
