import { Injectable } from '@nestjs/common';
import { Logger } from '@paygate/platform';
import { Queue, Worker } from 'bullmq';
import type { RedisOptions } from 'ioredis';
import { Redis } from 'ioredis';
import { WebhooksConfig } from '../config.js';
import { EndpointQueue } from './endpoint-queue.js';

const QUEUE = 'webhook-endpoints';
const JOB = 'deliver';
/** Endpoints that one instance delivers to at a time, with Redis or without it. */
const ENDPOINTS_AT_A_TIME = 64;
/** The job of a worker that died is taken over once its lock has lapsed and the next check runs. */
const LOCK_MS = 6_000;
const STALLED_INTERVAL_MS = 3_000;
/** Milliseconds that Redis must be away before jobs run without it. */
const DIRECT_MODE_AFTER_MS = 5_000;
const COMMAND_TIMEOUT_MS = 2_000;
const RECONNECT_MAX_MS = 1_000;

interface EndpointJob {
  readonly endpointId: string;
}

/**
 * The queue of endpoints with due deliveries, in Redis. The deliveries themselves are rows in PostgreSQL, so Redis may lose
 * a job: the reconciler enqueues its endpoint again. After {@link DIRECT_MODE_AFTER_MS} without Redis jobs run in-process.
 */
@Injectable()
export class DeliveryQueue {
  private readonly producer: Redis;
  private readonly consumer: Redis;
  private readonly worker: Worker<EndpointJob>;
  private readonly prefix: string;
  private readonly direct = new Map<string, Promise<void>>();
  private queue: Queue<EndpointJob> | undefined;
  private awaySince: number | undefined = performance.now();

  constructor(
    config: WebhooksConfig,
    private readonly endpointQueue: EndpointQueue,
    private readonly logger: Logger,
  ) {
    this.prefix = `${config.TOPIC_PREFIX}:bull`;
    this.producer = connection(config.REDIS_URL.reveal(), {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: COMMAND_TIMEOUT_MS,
    });
    this.consumer = connection(config.REDIS_URL.reveal(), { maxRetriesPerRequest: null });
    this.worker = new Worker(QUEUE, (job) => this.runJob(job.data.endpointId), {
      connection: this.consumer,
      prefix: this.prefix,
      autorun: false,
      concurrency: ENDPOINTS_AT_A_TIME,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_INTERVAL_MS,
      // the pause after an error: Redis may be back at once
      runRetryDelay: RECONNECT_MAX_MS,
      // by default a job that lost its worker twice is given up for good
      maxStalledCount: Number.MAX_SAFE_INTEGER,
    });
    this.watch();
  }

  /** Starts to run jobs. */
  start(): void {
    void this.worker.run();
  }

  /** Finishes the jobs under way and disconnects from Redis. */
  async stop(): Promise<void> {
    await Promise.allSettled([this.worker.close(), ...this.direct.values()]);
    await Promise.allSettled([this.queue?.close()]);
    this.consumer.disconnect();
    this.producer.removeAllListeners('close').disconnect();
  }

  /** Enqueues endpoints that have deliveries due. Never throws: the reconciler enqueues again what is lost. */
  async enqueue(endpointIds: readonly string[]): Promise<void> {
    if (endpointIds.length === 0) return;
    if (await this.add(endpointIds)) {
      this.awaySince = undefined;
      return;
    }
    this.awaySince ??= performance.now();
    if (performance.now() - this.awaySince >= DIRECT_MODE_AFTER_MS) this.runDirectly(endpointIds);
  }

  private async add(endpointIds: readonly string[]): Promise<boolean> {
    if (this.queue === undefined || this.producer.status !== 'ready') return false;
    try {
      await this.queue.addBulk(endpointIds.map(jobOf));
      return true;
    } catch {
      return false;
    }
  }

  private async runJob(endpointId: string): Promise<void> {
    if ((await this.endpointQueue.run(endpointId)) === 'more') await this.enqueue([endpointId]);
  }

  private runDirectly(endpointIds: readonly string[]): void {
    for (const endpointId of endpointIds) {
      if (this.direct.has(endpointId) || this.direct.size >= ENDPOINTS_AT_A_TIME) continue;
      const run = this.endpointQueue
        .run(endpointId)
        .then(
          () => undefined,
          (error: unknown) => {
            this.logger.error('the deliveries to an endpoint failed and are tried again', error, { endpointId });
          },
        )
        .finally(() => {
          this.direct.delete(endpointId);
        });
      this.direct.set(endpointId, run);
    }
  }

  private watch(): void {
    this.producer.on('ready', () => {
      this.logger.info('Redis is connected: deliveries are queued');
      this.awaySince = undefined;
      this.queue ??= this.openQueue();
    });
    this.producer.on('close', () => {
      if (this.awaySince === undefined) this.logger.warn('Redis is away: deliveries run in-process until it is back');
      this.awaySince ??= performance.now();
    });
    // each is followed by a `close` of the producer, which is logged
    this.producer.on('error', () => undefined);
    this.consumer.on('error', () => undefined);
    this.worker.on('error', () => undefined);
  }

  /** Needs an open connection: BullMQ reads the server's version once, and does not retry when that fails. */
  private openQueue(): Queue<EndpointJob> {
    const queue = new Queue<EndpointJob>(QUEUE, {
      connection: this.producer,
      prefix: this.prefix,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    });
    queue.on('error', () => undefined);
    return queue;
  }
}

type RetryOptions = Pick<RedisOptions, 'enableOfflineQueue' | 'maxRetriesPerRequest' | 'commandTimeout'>;

function connection(url: string, options: RetryOptions): Redis {
  return new Redis(url, { ...options, retryStrategy: (attempt) => Math.min(attempt * 50, RECONNECT_MAX_MS) });
}

/** One job per endpoint: however often it is enqueued while it runs, it runs once more. */
function jobOf(endpointId: string) {
  return { name: JOB, data: { endpointId }, opts: { deduplication: { id: endpointId, keepLastIfActive: true } } };
}
