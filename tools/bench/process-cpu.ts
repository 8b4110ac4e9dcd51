import { readdirSync, readFileSync } from 'node:fs';

/** USER_HZ: the unit of /proc/<pid>/stat, the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;
const MICROSECONDS_PER_TICK = 1_000_000 / TICKS_PER_SECOND;

/** Positions in /proc/<pid>/stat, counted from the field behind the command's closing parenthesis. */
const PARENT = 1;
const CPU_FIELDS = [11, 12, 13, 14] as const;

/** Names of processes, each the root of a tree. */
export type Roots = Readonly<Record<string, number>>;

/** Microseconds of CPU by name. */
export type CpuTimes = Readonly<Record<string, number>>;

interface Stat {
  readonly parent: number;
  /** of the process and of those of its children that have ended, in ticks */
  readonly ticks: number;
}

/**
 * The CPU time that each tree of processes has used so far: PostgreSQL is its postmaster with all backends. Children that ended are in
 * their parent's account, so that the sum of a tree only grows. Linux only. Throws when a root is not there.
 */
export function cpuTimes(roots: Roots): CpuTimes {
  const stats = allStats();
  return Object.fromEntries(
    Object.entries(roots).map(([name, pid]) => {
      if (!stats.has(pid)) throw new Error(`${name} (pid ${pid}) is not running`);
      return [name, ticksOfTree(stats, pid) * MICROSECONDS_PER_TICK];
    }),
  );
}

/** CPU between two readings. */
export function cpuBetween(before: CpuTimes, after: CpuTimes): CpuTimes {
  return Object.fromEntries(Object.entries(after).map(([name, time]) => [name, time - (before[name] ?? 0)]));
}

export function sumOf(times: CpuTimes): number {
  return Object.values(times).reduce((sum, time) => sum + time, 0);
}

/** The most memory that a process ever held, in MiB: VmHWM. */
export function peakMemoryMib(pid: number): number {
  const kib = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (kib === undefined) throw new Error(`/proc/${pid}/status has no VmHWM`);
  return Number(kib) / 1024;
}

/** The memory that a process holds now, in MiB, its part of what it shares with others: Pss of smaps_rollup. */
export function heldMemoryMib(pid: number): number {
  const kib = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1];
  if (kib === undefined) throw new Error(`/proc/${pid}/smaps_rollup has no Pss`);
  return Number(kib) / 1024;
}

function ticksOfTree(stats: ReadonlyMap<number, Stat>, root: number): number {
  let ticks = stats.get(root)?.ticks ?? 0;
  for (const [pid, { parent }] of stats) if (parent === root) ticks += ticksOfTree(stats, pid);
  return ticks;
}

function allStats(): Map<number, Stat> {
  const stats = new Map<number, Stat>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readStat(name);
    if (stat !== undefined) stats.set(Number(name), stat);
  }
  return stats;
}

function readStat(pid: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return {
      parent: Number(fields[PARENT]),
      ticks: CPU_FIELDS.reduce((sum, field) => sum + Number(fields[field]), 0),
    };
  } catch {
    // it ended between the listing and now
    return undefined;
  }
}
