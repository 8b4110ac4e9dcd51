import { readFileSync } from 'node:fs';
import { Redis } from 'ioredis';
import type { TestDatabase } from '@paygate/testing';

const MICROSECONDS_PER_TICK = 10_000;

/** User and system time of a process so far. Microseconds; 0 for one that has ended. */
function cpuOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ');
    return (Number(fields[11]) + Number(fields[12])) * MICROSECONDS_PER_TICK;
  } catch {
    return 0;
  }
}

/** By name of the part; one for each backend. Microseconds. */
type Cpu = ReadonlyMap<string, { readonly part: string; readonly used: number }>;

/** CPU of a worker, of the backends of PostgreSQL that serve its database, and of Redis. */
export async function cpuSoFar(pid: number, database: TestDatabase): Promise<Cpu> {
  const backends = await database.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const redis = new Redis(process.env['TEST_REDIS_URL'] ?? '');
  const info = await redis.info('cpu');
  redis.disconnect();
  const seconds = [...info.matchAll(/^used_cpu_(?:sys|user):([0-9.]+)/gm)].map(([, used]) => Number(used));
  return new Map([
    ['worker', { part: 'worker', used: cpuOf(pid) }],
    ...backends.map((backend) => [String(backend.pid), { part: 'postgres', used: cpuOf(backend.pid) }] as const),
    ['redis', { part: 'redis', used: seconds.reduce((sum, used) => sum + used, 0) * 1_000_000 }],
  ]);
}

/**
 * CPU between two readings for each of so many deliveries: `170 µs (worker 120, postgres 40, redis 10)`. A backend that has ended in
 * between is left out.
 */
export function cpuPerDelivery(before: Cpu, after: Cpu, deliveries: number): string {
  const parts = new Map<string, number>();
  for (const [name, { part, used }] of after)
    parts.set(part, (parts.get(part) ?? 0) + (used - (before.get(name)?.used ?? 0)) / deliveries);
  const sum = [...parts.values()].reduce((all, each) => all + each, 0);
  return `${sum.toFixed(0)} µs (${[...parts].map(([part, each]) => `${part} ${each.toFixed(0)}`).join(', ')})`;
}
