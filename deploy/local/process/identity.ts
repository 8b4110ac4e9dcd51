import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** A process id with a start time, which distinguishes it from a later process with the same id. */
export interface ProcessIdentity {
  readonly pid: number;
  /** when the process began, as this system reports it; opaque */
  readonly startedAt: string;
}

/** Every process of a stack has this variable. It finds processes that were not recorded because the runner was killed. */
export const RUN_VARIABLE = 'PAYGATE_RUN';

/** undefined when there is no such process, or only a zombie. */
export function identify(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startOnLinux(pid) : startByPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isAlive(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.startedAt === identity.startedAt;
}

/** Signals the group that this process leads. Does nothing when its id now belongs to another process. */
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

/** Processes whose environment has the marker of a run that `accepts` accepts. Linux only; empty on other systems. */
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
  // the command name, in brackets, may contain spaces and brackets
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, start] = [fields[0], fields[19]];
  if (state === 'Z' || state === 'X' || start === undefined) return undefined;
  // start times count from boot, so they need the id of the boot
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
