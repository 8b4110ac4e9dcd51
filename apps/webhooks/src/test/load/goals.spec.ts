import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import type { Child } from '@paygate/testing';
import { eventually, inParallel } from '@paygate/testing';
import { DeliveriesRepository } from '../../delivery/deliveries.repository.js';
import { openDatabase } from '@paygate/testing';
import { WebhooksUnderTest } from '../webhooks-under-test.js';
import { cpuPerDelivery, cpuSoFar } from './cpu.js';
import { LoadReceiver } from './load-receiver.js';
import { NaiveQueue } from './naive-queue.js';

/* Prints the figures of docs/performance.md. GOALS_EVENTS=20000 GOALS_PARKED=1000000 make a run whose figures mean something. */

const EVENTS = Number(process.env['GOALS_EVENTS'] ?? 200);
const PARKED = Number(process.env['GOALS_PARKED'] ?? 2_000);
const PER_SECOND = 100;
const AT_A_TIME = 2;
const ENDPOINTS = 100;
const BATCH = 500;
const PARKED_ENDPOINTS = 1_000;
const PATIENCE_MS = 300_000;
jest.setTimeout(3 * PATIENCE_MS);

let receiver: LoadReceiver;
let service: WebhooksUnderTest;
let child: Child;
let naive: NaiveQueue;
const merchants: string[] = [];

beforeAll(async () => {
  receiver = await LoadReceiver.start();
  service = await WebhooksUnderTest.start({ WEBHOOK_ALLOWED_ADDRESSES: receiver.address });
  child = await service.startProcess();
  naive = await NaiveQueue.start(service, receiver);
  merchants.push(...Array.from({ length: ENDPOINTS }, () => newId('merchant')));
  await inParallel(merchants, (merchantId) => service.register({ merchantId, url: receiver.url(`/${merchantId}`) }));
});
afterAll(async () => {
  await naive.stop();
  child.kill('SIGKILL');
  await child.ended;
  await service.stop();
  receiver.stop();
});

const arrived = (ids: readonly string[]) =>
  eventually(() => ids.every((id) => receiver.arrivedAt.has(id)), { timeoutMs: PATIENCE_MS, intervalMs: 5 });
const recorded = () =>
  eventually(
    async () =>
      (await service.database.query(`SELECT FROM webhook_delivery WHERE state = 'pending' LIMIT 1`)).length === 0,
    { timeoutMs: PATIENCE_MS, intervalMs: 20 },
  );

/** Events of these merchants in turn, as intents publishes them. @returns their ids */
async function emit(of: readonly string[], count: number): Promise<readonly string[]> {
  const changes = Array.from({ length: count }, (_, n) => service.change({ merchantId: of[n % of.length] ?? '' }));
  for (let from = 0; from < count; from += BATCH) await service.completed(...changes.slice(from, from + BATCH));
  return changes.map(({ eventId }) => eventId);
}

function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
}
const inMs = (values: readonly number[]) =>
  `p50 ${percentile(values, 0.5).toFixed(2)} ms, p99 ${percentile(values, 0.99).toFixed(2)} ms`;

describe.each([ENDPOINTS, 1])('with %d active endpoints', (active) => {
  test('events are ingested and delivered', async () => {
    const of = merchants.slice(0, active);
    await arrived(await emit(of, EVENTS / 10));
    const before = await cpuSoFar(child.pid, service.database);
    const began = performance.now();
    const ids = await emit(of, EVENTS);
    await arrived(ids);
    await recorded();
    const seconds = (performance.now() - began) / 1_000;
    const after = await cpuSoFar(child.pid, service.database);
    console.log(
      `${active} endpoints, ingestion and delivery: ${cpuPerDelivery(before, after, EVENTS)}, ${(EVENTS / seconds).toFixed(0)}/s`,
    );
  });

  test('a backlog is drained, beside a job per delivery', async () => {
    const of = merchants.slice(0, active);
    const set = (state: string) =>
      service.database.query('UPDATE webhook_endpoint SET state = $1 WHERE merchant_id = ANY ($2)', [state, of]);
    await set('paused');
    const ids = await emit(of, EVENTS);
    await eventually(
      async () => {
        const [row] = await service.database.query<{ count: string }>(
          `SELECT count(*) FROM webhook_delivery WHERE state = 'pending'`,
        );
        return Number(row?.count) === EVENTS;
      },
      { timeoutMs: PATIENCE_MS, intervalMs: 50 },
    );
    const before = await cpuSoFar(child.pid, service.database);
    await set('enabled');
    await arrived(ids);
    await recorded();
    const times = ids.map((id) => receiver.arrivedAt.get(id) ?? 0);
    const [seconds, cpu] = [
      (Math.max(...times) - Math.min(...times)) / 1_000,
      await cpuSoFar(child.pid, service.database),
    ];

    await naive.pause();
    const naiveIds = await naive.add(
      of.map((merchantId) => `/${merchantId}`),
      EVENTS,
      '{"id":"evt_1","data":{}}',
    );
    const naiveBefore = await cpuSoFar(naive.worker.pid, service.database);
    await naive.resume();
    await arrived(naiveIds);
    const naiveTimes = naiveIds.map((id) => receiver.arrivedAt.get(id) ?? 0);
    const naiveSeconds = (Math.max(...naiveTimes) - Math.min(...naiveTimes)) / 1_000;
    const naiveCpu = await cpuSoFar(naive.worker.pid, service.database);
    console.log(
      `${active} endpoints, draining: ${(EVENTS / seconds).toFixed(0)}/s at ${cpuPerDelivery(before, cpu, EVENTS)}; ` +
        `a job per delivery: ${(EVENTS / naiveSeconds).toFixed(0)}/s at ${cpuPerDelivery(naiveBefore, naiveCpu, EVENTS)}`,
    );
  });
});

test('an ordered endpoint drains its backlog in its order', async () => {
  const merchantId = newId('merchant');
  await service.register({ merchantId, url: receiver.url(`/${merchantId}`), ordered: true });
  const set = (state: string) =>
    service.database.query('UPDATE webhook_endpoint SET state = $1 WHERE merchant_id = $2', [state, merchantId]);
  await set('paused');
  const ids = await emit([merchantId], Math.ceil(EVENTS / 4));
  await eventually(
    async () => {
      const rows = await service.database.query('SELECT FROM webhook_event WHERE merchant_id = $1', [merchantId]);
      return rows.length === ids.length;
    },
    { timeoutMs: PATIENCE_MS, intervalMs: 50 },
  );
  const before = await cpuSoFar(child.pid, service.database);
  await set('enabled');
  await arrived(ids);
  await recorded();
  const times = ids.map((id) => receiver.arrivedAt.get(id) ?? 0);
  const seconds = (Math.max(...times) - Math.min(...times)) / 1_000;
  const after = await cpuSoFar(child.pid, service.database);
  console.log(
    `an ordered endpoint, draining: ${(ids.length / seconds).toFixed(0)}/s at ${cpuPerDelivery(before, after, ids.length)}`,
  );
});

test('events that come at a steady rate are received soon after their commit', async () => {
  const ids: string[] = [];
  const began = performance.now();
  while (ids.length < Math.min(EVENTS, 3_000)) {
    ids.push(...(await emit(merchants, AT_A_TIME)));
    await new Promise((resolve) =>
      setTimeout(resolve, Math.max(0, began + (ids.length * 1_000) / PER_SECOND - performance.now())),
    );
  }
  await arrived(ids);
  const rows = await service.database.query<{ id: string; ms: number }>(
    'SELECT event_id AS id, (extract(epoch FROM created_at) * 1000)::float8 AS ms FROM webhook_event WHERE event_id = ANY ($1)',
    [ids],
  );
  expect(rows).toHaveLength(ids.length);
  console.log(
    `stored to received at ${PER_SECOND}/s: ${inMs(rows.map(({ id, ms }) => (receiver.arrivedAt.get(id) ?? 0) - ms))}`,
  );
});

test('a claim and a search do not depend on how many deliveries are parked', async () => {
  const database = await openDatabase(service.database.serviceUrl, 2);
  await recorded();
  await service.database.query(
    `INSERT INTO webhook_endpoint (endpoint_id, merchant_id, mode, url, events, state, disabled_reason)
      SELECT 'we_' || lpad(n::text, 26, '0'), 'mer_parked', 'test', 'https://shop.example/', '{*}', 'disabled', 'failing'
      FROM generate_series(1, $1::int) AS n`,
    [PARKED_ENDPOINTS],
  );
  await service.database.query(
    `INSERT INTO webhook_delivery (endpoint_id, event_id)
      SELECT 'we_' || lpad((n % $2 + 1)::text, 26, '0'), webhook_least_event_id(clock_timestamp()) || lpad(n::text, 16, '0')
      FROM generate_series(1, $1::int) AS n`,
    [PARKED, PARKED_ENDPOINTS],
  );
  await service.database.query('ANALYZE webhook_delivery, webhook_endpoint');
  const deliveries = new DeliveriesRepository(database);
  const endpoints = await service.database.query<{ endpoint_id: string }>(
    `SELECT endpoint_id FROM webhook_endpoint WHERE merchant_id = ANY ($1)`,
    [merchants],
  );
  const worker = crypto.randomUUID();
  const timed = async (times: number, work: (n: number) => Promise<unknown>): Promise<readonly number[]> => {
    const took: number[] = [];
    for (let n = 0; n < times; n += 1) {
      const began = performance.now();
      await work(n);
      took.push(performance.now() - began);
    }
    return took;
  };
  const claims = await timed(500, (n) =>
    deliveries.claim(worker, [{ endpointId: endpoints[n % ENDPOINTS]?.endpoint_id ?? '', most: 32, isProbe: false }]),
  );
  const searches = await timed(30, () => deliveries.dueEndpoints(''));
  console.log(
    `${PARKED} parked deliveries of ${PARKED_ENDPOINTS} endpoints: a claim ${inMs(claims)}; a search for due endpoints ${inMs(searches)}`,
  );
  expect(await deliveries.dueEndpoints('')).toEqual([]);
  await database.close();
});
