import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { withClient } from '@paygate/testing';

const run = promisify(execFile);

const DATABASE = 'paygate_bench';
const DEBIAN = '/usr/lib/postgresql';
const SCALE = 10;
const CLIENTS = 16;
const THREADS = 2;

/** A table of the shape of an intent, for the route that does nothing else. */
const BARE_TABLE = `CREATE TABLE IF NOT EXISTS bare_intent (
  id text COLLATE "C" PRIMARY KEY, merchant_id text COLLATE "C" NOT NULL, mode text COLLATE "C" NOT NULL,
  amount bigint NOT NULL, currency text COLLATE "C" NOT NULL, description text, metadata text NOT NULL,
  created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, status text COLLATE "C" NOT NULL)`;

/** The address of a database for the benches on the server whose administrator's address is given. */
export async function benchDatabase(admin: string): Promise<string> {
  const url = new URL(admin);
  url.pathname = `/${DATABASE}`;
  await withClient(admin, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  });
  await withClient(url.toString(), async (client) => {
    await client.query(BARE_TABLE);
  });
  return url.toString();
}

/** Runs `pgbench -N -M prepared -c16` for some seconds; gives transactions per second. */
export type Pgbench = (seconds: number) => Promise<number>;

/** Prepares pgbench's tables; undefined when the program is not on this machine. */
export async function preparePgbench(url: string): Promise<Pgbench | undefined> {
  const program = findPgbench();
  if (program === undefined) return undefined;
  await run(program, ['-i', '-q', '-s', String(SCALE), url]);
  const load = ['-n', '-N', '-M', 'prepared', '-c', String(CLIENTS), '-j', String(THREADS)];
  return async (seconds) => {
    const { stdout } = await run(program, [...load, '-T', String(seconds), url]);
    const perSecond = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    if (perSecond === undefined) throw new Error(`pgbench told no rate:\n${stdout}`);
    return Number(perSecond);
  };
}

/** From the path, else the newest of Debian's. */
export function findPgbench(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter);
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [...onPath, ...versions.map((version) => join(DEBIAN, version, 'bin'))];
  return places.map((place) => join(place, 'pgbench')).find((file) => existsSync(file));
}
