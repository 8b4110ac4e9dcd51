import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { StackError } from '../errors.ts';
import { isAtLeast } from './engine.ts';
import type { Engine, EngineContext } from './engine.ts';
import { removeStalePid } from './postmaster-pid.ts';
import { findPostgres, placeForUser } from './postgres-binaries.ts';
import type { PostgresHome } from './postgres-binaries.ts';

const MINIMUM = '17';
const PROBE_MS = 3000;

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // six instances of five services, with ten connections each
  max_connections: '400',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
};
/** A run that the machine does not survive is begun anew; what a killed server has written stays with the system. */
const SHORT_LIVED = { fsync: 'off' };

export async function embeddedPostgres(context: EngineContext): Promise<Engine> {
  const home = findPostgres(MINIMUM);
  const port = await context.ports.take('postgres', { variable: 'PAYGATE_POSTGRES_PORT' });
  const data = await initOnce(context, home);
  const password = context.secrets.get('postgresAdminPassword');
  const query =
    context.tls === undefined ? '' : `?sslmode=verify-full&sslrootcert=${encodeURIComponent(context.tls.ca)}`;
  const url = `postgres://postgres:${password}@127.0.0.1:${String(port)}/postgres${query}`;
  const purpose = context.shortLived ? SHORT_LIVED : {};
  const settings = Object.entries({ ...SETTINGS, ...purpose, ...tlsSettings(context, home), port: String(port) });
  return {
    ...postgresAt(url, join(home.bin, 'postgres')),
    definition: {
      name: 'postgres',
      role: 'engine',
      command: join(home.bin, 'postgres'),
      args: ['-D', data, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      env: { LC_ALL: 'C', TZ: 'UTC' },
      cwd: data,
      // SIGINT is PostgreSQL's fast shutdown, which ends sessions; SIGTERM would wait for them
      stopSignal: 'SIGINT',
      isReady: async () => (await queryValue(url, 'SELECT 1 AS answer')) !== undefined,
      readyWithinMs: 60_000,
      ...(home.user === undefined ? {} : { user: home.user }),
    },
  };
}

/** A server that already runs, by an administrator's address. */
export function postgresAt(url: string, origin: string): Engine {
  return { name: 'postgres', url, origin, definition: undefined, version: () => checkedVersion(url) };
}

async function checkedVersion(url: string): Promise<string> {
  const version = (await queryValue(url, 'SHOW server_version')) ?? 'unknown';
  if (!isAtLeast(version, MINIMUM)) throw new StackError(`PostgreSQL ${version} is below the minimum, ${MINIMUM}`);
  return version;
}

async function queryValue(url: string, query: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: PROBE_MS, query_timeout: PROBE_MS });
  // the call below reports the failure; an error event without a listener would end this process
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<string[]>({ text: query, rowMode: 'array' });
    return String(rows[0]?.[0]);
  } finally {
    await client.end();
  }
}

/** With TLS the server takes no other connections. It reads its key only from a file of its own user. */
function tlsSettings({ tls, paths }: EngineContext, home: PostgresHome): Readonly<Record<string, string>> {
  if (tls === undefined) return {};
  const parent = placeForUser(paths, home);
  const [cert, key, rules] = ['cert.pem', 'key.pem', 'pg_hba.conf'].map((name) => join(parent, name));
  copyFileSync(tls.cert, String(cert));
  copyFileSync(tls.key, String(key));
  writeFileSync(String(rules), 'hostssl all all 127.0.0.1/32 scram-sha-256\n');
  for (const path of [cert, key, rules].map(String)) {
    chmodSync(path, 0o600);
    if (home.user !== undefined) chownSync(path, home.user.uid, home.user.gid);
  }
  return { ssl: 'on', ssl_cert_file: String(cert), ssl_key_file: String(key), hba_file: String(rules) };
}

/** initdb writes to a temporary folder that is renamed at the end, so that a kill leaves no incomplete cluster. */
async function initOnce(context: EngineContext, home: PostgresHome): Promise<string> {
  const parent = placeForUser(context.paths, home);
  const data = join(parent, 'data');
  if (existsSync(data)) {
    removeStalePid(data);
    return data;
  }
  const partial = join(parent, 'data.partial');
  const passwordFile = join(parent, 'password');
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { mode: 0o700 });
  chmodSync(partial, 0o700);
  writeFileSync(passwordFile, context.secrets.get('postgresAdminPassword'), { mode: 0o600 });
  if (home.user !== undefined) {
    for (const path of [partial, passwordFile]) chownSync(path, home.user.uid, home.user.gid);
  }
  const sync = context.shortLived ? ['--no-sync'] : [];
  const identity = ['-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
  await context.run({
    name: 'postgres-initdb',
    command: join(home.bin, 'initdb'),
    args: ['-D', partial, ...identity, '--encoding=UTF8', '--no-locale', ...sync],
    env: { LC_ALL: 'C', TZ: 'UTC' },
    cwd: parent,
    ...(home.user === undefined ? {} : { user: home.user }),
  });
  rmSync(passwordFile);
  renameSync(partial, data);
  return data;
}
