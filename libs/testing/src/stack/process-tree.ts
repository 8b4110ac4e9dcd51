import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Sends a signal to a process and its children, as engines have them. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const one of [pid, ...childrenOf(pid)]) signalQuietly(one, signal);
}

/**
 * Cuts the TCP connections that a process and its children have now: both ends see a reset. By `ss --kill` of iproute2, which needs
 * CAP_NET_ADMIN and a Linux with `CONFIG_INET_DIAG_DESTROY`. Returns their number; throws when they go on.
 */
export async function cutConnections(pid: number): Promise<number> {
  const pids = new Set([pid, ...childrenOf(pid)]);
  const { stdout } = await run('ss', ['-Htnp', 'state', 'established']);
  const ends = stdout.split('\n').flatMap((line) => {
    const owners = [...line.matchAll(/pid=(\d+),/g)].map(([, owner]) => Number(owner));
    const [, , local = '', peer = ''] = line.trim().split(/\s+/);
    return owners.some((owner) => pids.has(owner))
      ? [`( sport = :${portOf(local)} and dport = :${portOf(peer)} )`]
      : [];
  });
  if (ends.length === 0) return 0;
  const { stdout: cut } = await run('ss', ['-HKtn', ends.join(' or ')]);
  if (cut.trim() === '') throw new Error('ss --kill has cut no connection: it needs CAP_NET_ADMIN');
  return ends.length;
}

const portOf = (address: string): string => address.slice(address.lastIndexOf(':') + 1);

function childrenOf(parent: number): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => parentOf(name) === parent)
    .map(Number);
}

/** The parent is the fourth field of `stat`, after a name that may hold any character. */
function parentOf(pid: string): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

/** The process may have ended meanwhile. */
function signalQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    return;
  }
}
