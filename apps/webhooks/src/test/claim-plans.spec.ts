import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@paygate/platform';
import { newId } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { openDatabase, testDatabase, withClient } from '@paygate/testing';
import { CLAIM, CLAIM_IN_ORDER } from '../delivery/deliveries.repository.js';
import { migrations } from '../migrations/migrations.js';
import { STEP } from '../redelivery/recoveries.repository.js';

const DELIVERED = 20_000;
const DUE = 10_000;
const worker = crypto.randomUUID();
const [endpointId, merchantId] = [newId('webhookEndpoint'), newId('merchant')];
/** Endpoints with as many deliveries together; of each event one goes to one of them. */
const others = Array.from({ length: 15 }, () => newId('webhookEndpoint'));
/** A row costs a few blocks of each of its indexes. */
const STATEMENTS: Readonly<
  Record<string, { readonly text: string; readonly values: string; readonly blocksMax: number }>
> = {
  claim: { text: CLAIM, values: `('{${endpointId}}', '${worker}', '{32}', '{false}')`, blocksMax: 1_000 },
  claim_of_many: {
    text: CLAIM,
    values: `('{${[endpointId, ...others].join(',')}}', '${worker}', '{${Array(16).fill(32).join(',')}}', '{${Array(16).fill(false).join(',')}}')`,
    blocksMax: 16_000,
  },
  claim_in_order: { text: CLAIM_IN_ORDER, values: `('${endpointId}', '${worker}', 32, '{}')`, blocksMax: 1_000 },
  recovery_step: { text: STEP, values: '', blocksMax: 5_000 },
};
let created: TestDatabase;
let database: Database;

beforeAll(async () => {
  created = await testDatabase('webhooks', migrations);
  database = await openDatabase(created.serviceUrl, 1);
  await created.query(
    `INSERT INTO webhook_endpoint (endpoint_id, merchant_id, mode, url, events) VALUES ($1, $2, 'test', 'https://shop.example/', '{*}')`,
    [endpointId, merchantId],
  );
  // a plan is kept from when the tables were empty, until they are analyzed
  for (const [name, { text, values }] of Object.entries(STATEMENTS)) {
    await database.query({ text: `PREPARE ${name} AS ${text}` });
    await database.query({ text: `EXECUTE ${name} ${values}` });
  }
  await created.query(
    `INSERT INTO webhook_endpoint (endpoint_id, merchant_id, mode, url, events)
      SELECT id, $2, 'test', 'https://shop.example/', '{*}' FROM unnest($1::text[]) AS id`,
    [others, newId('merchant')],
  );
  const store = (from: number, to: number, state: string) =>
    created.query(
      `WITH made AS (
          INSERT INTO webhook_delivery (endpoint_id, event_id, state, delivered_at)
          SELECT $3, webhook_least_event_id(clock_timestamp()) || lpad(n::text, 16, '0'), $4,
            CASE WHEN $4 = 'delivered' THEN clock_timestamp() END
          FROM generate_series($1::int, $2::int) AS n RETURNING event_id)
        INSERT INTO webhook_body (event_id, body) SELECT event_id, repeat('x', 800) FROM made`,
      [from, to, endpointId, state],
    );
  await store(1, DELIVERED, 'delivered');
  await store(DELIVERED + 1, DELIVERED + DUE, 'pending');
  await created.query(
    `INSERT INTO webhook_delivery (endpoint_id, event_id, state)
      SELECT ($1::text[])[row_number() OVER () % 15 + 1], event_id, 'pending' FROM webhook_delivery WHERE state = 'pending'`,
    [others],
  );
  await created.query(
    `WITH event AS (
        INSERT INTO webhook_event (event_id, merchant_id, mode, type)
        SELECT DISTINCT event_id, $2, 'test', 'payment.completed' FROM webhook_delivery ORDER BY event_id)
      INSERT INTO webhook_recovery (recovery_id, endpoint_id, merchant_id, mode, from_at, to_at, dry_run, include_delivered, position)
      VALUES ('wr_1', $1, $2, 'test', now() - interval '1 hour', now() + interval '1 hour', false, true, 'evt_')`,
    [endpointId, merchantId],
  );
});
afterAll(async () => {
  await database.close();
  await created.drop();
});

test('a claim writes to no index of deliveries', async () => {
  await withClient(created.url, async (client) => {
    await client.query('BEGIN');
    await client.query(CLAIM, [[endpointId], worker, [8], [false]]);
    const { rows } = await client.query(
      `SELECT sum(pg_stat_get_xact_tuples_updated(oid))::int AS updated, sum(pg_stat_get_xact_tuples_hot_updated(oid))::int AS "inPlace"
        FROM pg_class WHERE relkind = 'r' AND relname LIKE 'webhook\\_delivery%'`,
    );
    await client.query('ROLLBACK');
    expect(rows).toEqual([{ updated: 8, inPlace: 8 }]);
  });
});

test.each(Object.keys(STATEMENTS))(
  '%s among thousands of deliveries reads few blocks with a plan for empty tables',
  async (name) => {
    const rows = await database.query<{ 'QUERY PLAN': string }>({
      text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) EXECUTE ${name} ${STATEMENTS[name]?.values ?? ''}`,
    });
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    const [, hit, read] = /Buffers: shared(?: hit=([0-9]+))?(?: read=([0-9]+))?/.exec(plan) ?? [];
    const blocks = Number(hit ?? 0) + Number(read ?? 0);
    expect(blocks).toBeGreaterThan(20);
    expect(blocks).toBeLessThan(STATEMENTS[name]?.blocksMax ?? 0);
  },
);
