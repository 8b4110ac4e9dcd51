/**
 * The worker that webhook delivery is compared with: a BullMQ job per delivery, which is signed, sent and recorded as delivered. Ends with its
 * parent.
 */
import { AddressGuard } from '../../egress/address-guard.js';
import { HttpSender } from '../../egress/http-sender.js';
import { signDelivery } from '@paygate/webhook-signature';
import { Worker } from 'bullmq';
import { Redis } from 'ioredis';
import pg from 'pg';

/** A delivery, with all that it needs. */
export interface NaiveDelivery {
  readonly eventId: string;
  readonly url: string;
  readonly body: string;
  readonly secret: string;
}

const CONCURRENCY = 64;
const OK = 200;
const { REDIS_URL = '', DATABASE_URL, QUEUE = '', RECEIVER = '' } = process.env;

const sender = new HttpSender(new AddressGuard([RECEIVER]));
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 10 });
const connection = new Redis(REDIS_URL, { maxRetriesPerRequest: null });

const worker = new Worker<NaiveDelivery>(
  QUEUE,
  async ({ data: { eventId, url, body, secret } }) => {
    const headers = signDelivery({ id: eventId, timestampSeconds: Math.floor(Date.now() / 1_000), body }, [secret]);
    const result = await sender.post(url, body, { ...headers });
    if (result.kind !== 'answered' || result.status !== OK) throw new Error('not delivered');
    await pool.query('UPDATE naive_delivery SET delivered_at = clock_timestamp() WHERE event_id = $1', [eventId]);
  },
  { connection, concurrency: CONCURRENCY, removeOnComplete: { count: 0 } },
);
worker.on('error', () => undefined);
await worker.waitUntilReady();
process.send?.('ready');
process.on('disconnect', () => process.exit());
