import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { eventually, withClient } from '@paygate/testing';
import { WebhooksUnderTest } from './webhooks-under-test.js';

const SETUP_MS = 60_000;
const EVENTS = 300;

let service: WebhooksUnderTest;

beforeAll(async () => {
  service = await WebhooksUnderTest.start();
});
afterAll(() => service.stop());

const undelivered = async (): Promise<number> => {
  const [row] = await service.database.query<{ count: string }>(
    "SELECT count(*) FROM webhook_delivery WHERE state <> 'delivered'",
  );
  return Number(row?.count);
};
const emitMany = async (): Promise<readonly string[]> => {
  const changes = Array.from({ length: EVENTS }, () => service.change());
  await service.completed(...changes);
  return changes.map(({ eventId }) => eventId);
};
const allDelivered = (eventIds: readonly string[]) =>
  eventually(
    async () => {
      const reached = new Set(service.receiver.eventIds);
      return eventIds.every((eventId) => reached.has(eventId)) && (await undelivered()) === 0;
    },
    { intervalMs: 100 },
  );

describe('two instances', () => {
  test(
    'deliver each event once between them, also while one of them shuts down',
    async () => {
      const stopFirst = await service.startInstance();
      await service.startInstance();
      await service.endpoint();
      const eventIds = await emitMany();
      await stopFirst();
      await allDelivered(eventIds);
      expect(service.receiver.eventIds).toHaveLength(EVENTS);
    },
    SETUP_MS * 2,
  );

  test(
    'lose nothing when Redis loses everything in the middle',
    async () => {
      const redis = new Redis(process.env['TEST_REDIS_URL'] ?? '');
      const eventIds = await emitMany();
      try {
        const keys = await redis.keys(`${service.topicPrefix}:bull:*`);
        expect(keys.length).toBeGreaterThan(0);
        await redis.del(...keys);
      } finally {
        redis.disconnect();
      }
      await allDelivered(eventIds);
    },
    SETUP_MS * 2,
  );

  test(
    'take over the deliveries of a worker without a heartbeat',
    async () => {
      const eventId = await service.completed(service.change());
      await allDelivered([eventId]);
      await service.database.query(
        `WITH dead AS (
           INSERT INTO webhook_worker VALUES (gen_random_uuid(), clock_timestamp() - interval '1 minute') RETURNING worker)
         UPDATE webhook_delivery SET state = 'pending', delivered_at = NULL, next_at = clock_timestamp(),
           leased_by = (SELECT worker FROM dead)
         WHERE event_id = '${eventId}'`,
      );
      await allDelivered([eventId]);
      expect(service.receiver.eventIds.filter((arrived) => arrived === eventId)).toHaveLength(2);
    },
    SETUP_MS * 2,
  );

  test(
    'write their heartbeat while their search for due deliveries waits, and fails',
    async () => {
      // a search that waits has begun before the last heartbeat
      const heartbeatMeanwhile = async () => {
        const [search] = await service.database.query<{ begun: Date }>(
          `SELECT query_start AS begun FROM pg_stat_activity WHERE datname = current_database()
            AND wait_event_type = 'Lock' AND query LIKE '%webhook_delivery%'
            AND query_start < (SELECT max(beat_at) FROM webhook_worker)`,
        );
        return search;
      };
      await withClient(service.database.url, async (client) => {
        await client.query('BEGIN; LOCK TABLE webhook_delivery IN ACCESS EXCLUSIVE MODE');
        const { begun: first } = await eventually(heartbeatMeanwhile);
        await eventually(async () => {
          const next = await heartbeatMeanwhile();
          return next !== undefined && next.begun > first;
        });
      });
      await allDelivered([await service.completed(service.change())]);
    },
    SETUP_MS * 2,
  );
});

test(
  'an instance that shuts down writes its heartbeat until its last attempts are finished',
  async () => {
    const alone = await WebhooksUnderTest.start();
    const stop = await alone.startInstance();
    await alone.endpoint();
    alone.receiver.answer = () => undefined;
    const eventId = await alone.completed(alone.change());
    await eventually(() => alone.receiver.eventIds.includes(eventId));
    const stopping = stop();
    const heartbeats = new Set<string>();
    await eventually(async () => {
      const [last] = await alone.database.query<{ at: string }>('SELECT beat_at::text AS at FROM webhook_worker');
      heartbeats.add(last?.at ?? '');
      return heartbeats.size > 3;
    });
    alone.receiver.stop();
    await stopping;
    expect(await alone.database.query('SELECT FROM webhook_worker')).toEqual([]);
    await alone.stop();
  },
  SETUP_MS * 2,
);
