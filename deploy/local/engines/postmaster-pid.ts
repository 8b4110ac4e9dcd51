import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { identify } from '../process/identity.ts';

/**
 * Removes the pid file of a server that was killed: PostgreSQL refuses to start while any process has that pid. Call it when
 * all processes of the stack have ended. A server that does run still holds its shared memory, which PostgreSQL checks.
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
