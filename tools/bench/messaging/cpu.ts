import { readFileSync } from 'node:fs';

/** Linux counts a process's time in ticks of a hundredth of a second. */
const TICK_US = 10_000;

/** CPU time a process has used so far, in microseconds. */
export function cpuOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK_US;
}

/** CPU time of `pids` together while `work` runs, in microseconds. */
export async function cpuDuring<Result>(
  pids: readonly number[],
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly cpuUs: number }> {
  const total = (): number => pids.reduce((sum, pid) => sum + cpuOf(pid), 0);
  const before = total();
  const result = await work();
  return { result, cpuUs: total() - before };
}
