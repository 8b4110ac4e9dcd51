import type { DataService } from '@paygate/contracts';
import { dataServices } from '@paygate/contracts';
import pg from 'pg';

/** The address of each service's database under a role that may only read. */
export type DatabaseUrls = Readonly<Record<DataService, string>>;

const CONNECT_MS = 5_000;
const STATEMENT_MS = 60_000;

/** One connection to each audited database. Every transaction is read-only. */
export class Databases {
  readonly #pools: ReadonlyMap<DataService, pg.Pool>;

  constructor(urls: DatabaseUrls) {
    this.#pools = new Map(dataServices.map((service) => [service, poolOf(urls[service])]));
  }

  async query<Row extends object>(
    service: DataService,
    text: string,
    values: readonly unknown[] = [],
  ): Promise<readonly Row[]> {
    const pool = this.#pools.get(service);
    if (pool === undefined) throw new RangeError(`no database of ${service}`);
    return (await pool.query<Row>(text, [...values])).rows;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()));
  }
}

function poolOf(connectionString: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    max: 1,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    // the session defaults of a service's database keep its look-ups from reading whole tables, which is what the auditor does
    options: '-c default_transaction_read_only=on -c enable_seqscan=on -c plan_cache_mode=auto',
    application_name: 'auditor',
    allowExitOnIdle: true,
  });
  // the query that needs the connection reports the failure
  pool.on('error', () => undefined);
  return pool;
}
