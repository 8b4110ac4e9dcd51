import { execFileSync } from 'node:child_process';

const SENT = /\bdata_segs_out:(\d+)/;
const PROCESS = /\bpid=(\d+)/;

/**
 * The segments with data that each process has sent to the broker over the connections that are open now, by process id. At rest a
 * request is one segment. Needs `ss` of iproute2.
 */
export function segmentsToBroker(brokers: readonly string[]): ReadonlyMap<number, number> {
  const ports = brokers.map((broker) => `dport = :${broker.split(':').at(-1)}`).join(' or ');
  const lines = execFileSync('ss', ['-tinpHO', `( ${ports} )`], { encoding: 'utf8' }).split('\n');
  const segments = new Map<number, number>();
  for (const line of lines) {
    const pid = Number(PROCESS.exec(line)?.[1]);
    const sent = Number(SENT.exec(line)?.[1] ?? 0);
    if (pid > 0) segments.set(pid, (segments.get(pid) ?? 0) + sent);
  }
  return segments;
}
