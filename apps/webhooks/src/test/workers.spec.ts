import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { Database } from '@paygate/platform';
import { newId } from '@paygate/platform';
import type { TestDatabase } from '@paygate/testing';
import { eventually, openDatabase, testDatabase, withClient } from '@paygate/testing';
import { DeliveriesRepository } from '../delivery/deliveries.repository.js';
import { migrations } from '../migrations/migrations.js';

/* Heartbeats of workers, and the leases of those that have none. */

const SILENT_SECONDS = 5;
const WORKERS = ['worker-1', 'worker-2', 'worker-3', 'worker-4'] as const;
const [FIRST, , , LAST] = WORKERS;
const ROUNDS = 25;

let tables: TestDatabase;
let database: Database;
let deliveries: DeliveriesRepository;
let endpointId: string;

beforeAll(async () => {
  tables = await testDatabase('webhooks-workers', migrations);
  database = await openDatabase(tables.serviceUrl, 2 * WORKERS.length);
  deliveries = new DeliveriesRepository(database);
}, 60_000);
afterAll(async () => {
  await database.close();
  await tables.drop();
});

/** Each worker has had a heartbeat for an hour, and has leased one delivery. */
beforeEach(async () => {
  endpointId = newId('webhookEndpoint');
  await tables.query('DELETE FROM webhook_worker');
  await tables.query(
    `INSERT INTO webhook_endpoint (endpoint_id, merchant_id, mode, url, events)
      VALUES ($1, $2, 'test', 'https://shop.example/hooks', '{*}')`,
    [endpointId, newId('merchant')],
  );
  for (const worker of WORKERS) {
    await deliveries.beat(worker, SILENT_SECONDS);
    await deliveries.ingest(...delivery());
    await deliveries.claim(endpointId, worker, randomUUID());
  }
  await tables.query(`UPDATE webhook_worker SET steady_since = steady_since - interval '1 hour'`);
});

/** One event of a payment, for the endpoint. */
function delivery(deliveryId = newId('delivery')): Parameters<DeliveriesRepository['ingest']> {
  const eventId = newId('event');
  const order = {
    merchantId: newId('merchant'),
    mode: 'test',
    type: 'payment.completed',
    intentId: newId('intent'),
  } as const;
  return [[{ eventId, ...order, sequence: 1, body: '{}' }], [{ deliveryId, eventId, endpointId, state: 'pending' }]];
}

const beat = (worker: string) => deliveries.beat(worker, SILENT_SECONDS);
const reconcile = (worker: string) => deliveries.reconcile(worker, SILENT_SECONDS);
/** These workers had no heartbeat for a minute. */
const silence = (workers: readonly string[]) =>
  tables.query(`UPDATE webhook_worker SET beat_at = beat_at - interval '1 minute' WHERE worker = ANY ($1)`, [workers]);
const heard = async () => {
  const rows = await tables.query<{ worker: string }>('SELECT worker FROM webhook_worker ORDER BY worker');
  return rows.map(({ worker }) => worker);
};
const owners = async () => {
  const rows = await tables.query<{ owner: string | null }>(
    'SELECT lease_owner AS owner FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY lease_owner',
    [endpointId],
  );
  return rows.map(({ owner }) => owner);
};

test('without a heartbeat at the same time, as in an outage of the database, return together and remove nobody', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    await silence(WORKERS);
    await tables.query(`UPDATE webhook_worker SET steady_since = steady_since - interval '1 hour'`);
    await Promise.all(WORKERS.flatMap((worker) => [beat(worker), reconcile(worker)]));
    expect(await heard()).toEqual(WORKERS);
  }
  expect(await owners()).toEqual(WORKERS);
});

test('do not treat others as dead that have no heartbeat yet after an outage', async () => {
  await silence(WORKERS);
  expect(await reconcile(FIRST)).toEqual([]);
  await beat(FIRST);
  expect(await reconcile(FIRST)).toEqual([]);
  expect(await heard()).toEqual(WORKERS);
  expect(await owners()).toEqual(WORKERS);
});

test('with a steady heartbeat free the leases of one without, and find its endpoint', async () => {
  await silence([LAST]);
  const living = WORKERS.filter((worker) => worker !== LAST);
  const found = await Promise.all(
    living.map(async (worker) => {
      await beat(worker);
      return reconcile(worker);
    }),
  );
  expect(found.flat()).toContain(endpointId);
  expect(await heard()).toEqual(living);
  expect(await owners()).toEqual([...living, null]);
});

const waits = async (): Promise<boolean> => {
  const waiting = await tables.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query LIKE '%webhook_delivery%'`,
  );
  return waiting.length > 0;
};
const attemptAt = (deliveryId: string, leaseToken: string) =>
  ({
    deliveryId,
    leaseToken,
    state: 'pending',
    retryInSeconds: 60,
    result: 'timeout',
    status: null,
    latencyMs: 1,
    excerpt: '',
  }) as const;

test.each<[string, (leases: readonly (readonly [string, string])[]) => Promise<unknown>]>([
  ['records attempts', (leases) => deliveries.record(leases.map(([id, token]) => attemptAt(id, token)))],
  ['frees its leases', () => deliveries.retire(LAST)],
  ['frees the leases of a dead one', () => silence([LAST]).then(() => reconcile(FIRST))],
  ['disables the endpoint', () => deliveries.disableEndpoint(endpointId)],
])(
  'one that %s locks deliveries in the order of their ids, and holds none while it waits for a lesser one',
  async (_, work) => {
    const [lesser, greater] = [newId('delivery'), newId('delivery')].toSorted() as [string, string];
    await tables.query('DELETE FROM webhook_delivery WHERE endpoint_id = $1', [endpointId]);
    const leases: [string, string][] = [];
    for (const id of [greater, lesser]) {
      const token = randomUUID();
      await deliveries.ingest(...delivery(id));
      await deliveries.claim(endpointId, LAST, token);
      leases.push([id, token]);
    }
    let working: Promise<unknown> | undefined;
    await withClient(tables.url, async (client) => {
      await client.query('BEGIN');
      await client.query('UPDATE webhook_delivery SET created_at = created_at WHERE delivery_id = $1', [lesser]);
      working = work(leases);
      await eventually(waits);
      const free = await client.query('SELECT FROM webhook_delivery WHERE delivery_id = $1 FOR UPDATE SKIP LOCKED', [
        greater,
      ]);
      expect(free.rowCount).toBe(1);
      await client.query('COMMIT');
    });
    await working;
    expect(await owners()).toEqual([null, null]);
  },
);

test('that ingest events lock them in the order of their ids, and hold none while they wait for a lesser one', async () => {
  const made = [delivery(), delivery()].toSorted(([[a]], [[b]]) => (String(a?.eventId) < String(b?.eventId) ? -1 : 1));
  const [lesser, greater] = made.map(([events]) => events[0]?.eventId);
  const insert = `INSERT INTO webhook_event (event_id, merchant_id, mode, type, intent_id, sequence, body)
    VALUES ($1, $2, 'test', 'payment.completed', $3, 1, '{}')`;
  const values = () => [newId('merchant'), newId('intent')];
  let working: Promise<unknown> | undefined;
  await withClient(tables.url, async (client) => {
    await client.query("BEGIN; SET LOCAL lock_timeout = '1s'");
    await client.query(insert, [lesser, ...values()]);
    const backwards = made.toReversed();
    working = deliveries.ingest(
      backwards.flatMap(([events]) => events),
      backwards.flatMap(([, each]) => each),
    );
    await eventually(waits);
    await client.query(insert, [greater, ...values()]);
    await client.query('ROLLBACK');
  });
  expect(await working).toEqual([endpointId]);
});
