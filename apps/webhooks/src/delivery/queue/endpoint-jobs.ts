import { Injectable } from '@nestjs/common';
import { Logger, redisTls } from '@paygate/platform';
import type { JobsOptions } from 'bullmq';
import { Queue, Worker } from 'bullmq';
import type { RedisOptions } from 'ioredis';
import { Redis } from 'ioredis';
import { WebhooksConfig } from '../../config.js';
import { ENDPOINTS_AT_A_TIME } from './direct-queue.js';

const QUEUE = 'webhook-endpoints';
const DELIVER = 'deliver';
const TIMER = 'timer';
/**
 * The job of a worker that died is taken over once its lock has lapsed and the next check runs, about when its leases become void: the
 * reconciler enqueues what is due then. A check is seven commands, and so is the end of a wait for a job.
 */
const LOCK_MS = 3_000;
const STALLED_INTERVAL_MS = 2_500;
const WAIT_SECONDS = 10;
const COMMAND_TIMEOUT_MS = 2_000;
const RECONNECT_MAX_MS = 1_000;
/** A worker that begins no job for so long, although jobs wait and it has slots, is replaced. */
const STUCK_MS = 10_000;
const MS_PER_SECOND = 1_000;

interface EndpointJob {
  readonly endpointId: string;
}

/** Runs the job of an endpoint whose time has come. */
export type Run = (endpointId: string) => Promise<void>;

/** Jobs of endpoints in Redis: one to deliver now, and one at a later time, for each endpoint. Their loss only delays. */
@Injectable()
export class EndpointJobs {
  private readonly prefix: string;
  private readonly producer: Redis;
  private consumer: Redis;
  private worker: Worker<EndpointJob> | undefined;
  private queue: Queue<EndpointJob> | undefined;
  private run: Run = () => Promise.resolve();
  private begun = 0;
  private running = 0;
  private stuck: { readonly begun: number; readonly since: number } | undefined;

  constructor(
    private readonly config: WebhooksConfig,
    private readonly logger: Logger,
  ) {
    this.prefix = `${config.TOPIC_PREFIX}:bull`;
    this.producer = connection(config, {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: COMMAND_TIMEOUT_MS,
    });
    this.consumer = consumerOf(config);
    this.watchConnection();
  }

  /** True when jobs can be added. */
  get isConnected(): boolean {
    return this.queue !== undefined && this.producer.status === 'ready';
  }

  /** Starts to run jobs. */
  start(run: Run): void {
    this.run = run;
    this.worker = this.newWorker();
    void this.worker.run();
  }

  /** Finishes the jobs under way and disconnects from Redis. */
  async stop(): Promise<void> {
    await Promise.allSettled([this.worker?.close()]);
    await Promise.allSettled([this.queue?.close()]);
    this.consumer.disconnect();
    this.producer.removeAllListeners('close').disconnect();
  }

  /** Enqueues endpoints. @returns false without Redis */
  add(endpointIds: readonly string[]): Promise<boolean> {
    return this.addAll(endpointIds.map(deliveryJob));
  }

  /** Sets the timer of an endpoint. */
  async schedule(endpointId: string, inSeconds: number): Promise<void> {
    await this.addAll([timerJob(endpointId, inSeconds)]);
  }

  /** Replaces a worker that takes no jobs any more, as one may after its connection broke. */
  async watchWorker(): Promise<void> {
    if (this.queue === undefined || this.producer.status !== 'ready') return;
    const isIdle = this.running < ENDPOINTS_AT_A_TIME && (await this.queue.getWaitingCount()) > 0;
    if (!isIdle || this.stuck?.begun !== this.begun) this.stuck = { begun: this.begun, since: performance.now() };
    if (performance.now() - this.stuck.since < STUCK_MS) return;
    this.logger.warn('the worker of the delivery queue took no job and is replaced');
    this.stuck = undefined;
    const [worker, consumer] = [this.worker, this.consumer];
    this.consumer = consumerOf(this.config);
    this.start(this.run);
    await worker?.close(true).catch(() => undefined);
    consumer.disconnect();
  }

  private async addAll(jobs: readonly { name: string; data: EndpointJob; opts: JobsOptions }[]): Promise<boolean> {
    if (this.queue === undefined || this.producer.status !== 'ready') return false;
    try {
      await this.queue.addBulk([...jobs]);
      return true;
    } catch {
      return false;
    }
  }

  private async runJob(name: string, { endpointId }: EndpointJob): Promise<void> {
    this.begun += 1;
    this.running += 1;
    try {
      if (name === TIMER) await this.add([endpointId]);
      else await this.run(endpointId);
    } finally {
      this.running -= 1;
    }
  }

  private newWorker(): Worker<EndpointJob> {
    const worker = new Worker<EndpointJob>(QUEUE, (job) => this.runJob(job.name, job.data), {
      connection: this.consumer,
      prefix: this.prefix,
      autorun: false,
      concurrency: ENDPOINTS_AT_A_TIME,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_INTERVAL_MS,
      drainDelay: WAIT_SECONDS,
      // the pause after an error: Redis may be back at once
      runRetryDelay: RECONNECT_MAX_MS,
      // by default a job that lost its worker twice is given up for good
      maxStalledCount: Number.MAX_SAFE_INTEGER,
    });
    // each is followed by a `close` of the producer, which is logged
    worker.on('error', () => undefined);
    return worker;
  }

  private watchConnection(): void {
    let isAway = true;
    this.producer.on('ready', () => {
      isAway = false;
      this.logger.info('Redis is connected: deliveries are queued');
      this.queue ??= this.openQueue();
    });
    this.producer.on('close', () => {
      if (!isAway) this.logger.warn('Redis is away: deliveries run in-process until it is back');
      isAway = true;
    });
    this.producer.on('error', () => undefined);
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

function connection(config: WebhooksConfig, options: RetryOptions): Redis {
  return new Redis(config.REDIS_URL.reveal(), {
    ...redisTls(config),
    ...options,
    retryStrategy: (attempt) => Math.min(attempt * 50, RECONNECT_MAX_MS),
  });
}

function consumerOf(config: WebhooksConfig): Redis {
  return connection(config, { maxRetriesPerRequest: null }).on('error', () => undefined);
}

/** One job per endpoint: however often it is enqueued while it runs, it runs once more. */
function deliveryJob(endpointId: string) {
  return { name: DELIVER, data: { endpointId }, opts: { deduplication: { id: endpointId, keepLastIfActive: true } } };
}

/** One timer per endpoint, under an id of its own: a delayed job of the endpoint's id would swallow what is enqueued meanwhile. */
function timerJob(endpointId: string, inSeconds: number) {
  const opts = {
    delay: Math.ceil(inSeconds * MS_PER_SECOND),
    deduplication: { id: `timer ${endpointId}`, reschedule: true },
  };
  return { name: TIMER, data: { endpointId }, opts };
}
