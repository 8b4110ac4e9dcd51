import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CANDIDATES = ['/usr/bin/pgbench', '/usr/lib/postgresql/18/bin/pgbench', '/usr/lib/postgresql/15/bin/pgbench'];

/** The measure of the machine's database: pgbench's simple update, prepared, 16 clients. Undefined without pgbench. */
export async function preparePgbench(url: string): Promise<((seconds: number) => Promise<number>) | undefined> {
  const program = CANDIDATES.find((path) => existsSync(path));
  if (program === undefined) return undefined;
  await run(program, ['-i', '-s', '10', '-q', url]);
  return async (seconds) => {
    const { stdout } = await run(program, ['-N', '-M', 'prepared', '-c', '16', '-j', '2', '-T', String(seconds), url]);
    return Number(/tps = ([0-9.]+)/.exec(stdout)?.[1]);
  };
}
