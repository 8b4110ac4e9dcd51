import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@paygate/platform';
import { uuidV7 } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { openDatabase, testDatabase } from '@paygate/testing';
import { messagingMigrations } from '../index.js';
import { OUTBOX_ORPHANED_MS, OUTBOX_SWEEP_ROWS } from '../limits.js';
import { insertOutbox, leaseOutbox, removeOutbox } from '../outbox/outbox.repository.js';

let tables: TestDatabase;
let database: Database;

beforeAll(async () => {
  tables = await testDatabase('outbox', messagingMigrations);
  database = await openDatabase(tables.serviceUrl, 1);
});
afterAll(async () => {
  await database.close();
  await tables.drop();
});

const leave = (count: number): Promise<unknown> => leaveAs(Array.from({ length: count }, () => uuidV7()));
const leaveAs = (ids: readonly string[]): Promise<unknown> =>
  tables.query(
    `INSERT INTO outbox (id, topic, key, headers, payload, created_at)
      SELECT id, 'topic', 'key', '{}', '{}', clock_timestamp() - interval '1 hour' FROM unnest($1::uuid[]) AS id`,
    [ids],
  );

/** After so many executions the server keeps the plan of a prepared statement. */
const PLANS_ANEW = 5;

it('gives a sweep no more rows than it takes at a time, with a plan that was made when there were few', async () => {
  await leave(1);
  await tables.query('ANALYZE outbox');
  for (let count = 0; count <= PLANS_ANEW; count += 1) await leaseOutbox(database);
  await leave(OUTBOX_SWEEP_ROWS + 1);
  expect((await leaseOutbox(database)).rows).toHaveLength(OUTBOX_SWEEP_ROWS);
  expect((await leaseOutbox(database)).rows).toHaveLength(1);
});

it('tells a sweep when the next row may be left behind', async () => {
  await tables.query('DELETE FROM outbox');
  expect(await leaseOutbox(database)).toEqual({ rows: [], dueSeconds: undefined });
  await insertOutbox(database, { ids: [uuidV7()], topics: ['t'], keys: ['k'], headers: ['{}'], payloads: ['{}'] });
  const { rows, dueSeconds } = await leaseOutbox(database);
  expect(rows).toEqual([]);
  expect(dueSeconds).toBeLessThanOrEqual(OUTBOX_ORPHANED_MS / 1_000);
});

it('finds the rows that it removes by their ids, with a plan that was made when there were none', async () => {
  await tables.query('DELETE FROM outbox');
  await tables.query('VACUUM (ANALYZE, TRUNCATE) outbox');
  const scans = async () => {
    // what this connection has scanned itself counts now, and not at some later moment
    await tables.query('SELECT pg_stat_force_next_flush(), pg_stat_clear_snapshot()');
    const [row] = await tables.query<{ scans: string }>(
      "SELECT seq_scan AS scans FROM pg_stat_user_tables WHERE relname = 'outbox'",
    );
    return Number(row?.scans);
  };
  const [plan] = await database.query<{ plan: string }>({
    text: "SELECT reltuples::integer AS tuples, relpages AS pages FROM pg_class WHERE relname = 'outbox'",
  });
  expect(plan).toEqual({ tuples: 0, pages: 0 });
  const flush = async () => {
    await database.query({ text: 'SELECT pg_stat_force_next_flush()' });
    await database.query({ text: 'SELECT 1' });
  };
  await removeOutbox(database, [uuidV7()]);
  await flush();
  const ids = Array.from({ length: 50 }, () => uuidV7());
  await leaveAs(ids);
  const before = await scans();
  for (const id of ids) await removeOutbox(database, [id]);
  await flush();
  expect(await scans()).toBe(before);
});
