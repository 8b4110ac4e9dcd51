import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Database, Logger } from '@paygate/platform';
import { newId } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { eventually, openDatabase, testDatabase, withClient } from '@paygate/testing';
import { Registry } from 'prom-client';
import { DeliveriesRepository } from '../delivery/deliveries.repository.js';
import { DeliveryMetrics } from '../delivery/delivery-metrics.js';
import { Results } from '../delivery/results.js';
import { Heartbeat } from '../delivery/workers/heartbeat.js';
import { WorkersRepository } from '../delivery/workers/workers.repository.js';
import type { WebhookEvent } from '../events/events.repository.js';
import { EventsRepository } from '../events/events.repository.js';
import { migrations } from '../migrations/migrations.js';

/* Heartbeats of workers, and the leases of those that have none. */

const STEADY_MS = 3_500;
const WORKERS = 4;

let tables: TestDatabase;
let database: Database;
let deliveries: DeliveriesRepository;
let events: EventsRepository;
let endpointId: string;
let merchantId: string;
let hearts: readonly Heartbeat[];

const wanted = (most: number) => [{ endpointId, most, isProbe: false }];
beforeAll(async () => {
  tables = await testDatabase('webhooks-workers', migrations);
  database = await openDatabase(tables.serviceUrl, 2 * WORKERS);
  deliveries = new DeliveriesRepository(database);
  events = new EventsRepository(database);
});
afterAll(async () => {
  await database.close();
  await tables.drop();
});

/** Four workers, each of which has leased one delivery. */
beforeEach(async () => {
  [endpointId, merchantId] = [newId('webhookEndpoint'), newId('merchant')];
  await tables.query('DELETE FROM webhook_worker');
  await tables.query(
    `INSERT INTO webhook_endpoint (endpoint_id, merchant_id, mode, url, events)
      VALUES ($1, $2, 'test', 'https://shop.example/hooks', '{*}')`,
    [endpointId, merchantId],
  );
  hearts = Array.from({ length: WORKERS }, () => new Heartbeat(new WorkersRepository(database)));
  for (const heart of hearts) {
    await heart.beat();
    await events.store([event()]);
    await deliveries.claim(idOf(heart), wanted(1));
  }
});

function event(): WebhookEvent {
  const eventId = newId('event');
  return {
    eventId,
    merchantId,
    mode: 'test',
    type: 'payment.completed',
    intentId: newId('intent'),
    sequence: 1,
    body: '{}',
  };
}
function idOf(heart: Heartbeat | undefined): string {
  if (heart?.worker === undefined) throw new Error('the worker has had no heartbeat');
  return heart.worker;
}
/** Heartbeats of these workers for as long as a worker needs to be steady. */
async function beatSteadily(beating: readonly Heartbeat[]): Promise<void> {
  const until = performance.now() + STEADY_MS;
  while (performance.now() < until) {
    await Promise.all(beating.map((heart) => heart.beat()));
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
}
const silence = (ids: readonly string[]) =>
  tables.query(`UPDATE webhook_worker SET beat_at = beat_at - interval '1 minute' WHERE worker = ANY ($1::uuid[])`, [
    ids,
  ]);
const present = async () => {
  const rows = await tables.query<{ worker: string }>('SELECT worker FROM webhook_worker ORDER BY worker');
  return rows.map(({ worker }) => worker);
};

test('that all had no heartbeat for a minute, as in an outage of the database, return together and remove nobody', async () => {
  const ids = hearts.map(idOf).toSorted();
  for (let round = 0; round < 25; round += 1) {
    await silence(ids);
    await Promise.all(hearts.map((heart) => heart.beat()));
    expect(await present()).toEqual(ids);
  }
});

test('with a steady heartbeat remove one without, whose delivery is then due again', async () => {
  const dead = idOf(hearts.at(-1));
  const living = hearts.slice(0, -1);
  await silence([dead]);
  expect(await deliveries.dueEndpoints('')).not.toContain(endpointId);
  await beatSteadily(living);
  expect(await present()).toEqual(living.map(idOf).toSorted());
  expect(await deliveries.dueEndpoints('')).toContain(endpointId);
  expect((await deliveries.claim(idOf(living[0]), wanted(32)))[0]?.leased).toHaveLength(1);
});

test('that were removed go on under a new id and hold none of their old leases', async () => {
  const [frozen] = hearts;
  const before = idOf(frozen);
  expect(await frozen?.holds(before)).toBe(true);
  await tables.query('DELETE FROM webhook_worker WHERE worker = $1', [before]);
  await frozen?.beat();
  expect(idOf(frozen)).not.toBe(before);
  expect(await frozen?.holds(before)).toBe(false);
});

test('do not know after a pause whether their leases hold until they have had a heartbeat', async () => {
  const [first] = hearts;
  const before = idOf(first);
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  let known = false;
  const holds = first?.holds(before).finally(() => {
    known = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(known).toBe(false);
  await first?.beat();
  expect(await holds).toBe(true);
});

test('lease nothing of an ordered endpoint while another sends one of it, also when an earlier event is redelivered', async () => {
  const [owner, other] = hearts.map(idOf);
  const inOrder = (worker = '', most = 32, delivered: readonly string[] = []) =>
    deliveries.claimInOrder({ endpointId, worker, most, delivered });
  await tables.query(`UPDATE webhook_delivery SET state = 'delivered', delivered_at = created_at, leased_by = NULL`);
  await events.store([event(), event(), event()]);
  const [first, second] = await inOrder(owner, 2);
  expect(await inOrder(other)).toEqual([]);
  await tables.query(
    `UPDATE webhook_delivery SET state = 'pending', delivered_at = NULL, attempts = 7
      WHERE event_id = (SELECT min(event_id) FROM webhook_delivery WHERE endpoint_id = $1)`,
    [endpointId],
  );
  expect(await inOrder(other)).toEqual([]);
  expect(await inOrder(owner)).toEqual([]);
  const accepted = [first, second].flatMap((one) => (one === undefined ? [] : [one.eventId]));
  expect((await inOrder(owner, 1, accepted)).map(({ attempts }) => attempts)).toEqual([7]);
});

test('[7.19] lease nothing of an ordered endpoint while another sends one of it, however many earlier events are redelivered', async () => {
  const [owner, other] = hearts.map(idOf);
  const inOrder = (worker = '', delivered: readonly string[] = []) =>
    deliveries.claimInOrder({ endpointId, worker, most: 32, delivered });
  await events.store(Array.from({ length: 100 }, event));
  await tables.query(`UPDATE webhook_delivery SET state = 'delivered', delivered_at = created_at, leased_by = NULL`);
  await events.store([event()]);
  const [last, ...more] = await inOrder(owner);
  expect(more).toEqual([]);
  if (last === undefined) throw new Error('nothing was leased');
  await tables.query(
    `UPDATE webhook_delivery SET state = 'pending', delivered_at = NULL WHERE endpoint_id = $1 AND event_id <> $2`,
    [endpointId, last.eventId],
  );
  expect(await inOrder(other)).toEqual([]);
  expect(await inOrder(owner)).toEqual([]);
  await deliveries.release([last]);
  expect(await inOrder(other)).toHaveLength(32);
});

test('record the result of an attempt only while they hold the lease', async () => {
  const [thief, owner] = hearts;
  await tables.query('UPDATE webhook_delivery SET next_at = clock_timestamp()');
  await events.store([event()]);
  const [leased] = (await deliveries.claim(idOf(owner), wanted(1)))[0]?.leased ?? [];
  if (leased === undefined) throw new Error('nothing is due');
  const result = {
    url: 'https://shop.example/hooks',
    state: 'delivered',
    retryInSeconds: 0,
    keepsPlace: false,
    latencyMs: 1,
    waitedSeconds: null,
    status: 200,
    error: null,
    excerpt: '',
  } as const;
  await deliveries.record([{ ...result, delivery: { ...leased, worker: idOf(thief) } }]);
  const states = () =>
    tables.query('SELECT state FROM webhook_delivery WHERE endpoint_id = $1 AND event_id = $2', [
      endpointId,
      leased.eventId,
    ]);
  expect(await states()).toEqual([{ state: 'pending' }]);
  await deliveries.record([{ ...result, delivery: leased }]);
  expect(await states()).toEqual([{ state: 'delivered' }]);
});

test('record a result that PostgreSQL refuses without its attempt, and the others of its batch with theirs', async () => {
  const [owner] = hearts;
  await tables.query('UPDATE webhook_delivery SET next_at = clock_timestamp()');
  await events.store([event(), event(), event()]);
  const { leased = [] } = (await deliveries.claim(idOf(owner), wanted(3)))[0] ?? {};
  const errors: unknown[] = [];
  const logger = { error: (...logged: unknown[]) => errors.push(logged) } as unknown as Logger;
  const results = new Results(deliveries, new DeliveryMetrics(new Registry(), database), logger);
  const [refused] = leased;
  await Promise.all(
    leased.map((delivery) =>
      results.add({
        ...{
          delivery,
          url: 'https://shop.example/hooks',
          retryInSeconds: 60,
          keepsPlace: false,
          latencyMs: 1,
          waitedSeconds: null,
          status: 503,
          error: null,
        },
        ...(delivery === refused ? { state: 'pending', excerpt: 'a\0b' } : { state: 'delivered', excerpt: '' }),
      }),
    ),
  );
  const rows = await tables.query(
    `SELECT d.state, d.attempts, d.leased_by, next_at > clock_timestamp() + interval '50 seconds' AS waits, a.status
      FROM webhook_delivery d LEFT JOIN webhook_attempt a USING (endpoint_id, event_id)
      WHERE event_id = ANY ($1) ORDER BY event_id = $2 DESC`,
    [leased.map(({ eventId }) => eventId), refused?.eventId],
  );
  const recorded = { state: 'delivered', attempts: 1, leased_by: null, waits: true, status: 503 };
  expect(rows).toEqual([{ ...recorded, state: 'pending', status: null }, recorded, recorded]);
  expect(errors).toHaveLength(2);
});

const waits = async (): Promise<boolean> => {
  const waiting = await tables.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query LIKE '%webhook_event%'`,
  );
  return waiting.length > 0;
};

test('that store events lock them in the order of their ids, and hold none while they wait for a lesser one', async () => {
  const [lesser, greater] = [event(), event()].toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1)) as [
    WebhookEvent,
    WebhookEvent,
  ];
  const insert = `INSERT INTO webhook_event (event_id, merchant_id, mode, type) VALUES ($1, $2, 'test', 'payment.completed')`;
  let working: Promise<unknown> | undefined;
  await withClient(tables.url, async (client) => {
    await client.query("BEGIN; SET LOCAL lock_timeout = '1s'");
    await client.query(insert, [lesser.eventId, merchantId]);
    working = events.store([greater, lesser]);
    await eventually(waits);
    await client.query(insert, [greater.eventId, merchantId]);
    await client.query('ROLLBACK');
  });
  expect(await working).toEqual([expect.objectContaining({ endpointId })]);
});
