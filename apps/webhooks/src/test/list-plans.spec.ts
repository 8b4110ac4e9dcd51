import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ListEndpointDeliveriesCommand, ListWebhookEventsCommand } from '@paygate/contracts';
import type { Database, Queryable, Statement } from '@paygate/platform';
import { newId } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { openDatabase, testDatabase } from '@paygate/testing';
import pg from 'pg';
import { migrations } from '../migrations/migrations.js';
import { DeliveryListsRepository, endpointPageStatement } from '../reading/delivery-lists.repository.js';
import { pageStatement } from '../reading/event-lists.repository.js';

const ROWS = 30_000;
const BLOCKS_MAX = 500;
/** After every row of this suite. */
const LISTED_BEFORE = String(ROWS);
const owner = { merchantId: newId('merchant'), mode: 'test' as const };
const endpointId = newId('webhookEndpoint');
const listId = newId('request');
let created: TestDatabase;
let database: Database;
let middle: { readonly event_id: string; readonly delivery_id: string; readonly intent_id: string };

/** One large merchant among small ones; endpoints of many others, and two partitions of events. */
beforeAll(async () => {
  created = await testDatabase('webhooks', migrations);
  database = await openDatabase(created.serviceUrl, 1);
  await created.query(
    `INSERT INTO webhook_event (event_id, merchant_id, mode, type, intent_id, sequence, stored_in)
     SELECT webhook_least_event_id(clock_timestamp() - (${ROWS} - n) * interval '1 minute') || lpad(n::text, 16, '0'),
       CASE WHEN n % 10 = 0 THEN 'mer_' || n ELSE $1 END, 'test', CASE WHEN n % 1000 = 1 THEN 'payment.failed' ELSE 'payment.completed' END, 'pi_' || n / 3, n % 3 + 1, (n / 1000 + 3)::text::xid8
     FROM generate_series(1, ${ROWS}) AS n`,
    [owner.merchantId],
  );
  await created.query(
    `INSERT INTO webhook_endpoint (endpoint_id, merchant_id, mode, url, events)
     SELECT 'we_' || lpad(n::text, 26, '0'), 'mer_' || n, 'test', 'https://shop.example/', '{*}'::text[] FROM generate_series(1, 20000) AS n
     UNION ALL SELECT $2, $1, 'test', 'https://shop.example/', '{*}'::text[]`,
    [owner.merchantId, endpointId],
  );
  await created.query(
    `INSERT INTO webhook_delivery (endpoint_id, event_id, state, delivered_at)
     SELECT endpoint_id, event_id, CASE WHEN rare THEN 'failed' ELSE 'delivered' END, CASE WHEN NOT rare THEN clock_timestamp() END
     FROM webhook_event JOIN webhook_endpoint USING (merchant_id), LATERAL (SELECT right(event_id, 3) = '001') AS of (rare)`,
  );
  await created.query('VACUUM ANALYZE webhook_event, webhook_delivery, webhook_endpoint, webhook_body');
  [middle] = (await created.query(
    `SELECT event_id, delivery_id, intent_id FROM webhook_event JOIN webhook_delivery USING (event_id)
     WHERE event_id LIKE '%0015001'`,
  )) as [typeof middle];
});
afterAll(async () => {
  await database.close();
  await created.drop();
});

const momentOf = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();

describe('a page of events reads few blocks', () => {
  const queries: readonly (readonly [string, () => Partial<ListWebhookEventsCommand>, number])[] = [
    ['the newest', () => ({}), 101],
    ['older ones', () => ({ startingAfter: middle.event_id }), 101],
    ['newer ones', () => ({ endingBefore: middle.event_id }), 101],
    ['those of an intent', () => ({ intentId: middle.intent_id }), 2],
    ['of a frequent type', () => ({ type: 'payment.completed', endingBefore: middle.event_id }), 101],
    ['of a rare type', () => ({ type: 'payment.failed' }), 30],
    ['of a rare type, older ones', () => ({ type: 'payment.failed', startingAfter: middle.event_id }), 15],
    ['of a rare type, newer ones', () => ({ type: 'payment.failed', endingBefore: middle.event_id }), 14],
    ['of a type that no event has', () => ({ type: 'payment.expired' }), 0],
  ];
  test.each(queries)('%s', async (_, query, rows) => {
    expect(
      await blocksOf(pageStatement({ ...owner, limit: 100, listId, ...query() }, 101, LISTED_BEFORE), rows),
    ).toBeLessThan(BLOCKS_MAX);
  });

  test('a stretch of time', async () => {
    const query = { createdFrom: momentOf(200), createdTo: momentOf(100) };
    expect(
      await blocksOf(pageStatement({ ...owner, limit: 100, listId, ...query }, 101, LISTED_BEFORE), 90),
    ).toBeLessThan(BLOCKS_MAX);
  });
});

describe('a page of deliveries reads few blocks', () => {
  const queries: readonly (readonly [string, Partial<ListEndpointDeliveriesCommand>, boolean, number])[] = [
    ['the newest', {}, false, 101],
    ['older ones', {}, true, 101],
    ['those of a rare status', { status: 'failed' }, false, 30],
    ['those of a frequent status', { status: 'delivered' }, true, 101],
  ];
  test.each(queries)('%s', async (_, query, isOlder, rows) => {
    const statement = endpointPageStatement(
      { ...owner, endpointId, limit: 100, ...query },
      101,
      isOlder ? middle.event_id : undefined,
    );
    expect(await blocksOf(statement, rows)).toBeLessThan(BLOCKS_MAX);
  });

  test('one delivery', async () => {
    let statement: Statement | undefined;
    const on = {
      query: (given: Statement) => {
        statement = given;
        return Promise.resolve([]);
      },
    };
    await new DeliveryListsRepository(database).find(
      { ...owner, deliveryId: middle.delivery_id },
      on as unknown as Queryable,
    );
    if (statement === undefined) throw new Error('no statement');
    expect(await blocksOf(statement, 1)).toBeLessThan(BLOCKS_MAX);
  });
});

/** The number of blocks that a statement reads with the plan that the service uses for all values. */
async function blocksOf({ text, values = [] }: Pick<Statement, 'text' | 'values'>, rowCount: number): Promise<number> {
  await database.query({ text: `PREPARE page AS ${text}` });
  const literals = values.map((value) => (typeof value === 'number' ? String(value) : pg.escapeLiteral(String(value))));
  const rows = await database.query<{ 'QUERY PLAN': string }>({
    text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF) EXECUTE page (${literals.join(', ')})`,
  });
  const found = await database.query({ text: `EXECUTE page (${literals.join(', ')})` });
  await database.query({ text: 'DEALLOCATE page' });
  expect(found).toHaveLength(rowCount);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).not.toContain('Seq Scan');
  expect(plan).not.toMatch(/Rows Removed by Filter: [0-9]{3}/);
  const [, hit, read] = /Buffers: shared(?: hit=([0-9]+))?(?: read=([0-9]+))?/.exec(plan) ?? [];
  return Number(hit ?? 0) + Number(read ?? 0);
}
