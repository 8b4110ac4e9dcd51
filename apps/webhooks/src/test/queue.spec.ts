import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId, OutcomeUnknown } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import type { Worker } from 'bullmq';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { DeliveriesRepository } from '../delivery/deliveries.repository.js';
import { EndpointJobs } from '../delivery/queue/endpoint-jobs.js';
import type { Behaviour } from './merchants-server.js';
import { MerchantsServer } from './merchants-server.js';
import { WebhooksUnderTest } from './webhooks-under-test.js';

/* The jobs of endpoints, and the ends of slices and processes. */

const SETUP_MS = 60_000;
/** The greatest delay of a job. Seconds. */
const LATE_SECONDS = 5;
/** BullMQ keeps the time of a delayed job in the upper bits of its score. */
const DELAYED_SCORE = 0x1000;
const SAMPLES = 60;
const SAMPLE_MS = 200;

let service: WebhooksUnderTest;
let merchants: MerchantsServer;
let redis: Redis;
let queue: Queue<{ endpointId: string }>;

beforeAll(async () => {
  merchants = await MerchantsServer.start();
  service = await WebhooksUnderTest.start({
    WEBHOOK_ALLOWED_ADDRESSES: merchants.address,
    WEBHOOK_RETRY_COMPRESSION: '10',
  });
  await service.startInstance();
  redis = new Redis(process.env['TEST_REDIS_URL'] ?? '', { maxRetriesPerRequest: null });
  queue = new Queue('webhook-endpoints', { connection: redis, prefix: `${service.topicPrefix}:bull` });
});
afterAll(async () => {
  await queue.close();
  redis.disconnect();
  await service.stop();
  merchants.stop();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** An endpoint of its own merchant, and its path. */
async function endpoint(behaviour: Behaviour) {
  const merchantId = newId('merchant');
  const path = `/${merchantId}`;
  merchants.on(path, behaviour);
  const { endpointId } = await service.endpointWith({ merchantId, url: merchants.url(path) });
  const emit = (count: number) =>
    service.completed(...Array.from({ length: count }, () => service.change({ merchantId })));
  const count = async (where: string): Promise<number> => {
    const rows = await service.database.query(`SELECT FROM webhook_delivery WHERE endpoint_id = $1 AND ${where}`, [
      endpointId,
    ]);
    return rows.length;
  };
  return { endpointId, path, emit, count };
}

/**
 * Endpoints with a delivery that has been due and unleased for longer than a job may take to come, and with nothing under way: an attempt
 * that ends enqueues its endpoint.
 */
async function overdue(): Promise<readonly string[]> {
  const rows = await service.database.query<{ endpoint_id: string }>(
    `SELECT endpoint_id FROM webhook_endpoint e WHERE state = 'enabled' AND EXISTS (
      SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.endpoint_id AND d.state = 'pending' AND d.leased_by IS NULL
        AND greatest(d.next_at, e.breaker_until) < clock_timestamp() - interval '${String(LATE_SECONDS)} s')
      AND NOT EXISTS (SELECT FROM webhook_delivery d WHERE d.endpoint_id = e.endpoint_id AND d.leased_by IS NOT NULL)`,
  );
  return rows.map((row) => row.endpoint_id);
}

/** Endpoints that have a job that runs, waits, or is due soon. */
async function withJob(): Promise<ReadonlySet<string>> {
  const soon = Date.now() + LATE_SECONDS * 1_000;
  const delayed = await redis.zrangebyscore(queue.toKey('delayed'), 0, (soon + 1) * DELAYED_SCORE);
  const [now, later] = await Promise.all([
    queue.getJobs(['active', 'waiting', 'prioritized']),
    Promise.all(delayed.map((id) => queue.getJob(id))),
  ]);
  return new Set([...now, ...later].flatMap((job) => (job === undefined ? [] : [job.data.endpointId])));
}

test(
  'events that come one after the other are delivered where they are stored, without a job',
  async () => {
    const EVENTS = 20;
    const shop = await endpoint(() => ({ status: 200 }));
    for (let sent = 1; sent <= EVENTS; sent += 1) {
      await shop.emit(1);
      await eventually(async () => (await shop.count(`state = 'delivered'`)) === sent, { intervalMs: 10 });
    }
    // the search for what is due may see an event before its slice begins
    expect(Number(await redis.get(queue.toKey('id')))).toBeLessThan(EVENTS / 2);
  },
  SETUP_MS,
);

describe('each enabled endpoint with a delivery due and none under way', () => {
  test(
    'has a job, whatever its receiver does, and also after Redis has lost everything',
    async () => {
      const behaviours: readonly Behaviour[] = [
        () => ({ status: 200 }),
        () => undefined,
        () => ({ status: 500 }),
        (index) => ({ status: index % 2 === 0 ? 200 : 503 }),
        (index) => ({ status: index % 7 === 0 ? 200 : 429, headers: { 'retry-after': '1' } }),
      ];
      const shops = await Promise.all([...behaviours, ...behaviours].map((behaviour) => endpoint(behaviour)));
      const allHaveJobs = async (): Promise<boolean> => {
        const jobs = await withJob();
        return (await overdue()).every((endpointId) => jobs.has(endpointId));
      };
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        if (sample % 10 === 0) await Promise.all(shops.map(({ emit }) => emit(20)));
        if (sample === SAMPLES / 2) await redis.del(...(await redis.keys(`${service.topicPrefix}:bull:*`)));
        await pause(SAMPLE_MS);
      }
      await eventually(allHaveJobs, { timeoutMs: SETUP_MS });
    },
    2 * SETUP_MS,
  );
});

test(
  'results are recorded while another attempt of the same endpoint hangs',
  async () => {
    service.withoutTimeout();
    const shop = await endpoint((index) => (index === 3 ? undefined : { status: 200 }));
    await shop.emit(30);
    await eventually(async () => (await shop.count(`state = 'delivered'`)) === 29, { timeoutMs: SETUP_MS });
    expect(await shop.count(`state = 'pending' AND leased_by IS NOT NULL`)).toBe(1);
  },
  2 * SETUP_MS,
);

test(
  'deliveries of a claim whose answer was lost are claimed again, those under way are not sent twice',
  async () => {
    let isHanging = true;
    const shop = await endpoint(() => (isHanging ? undefined : { status: 200 }));
    await shop.emit(1);
    await eventually(() => merchants.at(shop.path).length === 1);
    isHanging = false;
    const deliveries = service.part(DeliveriesRepository);
    const claim = deliveries.claim.bind(deliveries);
    let isLost = false;
    deliveries.claim = async (...args) => {
      const claims = await claim(...args);
      const [, wanted] = args;
      const at = wanted.findIndex(({ endpointId }) => endpointId === shop.endpointId);
      if (isLost || (claims[at]?.leased ?? []).length === 0) return claims;
      isLost = true;
      throw new OutcomeUnknown('the answer was lost');
    };
    await shop.emit(10);
    await eventually(async () => (await shop.count(`state = 'delivered'`)) === 10, { timeoutMs: SETUP_MS });
    expect(isLost).toBe(true);
    expect(merchants.at(shop.path)).toHaveLength(11);
  },
  2 * SETUP_MS,
);

test('a worker of the queue that takes no jobs any more is replaced', async () => {
  const worker = Reflect.get(service.part(EndpointJobs), 'worker') as Worker;
  await worker.pause(true);
  const shop = await endpoint(() => ({ status: 200 }));
  await shop.emit(1);
  await eventually(() => merchants.at(shop.path).length === 1);
  // its successor may have taken the job before it has ended
  await eventually(() => !worker.isRunning());
});

test(
  'a process that ends while receivers hang ends in time, counts no attempt for them, and leaves their deliveries to another',
  async () => {
    const alone = await WebhooksUnderTest.start({ WEBHOOK_ALLOWED_ADDRESSES: merchants.address });
    const stop = await alone.startInstance();
    alone.withoutTimeout();
    merchants.on('/hangs', () => undefined);
    await alone.endpointWith({ url: merchants.url('/hangs') });
    await alone.completed(...Array.from({ length: 20 }, () => alone.change()));
    await eventually(() => merchants.at('/hangs').length === 4);
    // an end that waited for the receivers would never come
    await stop();
    expect(await alone.database.query('SELECT FROM webhook_attempt')).toEqual([]);
    merchants.on('/hangs', () => ({ status: 200 }));
    await alone.startInstance();
    await eventually(
      async () => (await alone.database.query(`SELECT FROM webhook_delivery WHERE state = 'delivered'`)).length === 20,
    );
    await alone.stop();
  },
  2 * SETUP_MS,
);
