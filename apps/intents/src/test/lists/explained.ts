import type { Database, Statement } from '@paygate/platform';
import pg from 'pg';

/** The plan that the service uses for all values, and how many entries of indexes it reads. */
export async function explained(database: Database, { text, values }: Required<Statement>) {
  await database.query({ text: 'SET plan_cache_mode = force_generic_plan' });
  await database.query({ text: `PREPARE page AS ${text}` });
  const lines = await database.query<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) EXECUTE page (${values.map(literalOf).join(', ')})`,
  });
  await database.query({ text: 'DEALLOCATE page' });
  const plan = lines.map((line) => line['QUERY PLAN']).join('\n');
  const scans = [...plan.matchAll(/Index(?: Only)? Scan[^\n]*actual rows=([0-9.]+) loops=([0-9]+)/g)];
  const rows = scans.reduce((sum, [, each, loops]) => sum + Number(each) * Number(loops), 0);
  return { plan, rows };
}

function literalOf(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value);
  const text = Array.isArray(value) ? `{${value.join(',')}}` : value;
  if (typeof text !== 'string') throw new TypeError('a value of another kind');
  return pg.escapeLiteral(text);
}
