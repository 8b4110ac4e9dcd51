import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import type { Child } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { WebhooksUnderTest } from '../webhooks-under-test.js';
import { LoadReceiver } from './load-receiver.js';
import { NaiveQueue } from './naive-queue.js';

/* One merchant's backlog delays nobody else, beside a worker with a job per delivery. FLOOD_EVENTS=20000 makes the long run. */

const EVENTS = Number(process.env['FLOOD_EVENTS'] ?? 3_000);
const BATCH = 100;
const SLOW_MS = 100;
const ROUNDS = 5;
const PATIENCE_MS = 240_000;
jest.setTimeout(2 * PATIENCE_MS);

let receiver: LoadReceiver;
let service: WebhooksUnderTest;
let child: Child;
let naive: NaiveQueue;

beforeAll(async () => {
  receiver = await LoadReceiver.start();
  service = await WebhooksUnderTest.start({ WEBHOOK_ALLOWED_ADDRESSES: receiver.address });
  child = await service.startProcess();
  naive = await NaiveQueue.start(service, receiver);
});
afterAll(async () => {
  await naive.stop();
  child.kill('SIGKILL');
  await child.ended;
  await service.stop();
  receiver.stop();
});

const arrival = (eventId: string): Promise<number> =>
  eventually(() => receiver.arrivedAt.get(eventId), { timeoutMs: PATIENCE_MS, intervalMs: 1 });
const nowMs = () => performance.timeOrigin + performance.now();

test('a merchant whose events all wait already delays another one far less than with a job per delivery', async () => {
  const flooding = newId('merchant');
  receiver.delays.set('/slow', SLOW_MS);
  await service.register({ merchantId: flooding, url: receiver.url('/slow') });
  await service.register({ url: receiver.url('/healthy') });
  const changes = Array.from({ length: EVENTS }, () => service.change({ merchantId: flooding }));
  for (let from = 0; from < EVENTS; from += BATCH) await service.completed(...changes.slice(from, from + BATCH));
  const stored = async (): Promise<number> => {
    const [row] = await service.database.query<{ count: string }>('SELECT count(*) FROM webhook_event');
    return Number(row?.count);
  };
  await eventually(async () => (await stored()) === EVENTS, { timeoutMs: PATIENCE_MS, intervalMs: 50 });

  const waits: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const eventId = await service.completed();
    const arrivedAt = await arrival(eventId);
    const [row] = await service.database.query<{ ms: number }>(
      'SELECT (extract(epoch FROM created_at) * 1000)::float8 AS ms FROM webhook_event WHERE event_id = $1',
      [eventId],
    );
    waits.push(arrivedAt - (row?.ms ?? 0));
  }
  const flooded = changes.filter(({ eventId }) => receiver.arrivedAt.has(eventId)).length;
  // the flood still goes on
  expect(flooded).toBeLessThan(EVENTS);

  await naive.add(['/slow'], EVENTS, '{}');
  const began = nowMs();
  const [last = ''] = await naive.add(['/healthy'], 1, '{}');
  const naiveWait = (await arrival(last)) - began;
  const slowest = Math.max(...waits);
  console.log(
    `beside ${EVENTS} waiting events: ${waits.map((ms) => ms.toFixed(1)).join(', ')} ms; with a job per delivery ${naiveWait.toFixed(0)} ms`,
  );
  expect(slowest).toBeLessThan(naiveWait / 4);
});
