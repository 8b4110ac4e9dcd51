import { randomBytes } from 'node:crypto';
import type { MigrationClass } from '@paygate/platform';
import { Clock, Database, Logger, runMigrations } from '@paygate/platform';
import pg from 'pg';
import { engineAddress } from './engines.js';

/** An administrator's session, instead of the session defaults of a service's database. */
export const UNBOUNDED_SESSION =
  '-c statement_timeout=0 -c transaction_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0 -c enable_seqscan=on';

/** The role of {@link TestDatabase.serviceUrl}. */
export const SERVICE_ROLE = 'paygate_test_service';

/** A database of one suite. */
export interface TestDatabase {
  /** The URL of its owner, an administrator. */
  readonly url: string;
  /** The URL of a role with the rights of a service. */
  readonly serviceUrl: string;
  /** Runs a statement as the owner. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Every row of these tables, as `table: {…}`, in one order, so that two states can be compared. */
  rowsOf(...tables: readonly string[]): Promise<readonly string[]>;
  /** A copy as it is now. Whoever else is connected is disconnected. */
  copied(): Promise<TestDatabase>;
  drop(): Promise<void>;
}

/** Templates by the migrations that they hold; undefined for migrations of which one database was asked for so far. */
const templates = new WeakMap<readonly MigrationClass[], Promise<string> | undefined>();

/** A fresh database on the engine of TEST_DATABASE_URL, migrated. From the second one of a worker on, a copy of a template. */
export async function testDatabase(name: string, migrations: readonly MigrationClass[]): Promise<TestDatabase> {
  const admin = engineAddress('TEST_DATABASE_URL');
  const known = templates.get(migrations);
  const template = known ?? (templates.has(migrations) ? created(admin, `template_${name}`, migrations) : undefined);
  templates.set(migrations, template);
  return existing(admin, await created(admin, name, migrations, await template));
}

/** Creates a database, with all migrations, and returns its name. */
async function created(
  admin: string,
  name: string,
  migrations: readonly MigrationClass[],
  template?: string,
): Promise<string> {
  const database = `test_${name.replaceAll(/[^a-z0-9]/g, '_')}_${randomBytes(4).toString('hex')}`;
  await withClient(admin, async (client) => {
    await ensureServiceRole(client);
    await client.query(`CREATE DATABASE ${database} TEMPLATE ${template ?? 'template1'}`);
    // which belong to a database, and which no copy has
    if (template !== undefined) await client.query(SESSION_DEFAULTS_OF, [template, database]);
  });
  if (template === undefined)
    await runMigrations({ url: urlOf(admin, database), migrations, runtimeRole: SERVICE_ROLE });
  return database;
}

/** Gives one database the session defaults of another one. */
const SESSION_DEFAULTS_OF = `INSERT INTO pg_db_role_setting (setdatabase, setrole, setconfig)
  SELECT copy.oid, 0, setconfig FROM pg_database AS copy, pg_db_role_setting JOIN pg_database AS template ON setdatabase = template.oid
  WHERE setrole = 0 AND template.datname = $1 AND copy.datname = $2`;

function urlOf(admin: string, database: string): string {
  const address = new URL(admin);
  address.pathname = `/${database}`;
  return address.toString();
}

function existing(admin: string, database: string): TestDatabase {
  const url = urlOf(admin, database);
  const address = new URL(url);
  address.username = address.password = SERVICE_ROLE;
  const serviceUrl = address.toString();
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true, options: UNBOUNDED_SESSION });
  pool.on('error', () => undefined);
  const query = async <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
    (await pool.query<Row>(text, [...values])).rows;
  const rowsOf = async (table: string): Promise<readonly string[]> =>
    (await query<{ row: string }>(`SELECT row_to_json(t)::text AS row FROM ${table} t ORDER BY 1`)).map(
      ({ row }) => `${table}: ${row}`,
    );
  return {
    url,
    serviceUrl,
    query,
    copied: async () => {
      const copy = `${database}_${randomBytes(2).toString('hex')}`;
      await withClient(admin, async (client) => {
        await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [database]);
        await client.query(`CREATE DATABASE ${copy} TEMPLATE ${database}`);
        await client.query(SESSION_DEFAULTS_OF, [database, copy]);
      });
      return existing(admin, copy);
    },
    rowsOf: async (...tables) => (await Promise.all(tables.map(rowsOf))).flat(),
    drop: async () => {
      await pool.end();
      await withClient(admin, (client) => client.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`));
    },
  };
}

/** Opens a database as services do, and waits until it is connected. */
export async function openDatabase(url: string, poolSize: number): Promise<Database> {
  const logger = new Logger({ service: 'test', instance: 'suite', level: 'silent' });
  const database = await Database.open({ url, poolSize, applicationName: 'suite', clock: new Clock(), logger });
  await database.ready;
  return database;
}

/** One role for all suites of a server; its rights are granted in each database. */
async function ensureServiceRole(client: pg.Client): Promise<void> {
  await client.query(`DO $$ BEGIN CREATE ROLE ${SERVICE_ROLE} LOGIN PASSWORD '${SERVICE_ROLE}';
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`);
}

/** Runs `work` with a connection of its own. */
export async function withClient(url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: url, options: UNBOUNDED_SESSION });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
