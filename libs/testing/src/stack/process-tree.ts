import { readdirSync, readFileSync } from 'node:fs';

/** Sends a signal to a process and its children, as engines have them. */
export function signalTree(pid: number, signal: NodeJS.Signals): void {
  for (const one of [pid, ...childrenOf(pid)]) signalQuietly(one, signal);
}

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
