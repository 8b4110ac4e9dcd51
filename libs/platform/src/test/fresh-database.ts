import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { setSessionDefaults } from '../database/session-defaults.js';

export interface FreshDatabase {
  readonly url: string;
  /** A connection of the administrator, beside the pool under test. It began before the session defaults and is not bound by them. */
  readonly admin: pg.Client;
  drop(): Promise<void>;
}

/** An empty database of the suite's own on the PostgreSQL of TEST_DATABASE_URL, with the session defaults of a service's. */
export async function freshDatabase(): Promise<FreshDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set');
  const name = `platform_${randomBytes(6).toString('hex')}`;
  const root = new pg.Client({ connectionString: server });
  await root.connect();
  await root.query(`CREATE DATABASE ${name}`);
  const url = new URL(server);
  url.pathname = name;
  const admin = new pg.Client({ connectionString: url.href, application_name: 'test-admin' });
  await admin.connect();
  await setSessionDefaults(admin);
  return {
    url: url.href,
    admin,
    drop: async () => {
      await admin.end();
      await root.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await root.end();
    },
  };
}
