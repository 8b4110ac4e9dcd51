import type { Fault, Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Batch, KafkaMessage, TopicPartitions } from 'kafkajs';
import type { Replier } from '../commands/replier.js';
import type { Counters } from '../counters.js';
import type { DeadLetterQueue } from '../dead-letters/dead-letter-queue.js';
import type { Envelope } from '../envelope/envelope.js';
import {
  FULL_PARTITION_WAIT_MS,
  LOCAL_HELD_BYTES,
  LOCAL_HELD_MESSAGES,
  PARTITION_HELD_HIGH,
  PARTITION_HELD_LOW,
} from '../limits.js';
import type { LocalMessage, Taken } from '../local/local-messages.js';
import type { Assignment, Position } from '../consumer/consumer-group.js';
import type { Job, JobFlow, JobQueue, Origin } from '../consumer/job.js';
import type { MessageOpener, Opened } from '../consumer/message-opener.js';
import type { OffsetTrack } from '../consumer/offset-track.js';
import { PartitionQueue } from '../consumer/partition-queue.js';
import type { Routes } from '../consumer/routes.js';

/** A position that may be committed. */
export interface DuePosition extends Position {
  readonly track: OffsetTrack;
}

export interface DispatcherOptions {
  readonly opener: MessageOpener;
  readonly replier: Replier;
  readonly deadLetters: DeadLetterQueue;
  readonly counters: Counters;
  readonly pause: (partitions: readonly TopicPartitions[]) => void;
  readonly resume: (partitions: readonly TopicPartitions[]) => void;
}

/** The queue of messages that no broker has: their offsets count in this process, and are not committed. */
const LOCAL_PARTITION = -1;

/**
 * Hands the fetched messages to their handlers: one after the other for each key, in parallel across keys. It gives the
 * positions to commit, which are behind finished messages without a gap. A partition with too much unfinished is paused.
 */
export class Dispatcher implements JobFlow {
  readonly #options: DispatcherOptions;
  readonly #queues = new Map<string, JobQueue>();
  #routes: Routes = new Map();
  #memberId = '';
  #active = 0;
  #idle: PromiseWithResolvers<undefined> | undefined;
  stopping = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Must be called before the first batch: the executors of the routes need the dispatcher first. */
  route(routes: Routes): void {
    this.#routes = routes;
  }

  /** Resolves when there is room for more, which is at once unless handlers cannot keep up. */
  take(batch: Batch): void | Promise<void> {
    const routes = this.#routes.get(batch.topic);
    if (this.stopping || routes === undefined) return;
    const queue = this.#queue(batch.topic, batch.partition);
    queue.endOffset = Number(batch.highWatermark);
    for (const message of batch.messages) {
      if (!queue.track.take(Number(message.offset))) continue;
      this.#options.counters.add('messages_received');
      this.#accept(queue, originOf(queue, message), this.#options.opener.open(batch.topic, routes, message));
    }
    if (isFull(queue)) return this.#untilRoom(queue);
  }

  /** Takes a message of a service of this process; false when this one stops. No fetch waits for room here, so there is a bound instead. */
  takeLocal(topic: string, message: LocalMessage): Taken {
    const routes = this.#routes.get(topic);
    if (this.stopping || routes === undefined) return false;
    const queue = this.#queue(topic, LOCAL_PARTITION);
    const bytes = message.value?.length ?? 0;
    const { held, heldBytes } = queue.track;
    if (held >= LOCAL_HELD_MESSAGES || heldBytes + bytes > LOCAL_HELD_BYTES) return 'full';
    const offset = queue.endOffset++;
    queue.track.take(offset, bytes);
    this.#options.counters.add('messages_received');
    setImmediate(() => {
      const origin = originOf(queue, { ...message, offset: String(offset) });
      this.#accept(queue, origin, this.#options.opener.open(topic, routes, message));
    });
    return true;
  }

  /** These partitions are assigned now. Running messages of other partitions end uncommitted, waiting ones are dropped. */
  assign(assignment: Assignment, memberId: string): void {
    const lost = memberId !== this.#memberId;
    this.#memberId = memberId;
    for (const queue of this.#queues.values()) {
      if (queue.partition === LOCAL_PARTITION) continue;
      if (!lost && assignment[queue.topic]?.includes(queue.partition) === true) continue;
      queue.revoke();
      queue.madeRoom?.();
      this.#resume(queue);
    }
  }

  /** Positions that may be committed and were not yet. */
  duePositions(): DuePosition[] {
    const positions: DuePosition[] = [];
    for (const { topic, partition, track } of this.#queues.values()) {
      const offset = track.position;
      if (partition !== LOCAL_PARTITION && offset !== undefined && offset !== track.committed)
        positions.push({ topic, partition, offset, track });
    }
    return positions;
  }

  /** Messages of a topic that were on the assigned partitions at the last fetch and are not finished. */
  lagByTopic(): ReadonlyMap<string, number> {
    const lags = new Map<string, number>();
    for (const { topic, endOffset, track } of this.#queues.values())
      if (track.position !== undefined)
        lags.set(topic, (lags.get(topic) ?? 0) + Math.max(0, endOffset - track.position));
    return lags;
  }

  /** Accepts no more messages; those accepted are finished. */
  stop(): void {
    this.stopping = true;
  }

  /** Resolves when every accepted message is finished or given up. */
  async drained(): Promise<void> {
    if (this.#active === 0) return;
    this.#idle ??= Promise.withResolvers<undefined>();
    await this.#idle.promise;
  }

  release(job: Job): void {
    const next = job.queue.next(job, (dropped) => {
      this.finish(dropped);
    });
    if (next !== undefined) next.executor.submit(next);
  }

  finish(job: Job): void {
    this.#end(job.queue, job.track, job.origin.offset);
  }

  abandon(job: Job): void {
    this.#settle(job.queue.abandon(job).length);
  }

  #accept(queue: JobQueue, origin: Origin, opened: Opened): void {
    switch (opened.kind) {
      case 'message':
        this.#begin(queue, origin, opened);
        return;
      case 'ignored':
        queue.track.finish(origin.offset);
        return;
      case 'invalid':
        this.#reject(queue, origin, opened);
        return;
    }
  }

  #begin(queue: JobQueue, origin: Origin, { message, envelope, route }: Opened & { kind: 'message' }): void {
    if (route.kind === 'command' && queue.isCrowded(message.key)) {
      this.#answer(queue, origin, envelope, refuse('service_unavailable'));
      return;
    }
    const { replyPartition } = envelope;
    const job: Job = {
      message,
      origin,
      replyPartition,
      executor: route.executor,
      queue,
      track: queue.track,
      failures: 0,
    };
    this.#active += 1;
    if (queue.add(job)) job.executor.submit(job);
  }

  /** An invalid command is refused; an invalid event becomes a dead letter. */
  #reject(queue: JobQueue, origin: Origin, { route, envelope, faults }: Opened & { kind: 'invalid' }): void {
    if (route.kind === 'command') {
      this.#answer(queue, origin, envelope, refusalFor(faults));
      return;
    }
    const { track } = queue;
    this.#active += 1;
    void this.#options.deadLetters
      .publish(origin, { reason: 'payload_invalid', attempts: 0, faults })
      .then((published) => {
        if (published) track.finish(origin.offset);
        this.#settle(1);
        this.#makeRoom(queue);
      });
  }

  /** Answers a command without a handler. */
  #answer(queue: JobQueue, { offset }: Origin, envelope: Envelope, reply: Reply<object>): void {
    const { track } = queue;
    this.#active += 1;
    this.#options.replier.reply(envelope, envelope.replyPartition, reply, () => {
      this.#end(queue, track, offset);
    });
  }

  #end(queue: JobQueue, track: OffsetTrack, offset: number): void {
    track.finish(offset);
    this.#settle(1);
    this.#makeRoom(queue);
  }

  #settle(count: number): void {
    this.#active -= count;
    if (this.#active > 0) return;
    this.#idle?.resolve(undefined);
    this.#idle = undefined;
  }

  #queue(topic: string, partition: number): JobQueue {
    const name = `${topic}/${partition}`;
    let queue = this.#queues.get(name);
    if (queue === undefined) this.#queues.set(name, (queue = new PartitionQueue<Job>(topic, partition)));
    return queue;
  }

  /**
   * Busy handlers make room in a moment, and fetching waits for them. A partition that stays full is stuck: it is paused, so
   * that the others continue without it.
   */
  #untilRoom(queue: JobQueue): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      this.#pause(queue);
      queue.madeRoom?.();
    }, FULL_PARTITION_WAIT_MS);
    queue.madeRoom = () => {
      clearTimeout(timer);
      queue.madeRoom = undefined;
      resolve(undefined);
    };
    return promise;
  }

  #makeRoom(queue: JobQueue): void {
    if ((!queue.paused && queue.madeRoom === undefined) || !hasRoom(queue)) return;
    queue.madeRoom?.();
    this.#resume(queue);
  }

  #pause(queue: JobQueue): void {
    queue.paused = true;
    this.#options.pause([{ topic: queue.topic, partitions: [queue.partition] }]);
  }

  #resume(queue: JobQueue): void {
    if (!queue.paused) return;
    queue.paused = false;
    this.#options.resume([{ topic: queue.topic, partitions: [queue.partition] }]);
  }
}

function isFull({ track }: JobQueue): boolean {
  return track.held >= PARTITION_HELD_HIGH;
}

function hasRoom({ track }: JobQueue): boolean {
  return track.held <= PARTITION_HELD_LOW;
}

function originOf(
  queue: JobQueue,
  { offset, key, value, headers }: LocalMessage & Pick<KafkaMessage, 'offset'>,
): Origin {
  return { topic: queue.topic, partition: queue.partition, offset: Number(offset), key, value, headers: headers ?? {} };
}

function refusalFor([fault]: readonly Fault[]): Reply<object> {
  if (fault === undefined) return refuse('parameter_invalid');
  return refuse(fault.code, { param: fault.param, detail: fault.detail });
}
