import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { Answer } from './merchants-server.js';
import { MerchantsServer } from './merchants-server.js';
import { WebhooksUnderTest } from './webhooks-under-test.js';

let service: WebhooksUnderTest;
let merchants: MerchantsServer;

beforeAll(async () => {
  merchants = await MerchantsServer.start();
  service = await WebhooksUnderTest.start({
    WEBHOOK_ALLOWED_ADDRESSES: merchants.address,
    WEBHOOK_RETRY_COMPRESSION: '1',
  });
  await service.startInstance();
});
afterAll(async () => {
  await service.stop();
  merchants.stop();
});

interface Row {
  readonly state: string;
  readonly attempts: number;
  readonly waits: number;
}

/** A merchant with one endpoint at a path of its own that gives this answer, and one event for it. */
async function deliveryTo(answer: Answer, changes: { retrySchedule?: number[] } = {}) {
  const merchantId = newId('merchant');
  const path = `/${merchantId}`;
  merchants.on(path, () => answer);
  const { endpointId } = await service.endpointWith({ merchantId, url: merchants.url(path), ...changes });
  const eventId = await service.completed(service.change({ merchantId }));
  const rowAfter = (attempts: number): Promise<Row> =>
    eventually(async () => {
      const [row] = await service.database.query<Row>(
        `SELECT state, attempts, extract(epoch FROM next_at - (SELECT max(attempted_at) FROM webhook_attempt a WHERE a.event_id = d.event_id))::float8
          AS waits FROM webhook_delivery d WHERE event_id = $1`,
        [eventId],
      );
      return row?.attempts === attempts && row;
    });
  /** Lets the time until the next attempt pass, and closes the breaker. */
  const pass = async (): Promise<void> => {
    await service.database.query(
      `UPDATE webhook_endpoint SET failures = 0, failing_since = NULL, breaker_until = NULL, failed_probes = 0 WHERE endpoint_id = $1`,
      [endpointId],
    );
    await service.database.query('UPDATE webhook_delivery SET next_at = clock_timestamp() WHERE event_id = $1', [
      eventId,
    ]);
  };
  return { endpointId, eventId, path, rowAfter, pass };
}

describe('a delivery that failed', () => {
  test('is tried again after 5 s, 30 s, 2 min, 10 min, 30 min, 2, 5, 10, 14, 20 and 24 h, then daily, each 20 % sooner or later', async () => {
    const { rowAfter, pass } = await deliveryTo({ status: 500 });
    const spread: number[] = [];
    for (const [index, delay] of [
      5, 30, 120, 600, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400, 86_400,
    ].entries()) {
      const { waits, state } = await rowAfter(index + 1);
      expect(state).toBe('pending');
      expect(waits / delay).toBeGreaterThan(0.79);
      expect(waits / delay).toBeLessThan(1.21);
      spread.push(waits / delay);
      await pass();
    }
    expect(Math.max(...spread) - Math.min(...spread)).toBeGreaterThan(0.02);
  });

  test('has failed for good when it is 30 days old', async () => {
    const { eventId, rowAfter, pass } = await deliveryTo({ status: 500 });
    await rowAfter(1);
    await service.database.query(
      `UPDATE webhook_delivery SET created_at = clock_timestamp() - interval '29 days 23:59:50' WHERE event_id = $1`,
      [eventId],
    );
    await pass();
    expect(await rowAfter(2)).toMatchObject({ state: 'failed' });
  });

  test('follows the endpoint’s own schedule, and has failed after its end', async () => {
    const { rowAfter, pass } = await deliveryTo({ status: 500 }, { retrySchedule: [60, 7_000] });
    expect(Math.round((await rowAfter(1)).waits / 60)).toBe(1);
    await pass();
    expect(Math.round((await rowAfter(2)).waits / 7_000)).toBe(1);
    await pass();
    expect(await rowAfter(3)).toMatchObject({ state: 'failed' });
  });

  test.each<[string, Answer, number]>([
    ['429 with seconds', { status: 429, headers: { 'retry-after': '90' } }, 90],
    ['503 with seconds', { status: 503, headers: { 'retry-after': '120' } }, 120],
    ['503 with more than six hours', { status: 503, headers: { 'retry-after': '999999' } }, 21_600],
    ['500 with seconds, where they mean nothing', { status: 500, headers: { 'retry-after': '90' } }, 5],
    ['503 with seconds fewer than the schedule', { status: 503, headers: { 'retry-after': '1' } }, 5],
    ['503 with nonsense', { status: 503, headers: { 'retry-after': 'soon' } }, 5],
  ])('waits as Retry-After asks: %s', async (_, answer, seconds) => {
    const { rowAfter } = await deliveryTo(answer);
    const { waits } = await rowAfter(1);
    expect(waits / seconds).toBeGreaterThan(0.79);
    expect(waits / seconds).toBeLessThan(1.21);
  });

  test('waits as Retry-After asks with a date', async () => {
    const date = new Date(Date.now() + 300_000).toUTCString();
    const { rowAfter } = await deliveryTo({ status: 503, headers: { 'retry-after': date } });
    const { waits } = await rowAfter(1);
    expect(waits).toBeGreaterThan(280);
    expect(waits).toBeLessThan(301);
  });

  test('has a timer in BullMQ for the time of its next attempt', async () => {
    const { endpointId, rowAfter } = await deliveryTo({ status: 500 });
    await rowAfter(1);
    const connection = new Redis(process.env['TEST_REDIS_URL'] ?? '', { maxRetriesPerRequest: null });
    const queue = new Queue('webhook-endpoints', { connection, prefix: `${service.topicPrefix}:bull` });
    try {
      const timer = await eventually(async () => {
        const delayed = await queue.getDelayed();
        return delayed.find(({ data }) => (data as { endpointId: string }).endpointId === endpointId);
      });
      expect(timer.delay).toBeGreaterThan(2_000);
      expect(timer.delay).toBeLessThan(6_100);
    } finally {
      await queue.close();
      connection.disconnect();
    }
  });
});
