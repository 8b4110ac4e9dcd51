import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@paygate/platform';
import type { Batch, Consumer, EachBatchPayload, Kafka, PartitionAssigner, TopicPartitions } from 'kafkajs';
import {
  FETCH_BYTES,
  FETCH_WAIT_MS,
  HEARTBEAT_INTERVAL_MS,
  IDLE_AFTER_MS,
  IDLE_FETCH_WAIT_MS,
  PARTITION_FETCH_BYTES,
  REBALANCE_TIMEOUT_MS,
  SESSION_TIMEOUT_MS,
  SILENT_MS,
} from '../limits.js';
import type { FetchedCluster } from './fetches.js';
import { Fetches } from './fetches.js';

/** Partitions by topic. */
export type Assignment = Readonly<Record<string, readonly number[]>>;

/** The next offset to read of a partition. */
export interface Position {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
}

export interface ConsumerGroupOptions {
  readonly kafka: Kafka;
  readonly logger: Logger;
  readonly groupId: string;
  readonly topics: readonly string[];
  /** True when a group without a position begins at the beginning; else it begins at the end. */
  readonly fromBeginning: boolean;
  readonly assigner: PartitionAssigner;
  /** Topics whose messages come at rest too, as heartbeats of tables do: a consumer that reads no others is idle. */
  readonly restTopics?: ReadonlySet<string>;
  /** The least time between the beginnings of two fetches from a broker; 0 when absent. Milliseconds. */
  readonly gatherMs?: number;
  /** Takes the messages of one partition. It must end soon: until it does, nothing else is fetched. */
  readonly onBatch: (batch: Batch) => void | Promise<void>;
  /** These partitions are assigned now. A new `memberId` means that the group had removed this member in between. */
  readonly onJoin?: (assignment: Assignment, memberId: string) => void;
  /** Partitions may be assigned to others next: the last chance to commit. */
  readonly onRebalance?: () => void;
}

/** kafkajs's cluster, as far as it is needed here: its type of a coordinator leaves `leaveGroup` out. */
interface Cluster extends FetchedCluster {
  findGroupCoordinator(group: { readonly groupId: string }): Promise<unknown>;
}
interface Coordinator {
  leaveGroup(member: { readonly groupId: string; readonly memberId: string }): Promise<unknown>;
}

const RESTART_MS = 500;
const RETRIES = 5;

/**
 * A consumer of kafkajs that stays alive and reports whether it is working. kafkajs itself stops for ever at the first error
 * that it does not expect, a broker that is absent at the start included.
 */
export class ConsumerGroup {
  readonly #options: ConsumerGroupOptions;
  readonly #stopping = new AbortController();
  #consumer: Consumer | undefined;
  #commit: EachBatchPayload['commitOffsetsIfNecessary'] | undefined;
  #fetches: Fetches | undefined;
  #fetching = false;
  /** The last time at which this consumer got partitions or messages. */
  #busyMs = 0;
  /** The last time at which the group took this consumer for a member. */
  #lastSignMs = 0;
  #running: Promise<void> | undefined;
  #cluster: Cluster | undefined;
  /** The last membership of a consumer of this process. */
  #memberId: string | undefined;

  constructor(options: ConsumerGroupOptions) {
    this.#options = options;
  }

  /** True when a fetch has completed, and the group has recently confirmed the membership of this consumer. */
  get ready(): boolean {
    return this.#fetching && performance.now() - this.#lastSignMs < SILENT_MS;
  }

  start(): void {
    this.#running ??= this.#keepRunning();
  }

  /** Leaves the group. The fetch under way is ended, not waited for. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  /** Pauses fetching from partitions of this member. */
  pause(partitions: readonly TopicPartitions[]): void {
    this.#consumer?.pause([...partitions]);
  }

  /** Continues with these partitions at once: the fetch under way is for the others, and is ended. */
  resume(partitions: readonly TopicPartitions[]): void {
    this.#consumer?.resume([...partitions]);
    this.#fetches?.end();
  }

  /** Commits positions; false when it failed. */
  async commit(positions: readonly Position[]): Promise<boolean> {
    const due = positions.map(({ topic, partition, offset }) => ({ topic, partition, offset: String(offset) }));
    const topics = [...Map.groupBy(due, ({ topic }) => topic)].map(([topic, partitions]) => ({ topic, partitions }));
    try {
      // kafkajs's consumer.commitOffsets repeats a failed commit in the next generation, in which another member may be ahead
      // of it. Before the first batch there is no other
      if (this.#commit === undefined) await this.#consumer?.commitOffsets(due);
      else await this.#commit({ topics });
      return this.#consumer !== undefined;
    } catch {
      return false;
    }
  }

  async #keepRunning(): Promise<void> {
    const { signal } = this.#stopping;
    const { logger, groupId } = this.#options;
    while (!isAborted(signal)) {
      const reason = await this.#runOnce();
      if (isAborted(signal)) return;
      logger.warn('a consumer is started again', { name: groupId, reason });
      await delay(RESTART_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Runs a consumer until it ends; gives the reason. */
  async #runOnce(): Promise<string> {
    const { kafka, groupId, topics, fromBeginning, assigner, gatherMs } = this.#options;
    const fetches = new Fetches(() => this.#fetchWaitMs(), gatherMs);
    const consumer = kafka.consumer({
      groupId,
      partitionAssigners: [
        (config) => {
          this.#cluster = config.cluster as unknown as Cluster;
          fetches.lead(this.#cluster);
          return assigner(config);
        },
      ],
      sessionTimeout: SESSION_TIMEOUT_MS,
      rebalanceTimeout: REBALANCE_TIMEOUT_MS,
      heartbeatInterval: HEARTBEAT_INTERVAL_MS,
      // kafkajs sleeps for as long when all partitions are paused, and no stop ends that
      maxWaitTimeInMs: FETCH_WAIT_MS,
      maxBytesPerPartition: PARTITION_FETCH_BYTES,
      maxBytes: FETCH_BYTES,
      allowAutoTopicCreation: false,
      retry: {
        retries: RETRIES,
        initialRetryTime: 100,
        maxRetryTime: 1_000,
        restartOnFailure: () => Promise.resolve(false),
      },
    });
    const ended = this.#untilEnded(consumer);
    const run = async (): Promise<string> => {
      await consumer.connect();
      await consumer.subscribe({ topics: [...topics], fromBeginning });
      await this.#endMembership();
      this.#consumer = consumer;
      this.#fetches = fetches;
      await consumer.run({ autoCommit: false, eachBatch: (payload) => this.#take(payload) });
      return ended;
    };
    try {
      return await Promise.race([run(), ended]);
    } catch (error) {
      return error instanceof Error ? `${error.name}: ${error.message}` : 'unknown';
    } finally {
      this.#fetching = false;
      this.#consumer = undefined;
      this.#fetches = undefined;
      this.#commit = undefined;
      const gone = consumer.disconnect().catch(() => undefined);
      fetches.stop();
      await gone;
    }
  }

  /** kafkajs sends heartbeats and hears of rebalances between fetches, and reads a partition that is resumed with the next one. */
  #fetchWaitMs(): number {
    const busy = performance.now() - this.#busyMs < IDLE_AFTER_MS;
    return busy || (this.#consumer?.paused().length ?? 0) > 0 ? FETCH_WAIT_MS : IDLE_FETCH_WAIT_MS;
  }

  /**
   * Ends the membership of the consumer before, which a broker that was away has not been told of: its group would wait a session
   * for it before it gives partitions to anybody.
   */
  async #endMembership(): Promise<void> {
    const { groupId } = this.#options;
    const memberId = this.#memberId;
    if (memberId === undefined) return;
    const coordinator = (await this.#cluster?.findGroupCoordinator({ groupId })) as Coordinator | undefined;
    await coordinator?.leaveGroup({ groupId, memberId }).catch((error: unknown) => {
      // the group has removed it already
      if (!(error instanceof Error && 'type' in error && error.type === 'UNKNOWN_MEMBER_ID')) throw error;
    });
    this.#memberId = undefined;
  }

  async #take(payload: EachBatchPayload): Promise<void> {
    this.#commit = (offsets) => payload.commitOffsetsIfNecessary(offsets);
    if (this.#options.restTopics?.has(payload.batch.topic) !== true) this.#busyMs = performance.now();
    await this.#options.onBatch(payload.batch);
  }

  /** Resolves when the consumer has crashed, lost its group, or is to be stopped. */
  #untilEnded(consumer: Consumer): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const { CRASH, FETCH, GROUP_JOIN, HEARTBEAT, REBALANCING } = consumer.events;
    let fetchesSince = 0;
    const sign = (): void => {
      this.#lastSignMs = performance.now();
      fetchesSince = 0;
    };
    sign();
    consumer.on(HEARTBEAT, sign);
    consumer.on(FETCH, () => {
      this.#fetching = true;
      // a heartbeat that is due follows the fetch. When a return to the group has failed, kafkajs keeps fetching its old
      // partitions and sends no more heartbeats
      if (performance.now() - this.#lastSignMs > HEARTBEAT_INTERVAL_MS) fetchesSince += 1;
      if (fetchesSince > RETRIES + 1) resolve('no member of its group any more');
    });
    consumer.on(GROUP_JOIN, ({ payload }) => {
      sign();
      this.#busyMs = performance.now();
      this.#memberId = payload.memberId;
      this.#options.onJoin?.(payload.memberAssignment, payload.memberId);
    });
    consumer.on(REBALANCING, () => this.#options.onRebalance?.());
    consumer.on(CRASH, ({ payload }) => {
      resolve(`${payload.error.name}: ${payload.error.message}`);
    });
    this.#stopping.signal.addEventListener('abort', () => {
      resolve('stopped');
    });
    return promise;
  }
}

/** A function, because the compiler assumes that a property does not change across an await. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}
