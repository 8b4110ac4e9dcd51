import type { DataService } from '@paygate/contracts';
import { dataServices } from '@paygate/contracts';
import pg from 'pg';
import type { Stack } from './stack.js';
import { UNBOUNDED_SESSION } from '../test-database.js';

/** Columns that change without requests: totals that charging rolls up, reported uses of keys, heartbeats. */
const RESTLESS: Readonly<Record<string, readonly string[]>> = {
  api_key: ['last_used_at'],
  append_account: ['rolled_credits', 'rolled_debits', 'rolled_to'],
  ledger_clock: ['high_water'],
  webhook_worker: ['worker', 'beat_at'],
};

/** Rows that are deleted when nobody needs them any more. */
const IDLE: Readonly<Record<string, RegExp>> = {
  phone_claim: /./,
  source_use: /./,
  otp_source_use: /./,
};

/** The databases of a running stack, as an administrator. */
export class StackDatabases {
  readonly #pools: ReadonlyMap<DataService, pg.Pool>;

  constructor({ postgres }: Pick<Stack, 'postgres'>) {
    this.#pools = new Map(dataServices.map((service) => [service, poolOf(postgres, service)]));
  }

  async query<Row extends object>(service: DataService, text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return (await this.#pool(service).query<Row>(text, [...values])).rows;
  }

  /** The rows of a query in each database, all together. */
  async everywhere<Row extends object>(text: string): Promise<Row[]> {
    const found = await Promise.all(dataServices.map((service) => this.query<Row>(service, text)));
    return found.flat();
  }

  /** Takes the locks of a statement and holds them until `release`. */
  async hold(service: DataService, text: string): Promise<{ readonly release: () => Promise<void> }> {
    const client = await this.#pool(service).connect();
    await client.query('BEGIN');
    await client.query(text);
    return {
      release: async () => {
        await client.query('ROLLBACK');
        client.release();
      },
    };
  }

  /** Every row of every table, as `service.table: {…}`, without columns that change by themselves. */
  async rows(): Promise<readonly string[]> {
    const all = await Promise.all(dataServices.map((service) => this.#rowsOf(service)));
    return all.flat();
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.end()));
  }

  async #rowsOf(service: DataService): Promise<readonly string[]> {
    const tables = await this.query<{ name: string }>(
      service,
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY 1`,
    );
    const rows: string[] = [];
    for (const { name } of tables) {
      const text = `SELECT (to_jsonb(t) - $1::text[])::text AS row FROM "${name}" t ORDER BY 1`;
      const found = await this.query<{ row: string }>(service, text, [RESTLESS[name] ?? []]);
      const busy = found.filter(({ row }) => IDLE[name]?.test(row) !== true);
      rows.push(...busy.map(({ row }) => `${service}.${name}: ${row}`));
    }
    return rows;
  }

  #pool(service: DataService): pg.Pool {
    const pool = this.#pools.get(service);
    if (pool === undefined) throw new RangeError(`no database of ${service}`);
    return pool;
  }
}

function poolOf(administrator: string, service: DataService): pg.Pool {
  const url = new URL(administrator);
  url.pathname = `/paygate_${service}`;
  const pool = new pg.Pool({
    connectionString: url.toString(),
    max: 2,
    allowExitOnIdle: true,
    options: UNBOUNDED_SESSION,
  });
  // the query that needs the connection carries the failure
  pool.on('error', () => undefined);
  return pool;
}
