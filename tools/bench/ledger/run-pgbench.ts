import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findPgbench } from '../pgbench.js';

const run = promisify(execFile);

export interface PgbenchRun {
  readonly transactions: number;
  /** Transactions per second. */
  readonly rate: number;
}

/** Runs pgbench with these arguments. Throws, without them, when it fails: an address holds a password. */
export async function runPgbench(args: readonly string[]): Promise<PgbenchRun> {
  const program = findPgbench();
  if (program === undefined) throw new Error('pgbench is not on this machine');
  const { stdout } = await run(program, [...args]).catch((error: unknown) => {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr) : 'it could not be run';
    throw new Error(`pgbench failed: ${said}`);
  });
  const transactions = Number(/^number of transactions actually processed: (\d+)/m.exec(stdout)?.[1]);
  const rate = Number(/^tps = ([\d.]+)/m.exec(stdout)?.[1]);
  return { transactions, rate };
}
