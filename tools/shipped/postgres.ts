import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { dataServices, presentZoneName } from '@paygate/contracts';
import { debianZones } from '@paygate/testing';
import { eventually } from '@paygate/platform';
import pg from 'pg';
import { parse } from 'yaml';
import type { Asked } from './asked.js';
import { outputOf } from './asked.js';
import { Debian } from './debian.js';

const NOBODY = 65_534;
const STARTS_MS = 60_000;

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly image: string; readonly command: readonly string[]; readonly environment: object }>
  >;
}

/**
 * Runs the PostgreSQL of docker-compose.yml as Debian 13 builds it, with the settings given there, below a root of its own, and asks it for
 * these settings, for each time zone by the name that it is called with, and to be migrated by each service, which may need no extension.
 */
export async function askPostgres(folder: string): Promise<Asked> {
  if (process.getuid?.() !== 0) throw new Error('needs root, for a root directory of its own');
  const { postgres } = (parse(readFileSync('docker-compose.yml', 'utf8'), { merge: true }) as Compose).services;
  const [, major = ''] = /postgres:(\d+)/.exec(postgres?.image ?? '') ?? [];
  const settings = (postgres?.command ?? []).filter((word) => word.includes('='));
  const { POSTGRES_INITDB_ARGS: initial = '' } = (postgres?.environment ?? {}) as Readonly<Record<string, string>>;

  const debian = Debian.of(folder);
  const root = debian.extractWhole(`postgresql-${major}`, 'dash', 'tzdata');
  prepare(root);
  const bin = `/usr/lib/postgresql/${major}/bin`;
  const inRoot = ['TZ=UTC', 'LC_ALL=C', 'chroot', `--userspec=${NOBODY}:${NOBODY}`, root];
  outputOf('env', [...inRoot, `${bin}/initdb`, '-D', '/data', '-U', 'postgres', ...initial.split(' ')], folder);
  const port = await freePort();
  const own = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const flags = [...settings, ...own].flatMap((setting) => ['-c', setting]);
  const server = spawn('env', [...inRoot, `${bin}/postgres`, '-D', '/data', ...flags], { stdio: 'ignore' });
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`;
  try {
    await eventually(() => answer(url('postgres'), 'SELECT 1'), { timeoutMs: STARTS_MS });
    const version = String(await answer(url('postgres'), 'SHOW server_version'));
    const faults = [
      ...(await faultsOfSettings(url('postgres'), settings)),
      ...(await faultsOfZones(url('postgres'))),
      ...(await faultsOfServices(url)),
    ];
    return {
      about: `settings, time zones and migrations in PostgreSQL ${version}`,
      count: settings.length + zoneNames().length + dataServices.length,
      faults,
    };
  } finally {
    server.kill('SIGINT');
    if (server.exitCode === null) await once(server, 'exit');
  }
}

/** What the packages leave to their scripts and to the base system. */
function prepare(root: string): void {
  for (const name of ['bin', 'sbin', 'lib', 'lib64'])
    if (!existsSync(join(root, name))) symlinkSync(`usr/${name}`, join(root, name));
  for (const name of ['dev', 'dev/shm', 'tmp', 'data']) mkdirSync(join(root, name), { recursive: true });
  for (const name of ['dev/shm', 'tmp', 'data']) chownSync(join(root, name), NOBODY, NOBODY);
  for (const [name, minor] of Object.entries({ null: '3', zero: '5', urandom: '9' }))
    outputOf('mknod', ['-m', '666', join(root, 'dev', name), 'c', '1', minor], root);
  writeFileSync(join(root, 'etc/passwd'), `postgres:x:${NOBODY}:${NOBODY}::/:/bin/sh\n`);
  rmSync(join(root, 'etc/localtime'), { force: true });
  // without it pg_timezone_names fails as a whole
  symlinkSync('/usr/share/zoneinfo/Etc/UTC', join(root, 'etc/localtime'));
}

async function faultsOfSettings(url: string, settings: readonly string[]): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const setting of settings) {
    const [name = '', value = ''] = setting.split('=');
    const shown = await answer(url, `SHOW ${name}`);
    if (shown !== value) faults.push(`${setting}: ${String(shown)} there`);
  }
  return faults;
}

/** Every zone that Node knows, and those of Debian. */
const zoneNames = (): readonly string[] => [...new Set([...debianZones, ...Intl.supportedValuesOf('timeZone')])];

async function faultsOfZones(url: string): Promise<readonly string[]> {
  const listed = await answer(url, 'SELECT array_agg(lower(name)) FROM pg_timezone_names');
  const known = new Set(listed as readonly string[]);
  const unknown = zoneNames().filter((name) => !known.has(presentZoneName(name).toLowerCase()));
  return unknown.map((name) => `${name}: no time zone there`);
}

async function faultsOfServices(url: (database: string) => string): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const service of dataServices) {
    const role = `paygate_${service.replaceAll('-', '_')}`;
    for (const statement of [`CREATE ROLE ${role} LOGIN`, `CREATE DATABASE ${role}`])
      await answer(url('postgres'), statement);
    const env = [`DATABASE_URL=${url(role)}`, `DATABASE_RUNTIME_ROLE=${role}`, 'LOG_LEVEL=warn'];
    try {
      outputOf('env', [...env, process.execPath, `dist/services/${service}/main.js`, 'migrate'], process.cwd());
    } catch (error) {
      faults.push(`${service}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return faults;
}

/** The first field of the first row. */
async function answer(url: string, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<unknown[]>({ text: query, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
