import { newId } from '@paygate/platform';
import type { Child } from '@paygate/testing';
import { eventually, startChild } from '@paygate/testing';
import { generateWebhookSecret } from '@paygate/webhook-signature';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { WebhooksUnderTest } from '../webhooks-under-test.js';
import type { LoadReceiver } from './load-receiver.js';
import type { NaiveDelivery } from './naive-worker.main.js';

const BATCH = 1_000;
const secret = generateWebhookSecret();

/** A queue with a job per delivery, and the worker of these jobs in a process of its own. */
export class NaiveQueue {
  readonly worker: Child;
  private readonly queue: Queue<NaiveDelivery>;

  private constructor(
    private readonly service: WebhooksUnderTest,
    private readonly receiver: LoadReceiver,
    private readonly connection: Redis,
    { queue, worker }: { readonly queue: Queue<NaiveDelivery>; readonly worker: Child },
  ) {
    this.queue = queue;
    this.worker = worker;
  }

  static async start(service: WebhooksUnderTest, receiver: LoadReceiver): Promise<NaiveQueue> {
    const name = `naive-${newId('request')}`;
    const redis = process.env['TEST_REDIS_URL'] ?? '';
    await service.database.query('CREATE TABLE naive_delivery (event_id text PRIMARY KEY, delivered_at timestamptz)');
    const env = { REDIS_URL: redis, DATABASE_URL: service.database.url, QUEUE: name, RECEIVER: receiver.address };
    const connection = new Redis(redis, { maxRetriesPerRequest: null });
    const queue = new Queue<NaiveDelivery>(name, { connection });
    const worker = await startChild({ entry: 'apps/webhooks/src/test/load/naive-worker.main.ts', env });
    await eventually(() => worker.said.includes('ready'));
    return new NaiveQueue(service, receiver, connection, { queue, worker });
  }

  /** Queues deliveries to these paths in turn. @returns the ids of their events */
  async add(paths: readonly string[], count: number, body: string): Promise<readonly string[]> {
    const ids = Array.from({ length: count }, () => newId('event'));
    await this.service.database.query('INSERT INTO naive_delivery (event_id) SELECT unnest($1::text[])', [ids]);
    for (let from = 0; from < count; from += BATCH)
      await this.queue.addBulk(
        ids.slice(from, from + BATCH).map((eventId, index) => {
          const url = this.receiver.url(paths[(from + index) % paths.length] ?? '');
          return { name: 'deliver', data: { eventId, url, body, secret } };
        }),
      );
    return ids;
  }

  pause(): Promise<void> {
    return this.queue.pause();
  }

  resume(): Promise<void> {
    return this.queue.resume();
  }

  async stop(): Promise<void> {
    this.worker.kill('SIGKILL');
    await this.worker.ended;
    await this.queue.obliterate({ force: true });
    await this.queue.close();
    this.connection.disconnect();
  }
}
