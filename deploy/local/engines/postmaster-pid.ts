import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { identify } from '../process/identity.ts';

/**
 * A server that was killed leaves its pid in the data directory, and the next one refuses to start while that number
 * lives, whoever has it by now. Called with every process of the stack already ended; a server that is really there
 * still holds its shared memory, which PostgreSQL itself checks.
 */
export function removeStalePid(data: string): void {
  const file = join(data, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  if (identify(pid) === undefined || !commandOf(pid).includes('postgres')) rmSync(file, { force: true });
}

function commandOf(pid: number): string {
  try {
    return execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
