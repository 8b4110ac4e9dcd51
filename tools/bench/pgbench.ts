import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { withClient } from '@paygate/testing';

const run = promisify(execFile);

const DATABASE = 'paygate_bench';
const DEBIAN = '/usr/lib/postgresql';

/** A table of the shape of an intent, for the route that does nothing else. */
const BARE_TABLE = `CREATE TABLE IF NOT EXISTS bare_intent (
  id text COLLATE "C" PRIMARY KEY, merchant_id text COLLATE "C" NOT NULL, mode text COLLATE "C" NOT NULL,
  amount bigint NOT NULL, currency text COLLATE "C" NOT NULL, description text, metadata text NOT NULL,
  created_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, status text COLLATE "C" NOT NULL)`;

export interface PgbenchRun {
  readonly transactions: number;
  readonly perSecond: number;
}

/** Creates a database for the benches on the server that `admin` administers, and returns its URL. */
export async function benchDatabase(admin: string): Promise<string> {
  const url = new URL(admin);
  url.pathname = `/${DATABASE}`;
  await withClient(admin, async (client) => {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  });
  await withClient(url.toString(), (client) => client.query(BARE_TABLE));
  return url.toString();
}

/** Runs pgbench with `args`. The error of a failed run leaves them out: a URL holds a password. */
export async function runPgbench(args: readonly string[]): Promise<PgbenchRun> {
  const program = findPgbench();
  if (program === undefined) throw new Error('pgbench is not installed');
  const { stdout } = await run(program, [...args]).catch((error: unknown) => {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : 'it could not be started';
    throw new Error(`pgbench failed: ${output}`);
  });
  const transactions = Number(/^number of transactions actually processed: (\d+)/m.exec(stdout)?.[1] ?? 0);
  return { transactions, perSecond: Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1] ?? 0) };
}

/** The program on the PATH, else the newest of Debian's packages; undefined when it is not installed. */
export function findPgbench(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter);
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [...onPath, ...versions.map((version) => join(DEBIAN, version, 'bin'))];
  return places.map((place) => join(place, 'pgbench')).find((file) => existsSync(file));
}
