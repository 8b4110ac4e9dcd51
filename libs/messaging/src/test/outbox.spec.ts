import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '@paygate/platform';
import { uuidV7 } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { openDatabase, testDatabase } from '@paygate/testing';
import { messagingMigrations } from '../index.js';
import { OUTBOX_SWEEP_ROWS } from '../limits.js';
import { leaseOutbox } from '../outbox/outbox.repository.js';

let tables: TestDatabase;
let database: Database;

beforeAll(async () => {
  tables = await testDatabase('outbox', messagingMigrations);
  database = await openDatabase(tables.serviceUrl, 1);
}, 60_000);
afterAll(async () => {
  await database.close();
  await tables.drop();
});

const leave = (count: number): Promise<unknown> =>
  tables.query(
    `INSERT INTO outbox (id, topic, key, headers, payload, created_at)
      SELECT id, 'topic', 'key', '{}', '{}', clock_timestamp() - interval '1 hour' FROM unnest($1::uuid[]) AS id`,
    [Array.from({ length: count }, () => uuidV7())],
  );

/** After so many executions the server keeps the plan of a prepared statement. */
const PLANS_ANEW = 5;

it('gives a sweep no more rows than it takes at a time, with a plan that was made when there were few', async () => {
  await leave(1);
  await tables.query('ANALYZE outbox');
  for (let count = 0; count <= PLANS_ANEW; count += 1) await leaseOutbox(database);
  await leave(OUTBOX_SWEEP_ROWS + 1);
  expect(await leaseOutbox(database)).toHaveLength(OUTBOX_SWEEP_ROWS);
  expect(await leaseOutbox(database)).toHaveLength(1);
});
