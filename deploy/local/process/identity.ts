import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process that cannot be mistaken for a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  /** opaque: when the process began, in whatever terms this system gives */
  readonly startedAt: string;
}

/** Every process of a stack carries this variable: it finds those that a kill kept from being written down. */
export const RUN_VARIABLE = 'PAYGATE_RUN';

/** undefined when there is no such process, or only its remains that nobody has waited for. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt;
}

/** Signals the group that this process leads, and nothing when the number has passed to another process. */
export function signalGroup(identity: ProcessIdentity, signal: NodeJS.Signals): void {
  if (!isAlive(identity)) return;
  signalQuietly(-identity.pid, signal);
}

export function groupExists(group: number): boolean {
  return signalQuietly(-group, 0);
}

export function signalQuietly(target: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(target, signal);
    return true;
  } catch {
    return false;
  }
}

/** Processes whose environment says that they belong to a run that `accepts` accepts. Linux only: elsewhere none. */
export function processesOfRuns(accepts: (run: string) => boolean): ProcessIdentity[] {
  if (process.platform !== 'linux') return [];
  const prefix = `${RUN_VARIABLE}=`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid)
    .filter((name) => {
      const line = readQuietly(`/proc/${name}/environ`)
        ?.split('\0')
        .find((variable) => variable.startsWith(prefix));
      return line !== undefined && accepts(line.slice(prefix.length));
    })
    .map((name) => identify(Number(name)))
    .filter((identity) => identity !== undefined);
}

function startOnLinux(pid: number): string | undefined {
  const stat = readQuietly(`/proc/${String(pid)}/stat`);
  if (stat === undefined) return undefined;
  // the command name, in brackets, may itself hold spaces and brackets
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, start] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X' || start === undefined) return undefined;
  // ticks since boot repeat after a reboot
  return `${readQuietly('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}/${start}`;
}

function startByPs(pid: number): string | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return line === '' || line.startsWith('Z') ? undefined : line.slice(line.indexOf(' ')).trim();
  } catch {
    return undefined;
  }
}

function readQuietly(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
