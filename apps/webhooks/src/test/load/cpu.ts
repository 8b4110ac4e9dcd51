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

/** CPU of a worker, of the backends of PostgreSQL that serve its database, and of Redis. Microseconds. */
export async function cpuSoFar(pid: number, database: TestDatabase): Promise<Readonly<Record<string, number>>> {
  const backends = await database.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
  const redis = new Redis(process.env['TEST_REDIS_URL'] ?? '');
  const info = await redis.info('cpu');
  redis.disconnect();
  const used = [...info.matchAll(/^used_cpu_(?:sys|user):([0-9.]+)/gm)].map(([, seconds]) => Number(seconds));
  return {
    worker: cpuOf(pid),
    postgres: backends.reduce((sum, backend) => sum + cpuOf(backend.pid), 0),
    redis: used.reduce((sum, seconds) => sum + seconds, 0) * 1_000_000,
  };
}

/** CPU between two readings for each of so many deliveries: `170 µs (worker 120, postgres 40, redis 10)`. */
export function cpuPerDelivery(
  before: Readonly<Record<string, number>>,
  after: Readonly<Record<string, number>>,
  deliveries: number,
): string {
  const parts = Object.keys(after).map(
    (name) => [name, ((after[name] ?? 0) - (before[name] ?? 0)) / deliveries] as const,
  );
  const sum = parts.reduce((all, [, each]) => all + each, 0);
  return `${sum.toFixed(0)} µs (${parts.map(([name, each]) => `${name} ${each.toFixed(0)}`).join(', ')})`;
}
