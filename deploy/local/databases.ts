import pg from 'pg';
import { StackError } from './errors.ts';
import type { Secrets } from './secrets.ts';

/** The database and the role of a service have one name. */
export function databaseName(service: string): string {
  return `paygate_${service.replaceAll('-', '_')}`;
}

export function databaseUrl(admin: string, service: string, secrets: Secrets): string {
  const url = new URL(admin);
  url.username = databaseName(service);
  url.password = secrets.databasePassword(service);
  url.pathname = `/${databaseName(service)}`;
  return url.toString();
}

/** Makes what is missing and sets the passwords: those of a server that is given may date from another stack. */
export async function ensureDatabases(admin: string, services: readonly string[], secrets: Secrets): Promise<void> {
  const client = new pg.Client({ connectionString: admin, connectionTimeoutMillis: 5000, query_timeout: 60_000 });
  let failure: Error | undefined;
  client.on('error', (error) => {
    failure = error;
  });
  await client.connect();
  try {
    for (const service of services) await ensureDatabase(client, service, secrets);
  } finally {
    await client.end();
  }
  if (failure !== undefined) throw new StackError(`the connection to PostgreSQL broke: ${failure.message}`);
}

async function ensureDatabase(client: pg.Client, service: string, secrets: Secrets): Promise<void> {
  const name = databaseName(service);
  const identifier = client.escapeIdentifier(name);
  const password = client.escapeLiteral(secrets.databasePassword(service));
  const role = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name]);
  if (role.rowCount === 0) await client.query(`CREATE ROLE ${identifier}`);
  await client.query(`ALTER ROLE ${identifier} LOGIN PASSWORD ${password}`);
  // an administrator who is no superuser may give a database only to a role that it is a member of
  await client.query(`GRANT ${identifier} TO CURRENT_USER`);
  const database = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (database.rowCount === 0) await client.query(`CREATE DATABASE ${identifier} OWNER ${identifier}`);
  await client.query(`REVOKE CONNECT ON DATABASE ${identifier} FROM PUBLIC`);
}
