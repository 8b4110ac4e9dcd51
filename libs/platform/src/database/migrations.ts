import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import type { MigrationInterface } from 'typeorm';
import { ConfigurationError } from '../config/load-config.js';
import { reasonOf } from '../errors/describe-error.js';
import { announcedPid } from './pool.js';
import { grantToRuntimeRole } from './runtime-role.js';
import { setSessionDefaults } from './session-defaults.js';

/** A TypeORM migration; its name ends in the 13 digits of its time. */
export type MigrationClass = new () => MigrationInterface;

/** Any constant: advisory locks are per database. */
const LOCK_KEY = 7_236_425_101;
const LOCK_EVERY_MS = 200;
/** Instead of the session defaults of the database. All other sessions queue behind a migration that waits for a table's lock. */
const MIGRATION_OPTIONS =
  '-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c transaction_timeout=0 -c lock_timeout=10s';
const CONNECT_MS = 10_000;
const LOOK_EVERY_MS = 1_000;

export interface MigrationRun {
  /** The owner of the database and its tables. */
  readonly url: string;
  readonly migrations: readonly MigrationClass[];
  /** The service's own role, when it is not the owner: see {@link grantToRuntimeRole}. */
  readonly runtimeRole?: string | undefined;
}

/**
 * Runs the migrations that have not run yet, one transaction each unless it says `transaction = false`, then sets the database's session defaults and the rights of the
 * runtime role. An advisory lock keeps instances that start together from racing.
 */
export async function runMigrations({ url, migrations, runtimeRole }: MigrationRun): Promise<void> {
  const { DataSource } = await import('typeorm');
  const guard = new pg.Client({
    connectionString: url,
    application_name: 'migrations',
    keepAlive: true,
  });
  guard.on('error', () => undefined);
  await guard.connect();
  try {
    await refusePooler(guard);
    await lock(guard);
    const dataSource = new DataSource({
      type: 'postgres',
      url,
      // TypeORM would import it by a computed name, which no bundler resolves
      driver: pg,
      migrations: [...migrations],
      migrationsTransactionMode: 'each',
      installExtensions: false,
      poolSize: 1,
      applicationName: 'migrations',
      extra: { options: MIGRATION_OPTIONS },
    });
    await dataSource.initialize();
    try {
      await dataSource.runMigrations();
    } finally {
      await dataSource.destroy();
    }
    await setSessionDefaults(guard);
    if (runtimeRole !== undefined) await grantToRuntimeRole(guard, runtimeRole);
  } finally {
    await guard.end();
  }
}

/** Asks for the lock again and again: an index that is built concurrently waits for statements that are under way, also for one that waits. */
async function lock(guard: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await guard.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [LOCK_KEY]);
    if (rows[0]?.taken === true) return;
    await delay(LOCK_EVERY_MS);
  }
}

/** The lock and the settings of a migration belong to a session. */
async function refusePooler(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  if (rows[0]?.pid !== announcedPid(client))
    throw new ConfigurationError(['DATABASE_URL names a pooler: migrations connect to the server itself']);
}

export interface MigrationWait {
  /** The service's own role. */
  readonly url: string;
  readonly migrations: readonly MigrationClass[];
  readonly timeoutMs: number;
}

/**
 * Waits until all of these migrations have run in the database. Later ones may have run too: a schema serves the version before it as
 * well. Throws after the time-out, with the reason: migrations that are missing, or a server that does not answer.
 */
export async function awaitMigrations({ url, migrations, timeoutMs }: MigrationWait): Promise<void> {
  const wanted = migrations.map((migration) => new migration().name ?? migration.name);
  const endMs = performance.now() + timeoutMs;
  for (;;) {
    const reason = await missingMigrations(url, wanted).then(
      (missing) => (missing.length === 0 ? undefined : `these migrations have not run: ${missing.join(', ')}`),
      reasonOf,
    );
    if (reason === undefined) return;
    if (performance.now() > endMs) throw new Error(reason);
    await delay(LOOK_EVERY_MS);
  }
}

/** Connects, and disconnects again. Throws when the database cannot be used. */
export async function connectTo(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  await client.connect().finally(() => client.end());
}

async function missingMigrations(url: string, wanted: readonly string[]): Promise<readonly string[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: LOOK_EVERY_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows: tables } = await client.query("SELECT WHERE to_regclass('migrations') IS NOT NULL");
    if (tables.length === 0) return wanted;
    const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations');
    const done = new Set(rows.map(({ name }) => name));
    return wanted.filter((name) => !done.has(name));
  } finally {
    await client.end();
  }
}
