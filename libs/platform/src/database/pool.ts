import pg from 'pg';
import { classify, endsConnection } from './classify.js';
import type { Exposure } from './classify.js';
import { DatabaseUnavailable, PoolExhausted } from './errors.js';
import type { Statement } from './statement.js';
import { exactTypes } from './types.js';

/** For a free connection of the pool. Opening a new one takes seconds on a busy machine. */
const ACQUIRE_TIMEOUT_MS = 4_000;
/** Longer than the statement time-out of the database (session-defaults.ts), which a server that is frozen does not enforce. */
const ANSWER_TIMEOUT_MS = 6_000;
const IDLE_CONNECTION_TIMEOUT_MS = 60_000;
const KEEPALIVE_DELAY_MS = 5_000;

export interface PoolOptions {
  readonly url: string;
  readonly size: number;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Called when a connection was lost or could not be opened: the database may be unavailable. */
  readonly onTrouble: () => void;
}

/** A bounded pool of connections. Each failure says whether something may have been executed. */
export class ConnectionPool {
  readonly raw: pg.Pool;
  readonly #lost = new WeakSet<pg.PoolClient>();
  readonly #onTrouble: () => void;
  readonly #size: number;
  #inUse = 0;

  constructor(options: PoolOptions) {
    this.#onTrouble = options.onTrouble;
    this.#size = options.size;
    this.raw = new pg.Pool({
      connectionString: options.url,
      application_name: options.applicationName,
      max: options.size,
      // an idle service notices by its one connection that the server has stopped
      min: 1,
      connectionTimeoutMillis: ACQUIRE_TIMEOUT_MS,
      idleTimeoutMillis: IDLE_CONNECTION_TIMEOUT_MS,
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEPALIVE_DELAY_MS,
      types: exactTypes,
    });
    this.raw.on('connect', (client) => {
      this.#watch(client);
    });
    this.raw.on('error', this.#onTrouble);
  }

  /** Takes a connection, until {@link release}. Throws DatabaseUnavailable. */
  async acquire(): Promise<pg.PoolClient> {
    try {
      const client = await this.raw.connect();
      this.#inUse++;
      return client;
    } catch (cause) {
      if (this.#inUse >= this.#size) throw new PoolExhausted('every connection to the database is in use', { cause });
      this.#onTrouble();
      throw new DatabaseUnavailable('no connection to the database', { cause });
    }
  }

  /** Sends one statement and waits for its answer. Throws what {@link classify} makes of a failure. */
  async ask<Row extends object>(
    client: pg.PoolClient,
    statement: Statement,
    exposure: Exposure,
  ): Promise<pg.QueryResult<Row>> {
    if (this.#lost.has(client)) throw new DatabaseUnavailable('the connection to the database was lost');
    const timer = setTimeout(() => {
      this.#giveUp(client);
    }, ANSWER_TIMEOUT_MS);
    try {
      return await client.query<Row>(statement as pg.QueryConfig);
    } catch (error) {
      throw this.explain(client, error, exposure);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Translates an error on this connection, and remembers the connection as lost when it cannot be used again. */
  explain(client: pg.PoolClient, error: unknown, exposure: Exposure): unknown {
    if (endsConnection(error)) this.#lost.add(client);
    return classify(error, this.#lost.has(client), exposure);
  }

  /** Marks a connection as lost: it is closed when it is released. */
  discard(client: pg.PoolClient): void {
    this.#lost.add(client);
  }

  /** Returns a connection to the pool, or closes it when it was lost. */
  release(client: pg.PoolClient): void {
    const lost = this.#lost.has(client);
    this.#inUse--;
    client.release(lost);
    if (lost) this.#onTrouble();
  }

  /** Closes idle connections at once, the others when they are released. */
  async close(): Promise<void> {
    if (!this.raw.ending) await this.raw.end();
  }

  #watch(client: pg.PoolClient): void {
    const lose = (): void => {
      this.#lost.add(client);
    };
    client.on('error', lose);
    client.on('end', lose);
  }

  /** Ending a client with a query in flight closes its socket, and that query fails. */
  #giveUp(client: pg.PoolClient): void {
    this.#lost.add(client);
    void client.end();
  }
}
