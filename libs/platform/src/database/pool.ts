import pg from 'pg';
import { classify, endsConnection } from './classify.js';
import type { Exposure } from './classify.js';
import { ConfigurationError } from '../config/load-config.js';
import { DatabaseUnavailable, PoolExhausted } from './errors.js';
import type { Statement } from './statement.js';
import { exactTypes } from './types.js';

/** For a free connection of the pool. Opening a new one takes seconds on a busy machine. */
const ACQUIRE_TIMEOUT_MS = 4_000;
/** Longer than the statement time-out of the database (session-defaults.ts), which a server that is frozen does not enforce. */
const ANSWER_TIMEOUT_MS = 6_000;
const IDLE_CONNECTION_TIMEOUT_MS = 60_000;
const KEEPALIVE_DELAY_MS = 5_000;
/** Errors of PostgreSQL: duplicate_prepared_statement, invalid_sql_statement_name. */
const STATEMENT_LOST = ['42P05', '26000'];
const UNFIT_POOLER =
  'DATABASE_URL names a pooler that does not carry named statements (PgBouncer: 1.21 or newer, max_prepared_statements above 0)';

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

  /**
   * Uses a named statement on two connections in turn, where a pooler is between them and the server. One that lets connections share
   * a session and does not carry their statements fails now, and not under load. @returns when the statement has worked
   */
  async tryPooler(): Promise<void> {
    const one = await this.acquire();
    try {
      const { rows } = await this.ask<{ pid: number }>(one, BACKEND, 'reversible');
      if (this.#size === 1 || rows[0]?.pid === announcedPid(one)) return;
      const other = await this.acquire();
      try {
        for (const client of [other, one]) await this.ask(client, BACKEND, 'reversible');
      } finally {
        this.release(other);
      }
    } finally {
      this.release(one);
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
      if (error instanceof pg.DatabaseError && STATEMENT_LOST.includes(error.code ?? '')) endProcess();
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

const BACKEND: Statement = { name: 'backend', text: 'SELECT pg_backend_pid() AS pid' };

/** The process id that the server announced to a connection. A pooler announces one of its own. pg's types do not have it. */
export function announcedPid(client: pg.ClientBase): number | null {
  return (client as pg.ClientBase & { readonly processID: number | null }).processID;
}

/** No statement can be relied on behind such a pooler: the process ends as it does when its configuration has faults. */
function endProcess(): void {
  queueMicrotask(() => {
    throw new ConfigurationError([UNFIT_POOLER]);
  });
}
