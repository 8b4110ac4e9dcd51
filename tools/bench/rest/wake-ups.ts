import { readFileSync } from 'node:fs';

/** How often the main thread of a process has gone to sleep so far, which is how often something woke it: a timer or a message. */
export function wakeUpsOf(pid: number): number {
  const count = /^voluntary_ctxt_switches:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  if (count === undefined) throw new Error(`/proc/${pid}/status has no voluntary_ctxt_switches`);
  return Number(count);
}
