import { Injectable } from '@nestjs/common';
import { Logger } from '@paygate/platform';
import { Queue, Worker } from 'bullmq';
import type { RedisOptions } from 'ioredis';
import { Redis } from 'ioredis';
import { WebhooksConfig } from '../config.js';
import { Lane } from './lane.js';

const QUEUE = 'wh-fresh';
const LANE_JOB = 'lane';
/** Lanes that one instance runs at once, by Redis or without it. */
const LANE_CONCURRENCY = 64;
/** A lane whose worker died is taken up by another one when its lock has lapsed and the next check has come round. */
const LOCK_MS = 6_000;
const STALLED_INTERVAL_MS = 3_000;
/** Milliseconds Redis must be gone before lanes run without it. */
const DIRECT_MODE_AFTER_MS = 5_000;
const COMMAND_TIMEOUT_MS = 2_000;
const RECONNECT_MAX_MS = 1_000;

interface LaneJob {
  readonly endpointId: string;
}

/**
 * Rings lanes. PostgreSQL knows what is to be delivered; Redis only says that there is something, and may lose it: what
 * nobody heard is rung again by the reconciler, and after {@link DIRECT_MODE_AFTER_MS} without Redis lanes run in-process.
 */
@Injectable()
export class Doorbell {
  private readonly ringer: Redis;
  private readonly listener: Redis;
  private readonly worker: Worker<LaneJob>;
  private readonly prefix: string;
  private readonly direct = new Map<string, Promise<void>>();
  private queue: Queue<LaneJob> | undefined;
  private silentSince: number | undefined = performance.now();

  constructor(
    config: WebhooksConfig,
    private readonly lane: Lane,
    private readonly logger: Logger,
  ) {
    this.prefix = `${config.TOPIC_PREFIX}:bull`;
    this.ringer = connection(config.REDIS_URL.reveal(), {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      commandTimeout: COMMAND_TIMEOUT_MS,
    });
    this.listener = connection(config.REDIS_URL.reveal(), { maxRetriesPerRequest: null });
    this.worker = new Worker(QUEUE, (job) => this.runLane(job.data.endpointId), {
      connection: this.listener,
      prefix: this.prefix,
      autorun: false,
      concurrency: LANE_CONCURRENCY,
      lockDuration: LOCK_MS,
      stalledInterval: STALLED_INTERVAL_MS,
      // how long it looks away after an error: Redis may be back at once
      runRetryDelay: RECONNECT_MAX_MS,
      // A job that lost its worker twice would be given up for good; a lane never is.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
    });
    this.watch();
  }

  /** Starts to answer rings. */
  start(): void {
    void this.worker.run();
  }

  /** Finishes the lanes under way and lets go of Redis. */
  async stop(): Promise<void> {
    await Promise.allSettled([this.worker.close(), ...this.direct.values()]);
    await Promise.allSettled([this.queue?.close()]);
    this.listener.disconnect();
    this.ringer.removeAllListeners('close').disconnect();
  }

  /** Says that these endpoints have something due. A ring that is lost is no loss: it never throws. */
  async ring(endpointIds: readonly string[]): Promise<void> {
    if (endpointIds.length === 0) return;
    if (await this.rings(endpointIds)) {
      this.silentSince = undefined;
      return;
    }
    this.silentSince ??= performance.now();
    if (performance.now() - this.silentSince >= DIRECT_MODE_AFTER_MS) this.runDirectly(endpointIds);
  }

  private async rings(endpointIds: readonly string[]): Promise<boolean> {
    if (this.queue === undefined || this.ringer.status !== 'ready') return false;
    try {
      await this.queue.addBulk(endpointIds.map(laneJob));
      return true;
    } catch {
      return false;
    }
  }

  private async runLane(endpointId: string): Promise<void> {
    if ((await this.lane.run(endpointId)) === 'more') await this.ring([endpointId]);
  }

  private runDirectly(endpointIds: readonly string[]): void {
    for (const endpointId of endpointIds) {
      if (this.direct.has(endpointId) || this.direct.size >= LANE_CONCURRENCY) continue;
      const run = this.lane
        .run(endpointId)
        .then(
          () => undefined,
          (error: unknown) => {
            this.logger.error('a lane failed and is rung again', error, { endpointId });
          },
        )
        .finally(() => {
          this.direct.delete(endpointId);
        });
      this.direct.set(endpointId, run);
    }
  }

  private watch(): void {
    this.ringer.on('ready', () => {
      this.logger.info('Redis is there: lanes run by rings');
      this.silentSince = undefined;
      this.queue ??= this.openQueue();
    });
    this.ringer.on('close', () => {
      if (this.silentSince === undefined) this.logger.warn('Redis is gone: lanes run in-process until it is back');
      this.silentSince ??= performance.now();
    });
    // each is followed by a `close` of the ringer, which is enough to know
    this.ringer.on('error', () => undefined);
    this.listener.on('error', () => undefined);
    this.worker.on('error', () => undefined);
  }

  /** Only with a connection that stands: BullMQ asks for the server's version once, and never again when that fails. */
  private openQueue(): Queue<LaneJob> {
    const queue = new Queue<LaneJob>(QUEUE, {
      connection: this.ringer,
      prefix: this.prefix,
      defaultJobOptions: { removeOnComplete: true, removeOnFail: true },
    });
    queue.on('error', () => undefined);
    return queue;
  }
}

type Patience = Pick<RedisOptions, 'enableOfflineQueue' | 'maxRetriesPerRequest' | 'commandTimeout'>;

function connection(url: string, options: Patience): Redis {
  return new Redis(url, { ...options, retryStrategy: (attempt) => Math.min(attempt * 50, RECONNECT_MAX_MS) });
}

/** One job per endpoint: while a lane runs, any number of rings make it run once more. */
function laneJob(endpointId: string) {
  return { name: LANE_JOB, data: { endpointId }, opts: { deduplication: { id: endpointId, keepLastIfActive: true } } };
}
