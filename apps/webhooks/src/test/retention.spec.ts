import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Database } from '@paygate/platform';
import { idOfUuid, newId, uuidV7 } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { eventually, openDatabase, testDatabase, withClient } from '@paygate/testing';
import { EventsRepository } from '../events/events.repository.js';
import { RetentionRepository } from '../ingestion/retention.repository.js';
import { migrations } from '../migrations/migrations.js';
import { makeDue } from '../redelivery/redelivery.repository.js';

const DAY_MS = 86_400_000;
const TABLES = ['webhook_event', 'webhook_body', 'webhook_delivery', 'webhook_attempt'] as const;

let tables: TestDatabase;
let database: Database;
let retention: RetentionRepository;

interface Owner {
  readonly merchantId: string;
  readonly endpointId: string;
  readonly mode: 'test' | 'live';
}
const merchantId = newId('merchant');
const shop: Owner = { merchantId, endpointId: newId('webhookEndpoint'), mode: 'test' };
const liveShop: Owner = { merchantId, endpointId: newId('webhookEndpoint'), mode: 'live' };

beforeAll(async () => {
  tables = await testDatabase('webhooks-retention', migrations);
  database = await openDatabase(tables.serviceUrl, 4);
  retention = new RetentionRepository(database);
  for (const { endpointId, mode } of [shop, liveShop])
    await tables.query(
      `INSERT INTO webhook_endpoint (endpoint_id, merchant_id, mode, url, events)
        VALUES ($1, $2, $3, 'https://shop.example/hooks', '{*}')`,
      [endpointId, merchantId, mode],
    );
});
afterAll(async () => {
  await database.close();
  await tables.drop();
});

/** An event, its delivery and an attempt, made that many days ago. @returns the id of the event */
async function eventOf(
  daysAgo: number,
  state: 'pending' | 'delivered',
  { merchantId, endpointId, mode }: Owner = shop,
): Promise<string> {
  const ms = (Date.now() - daysAgo * DAY_MS).toString(16).padStart(12, '0');
  const eventId = idOfUuid('event', `${ms.slice(0, 8)}-${ms.slice(8)}${uuidV7().slice(13)}`);
  const about = {
    merchantId,
    mode,
    type: 'payment.created',
    intentId: null,
    sequence: null,
    body: '{}',
  } as const;
  await new EventsRepository(database).store([{ eventId, ...about }]);
  await tables.query(
    `UPDATE webhook_delivery SET state = $2, created_at = clock_timestamp() - make_interval(days => $3),
      delivered_at = CASE WHEN $2 = 'delivered' THEN clock_timestamp() END WHERE event_id = $1`,
    [eventId, state, daysAgo],
  );
  await tables.query(
    `INSERT INTO webhook_attempt (endpoint_id, event_id, attempt, latency_ms, status, excerpt) VALUES ($1, $2, 1, 5, 503, '')`,
    [endpointId, eventId],
  );
  return eventId;
}

/** A partition of each table for the days around one, as it was made then. */
async function partitionsAround(daysAgo: number): Promise<void> {
  for (const table of TABLES)
    await tables.query(
      `DO $$ DECLARE begins timestamptz := date_trunc('day', clock_timestamp(), 'UTC') - make_interval(days => ${String(daysAgo + 1)});
      BEGIN EXECUTE format('CREATE TABLE ${table}_%s PARTITION OF ${table} FOR VALUES FROM (%L) TO (%L)',
        to_char(begins AT TIME ZONE 'UTC', 'YYYYMMDD'), webhook_least_event_id(begins), webhook_least_event_id(begins + interval '3 days'));
      END $$`,
    );
}

const tablesWith = async (eventId: string) => {
  const found = await Promise.all(
    TABLES.map(async (table) => {
      const [row] = await tables.query<{ partition: string }>(
        `SELECT tableoid::regclass::text AS partition FROM ${table} WHERE event_id = $1`,
        [eventId],
      );
      return row === undefined ? [] : [row.partition.replace(/_[0-9]{8}$/, '')];
    }),
  );
  return found.flat();
};

test('the events of today and of the coming weeks have partitions', async () => {
  const ids = [await eventOf(0, 'delivered'), await eventOf(-7, 'delivered'), await eventOf(-25, 'delivered')];
  for (const id of ids) expect(await tablesWith(id)).toEqual(TABLES);
});

test('bodies are dropped after 30 days and the rest after 90, but nothing of a range in which a delivery is pending', async () => {
  for (const days of [50, 130, 140]) await partitionsAround(days);
  const [recent, past, waits] = [
    await eventOf(50, 'delivered'),
    await eventOf(130, 'delivered'),
    await eventOf(140, 'pending'),
  ];
  await retention.retain();
  expect(await tablesWith(recent)).toEqual(['webhook_event', 'webhook_delivery', 'webhook_attempt']);
  expect(await tablesWith(past)).toEqual([]);
  expect(await tablesWith(waits)).toEqual(TABLES);
});

test('an event outside every partition is stored, and deleted by the same rules', async () => {
  const [recent, past, waits] = [
    await eventOf(60, 'delivered'),
    await eventOf(200, 'delivered'),
    await eventOf(210, 'pending'),
  ];
  expect(await tablesWith(past)).toEqual(TABLES.map((table) => `${table}_default`));
  await retention.retain();
  expect(await tablesWith(recent)).not.toContain('webhook_body_default');
  expect(await tablesWith(recent)).toHaveLength(3);
  expect(await tablesWith(past)).toEqual([]);
  expect(await tablesWith(waits)).toHaveLength(4);
});

test.each([
  ['in a partition', 41],
  ['in the default partition', 70],
])('[7.10] a redelivery that has begun when bodies are deleted keeps its body: %s', async (_, days) => {
  if (days === 41) await partitionsAround(days);
  const eventId = await eventOf(days, 'delivered');
  // it gives way after half a second, which a busy machine may take for the next three statements
  await tables.query(`ALTER FUNCTION webhook_retain() SET lock_timeout = '45s'`);
  await withClient(tables.url, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT FROM webhook_body WHERE event_id = $1', [eventId]);
    const retained = retention.retain();
    await eventually(async () => {
      const waiting = await tables.query(
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%webhook_retain%'`,
      );
      return waiting.length > 0;
    });
    await client.query(`UPDATE webhook_delivery SET state = 'pending', delivered_at = NULL WHERE event_id = $1`, [
      eventId,
    ]);
    await client.query('COMMIT');
    await retained;
  });
  expect(await tablesWith(eventId)).toHaveLength(4);
  await tables.query(`UPDATE webhook_delivery SET state = 'failed' WHERE event_id = $1`, [eventId]);
  await retention.retain();
  expect(await tablesWith(eventId)).toHaveLength(3);
  const redelivery = { endpointId: shop.endpointId, eventId } as Parameters<typeof makeDue>[1];
  expect(await makeDue(database, redelivery)).toBe(false);
});

test('recoveries are deleted 90 days after their end, and deleted endpoints when none of their deliveries is left', async () => {
  const [used, unused, recent] = [newId('webhookEndpoint'), newId('webhookEndpoint'), newId('webhookEndpoint')];
  await tables.query(
    `INSERT INTO webhook_endpoint (endpoint_id, merchant_id, mode, url, events, state, updated_at)
      SELECT id, $2, 'test', 'https://shop.example/hooks', '{*}', 'deleted',
        clock_timestamp() - CASE WHEN id = $3 THEN interval '89 days' ELSE interval '91 days' END
      FROM unnest($1::text[]) AS id`,
    [[used, unused, recent], merchantId, recent],
  );
  await tables.query(`INSERT INTO webhook_delivery (endpoint_id, event_id, state) VALUES ($1, $2, 'failed')`, [
    used,
    newId('event'),
  ]);
  const recovery = (status: string, ended: string | null) =>
    tables.query<{ recovery_id: string }>(
      `INSERT INTO webhook_recovery (recovery_id, endpoint_id, merchant_id, mode, from_at, to_at, dry_run, include_delivered, position,
          status, completed_at)
        VALUES ($1, $2, $3, 'test', now() - interval '100 days', now(), false, false, 'evt_', $4, now() - $5::interval) RETURNING recovery_id`,
      [newId('webhookRecovery'), ended === null ? used : unused, merchantId, status, ended],
    );
  const [running] = await recovery('running', null);
  const [kept] = await recovery('completed', '89 days');
  await recovery('completed', '91 days');
  await recovery('canceled', '91 days');
  expect(await retention.deleteRecoveries(1)).toBe(1);
  expect(await retention.deleteRecoveries(1_000)).toBe(1);
  const recoveries = await tables.query('SELECT recovery_id FROM webhook_recovery ORDER BY recovery_id');
  expect(recoveries).toEqual([running, kept]);
  expect(await retention.deleteEndpoints(1_000)).toBe(1);
  const endpoints = await tables.query(`SELECT endpoint_id FROM webhook_endpoint WHERE state = 'deleted'`);
  expect(endpoints).toEqual([used, recent].map((id) => ({ endpoint_id: id })));
});

test('a delivery that was parked for 30 days has failed', async () => {
  const [old, young] = [await eventOf(31, 'pending'), await eventOf(29, 'pending')];
  await retention.giveUp(1_000);
  const states = await tables.query<{ state: string }>(
    'SELECT state FROM webhook_delivery WHERE event_id = ANY ($1) ORDER BY event_id',
    [[old, young]],
  );
  expect(states.map(({ state }) => state)).toEqual(['failed', 'pending']);
});

test('a delivery that a worker had leased which died has failed after 30 days, too, and a partition is not kept for it', async () => {
  const eventId = await eventOf(40, 'pending');
  await tables.query('UPDATE webhook_delivery SET leased_by = $2 WHERE event_id = $1', [eventId, randomUUID()]);
  await retention.giveUp(1_000);
  expect(await tables.query('SELECT state, leased_by FROM webhook_delivery WHERE event_id = $1', [eventId])).toEqual([
    { state: 'failed', leased_by: null },
  ]);
});

test('the role of the service can neither make nor drop a table itself', async () => {
  const drop = (text: string) => database.query({ name: text, text });
  await expect(drop('DROP TABLE webhook_event_default')).rejects.toThrow('must be owner');
  await expect(drop('CREATE TABLE another (id int)')).rejects.toThrow('permission denied');
});

test('[6.17] events of test mode are deleted after their retention, with all that belongs to them, those of live mode are not, nor one that is pending', async () => {
  const [old, older] = [await eventOf(31, 'delivered'), await eventOf(45, 'delivered')];
  const kept = [await eventOf(29, 'delivered'), await eventOf(31, 'pending'), await eventOf(31, 'delivered', liveShop)];
  expect(await retention.deleteTestEvents(30, 1)).toBe(1);
  expect(await retention.deleteTestEvents(30, 1_000)).toBeGreaterThan(0);
  expect(await retention.deleteTestEvents(30, 1_000)).toBe(0);
  for (const id of [old, older]) expect(await tablesWith(id)).toEqual([]);
  for (const id of kept) expect(await tablesWith(id)).toHaveLength(TABLES.length);
});
