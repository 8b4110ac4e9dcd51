import pg from 'pg';
import type { MigrationInterface } from 'typeorm';
import { grantToRuntimeRole } from './runtime-role.js';

/** A TypeORM migration; its name ends in the 13 digits of its time. */
export type MigrationClass = new () => MigrationInterface;

/** Any constant: one lock per database, as advisory locks are. */
const LOCK_KEY = 7_236_425_101;
/** A migration that waits for a table's lock makes everyone else wait behind it. */
const LOCK_TIMEOUT_MS = 10_000;

export interface MigrationRun {
  /** The tables' owner. */
  readonly url: string;
  readonly migrations: readonly MigrationClass[];
  /** The service's own role, when it is not the owner: is granted what {@link grantToRuntimeRole} says. */
  readonly runtimeRole?: string | undefined;
}

/** Runs what has not run yet, one transaction each, under an advisory lock: instances that start together do not race. */
export async function runMigrations({ url, migrations, runtimeRole }: MigrationRun): Promise<void> {
  const { DataSource } = await import('typeorm');
  const guard = new pg.Client({ connectionString: url, application_name: 'migrations', keepAlive: true });
  guard.on('error', () => undefined);
  await guard.connect();
  try {
    await guard.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    const dataSource = new DataSource({
      type: 'postgres',
      url,
      // given, as TypeORM would look for it by a name that no bundler sees
      driver: pg,
      migrations: [...migrations],
      migrationsTransactionMode: 'each',
      installExtensions: false,
      poolSize: 1,
      applicationName: 'migrations',
      extra: { lock_timeout: LOCK_TIMEOUT_MS },
    });
    await dataSource.initialize();
    try {
      await dataSource.runMigrations();
    } finally {
      await dataSource.destroy();
    }
    if (runtimeRole !== undefined) await grantToRuntimeRole(guard, runtimeRole);
  } finally {
    await guard.end();
  }
}
