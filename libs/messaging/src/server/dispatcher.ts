import type { Fault, Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Batch, KafkaMessage, TopicPartitions } from 'kafkajs';
import type { Counters } from '../counters.js';
import type { DeadLetterOffice } from '../dead-letters/dead-letter-office.js';
import type { Envelope } from '../envelope/envelope.js';
import type { Assignment, Position } from '../kafka/consumer-group.js';
import {
  FULL_PARTITION_WAIT_MS,
  PARTITION_HELD_HIGH,
  PARTITION_HELD_LOW,
  PARTITION_SPAN_HIGH,
  PARTITION_SPAN_LOW,
} from '../limits.js';
import type { Job, JobFlow, Origin } from './job.js';
import { Lane } from './lane.js';
import type { MessageOpener, Opened } from './message-opener.js';
import type { OffsetTrack, TrackedOffset } from './offset-track.js';
import type { Replier } from './replier.js';
import type { Routes } from './routes.js';

/** A position that may be committed. When the commit fails, its track gets it back. */
export interface DuePosition extends Position {
  readonly track: OffsetTrack;
}

export interface DispatcherOptions {
  readonly opener: MessageOpener;
  readonly replier: Replier;
  readonly deadLetters: DeadLetterOffice;
  readonly counters: Counters;
  readonly pause: (partitions: readonly TopicPartitions[]) => void;
  readonly resume: (partitions: readonly TopicPartitions[]) => void;
}

/**
 * Takes the messages that are fetched and sees each through: serial per key, parallel across keys, and only what is finished
 * without a gap is committed. Fetching never waits for a handler; a partition with too much unfinished is paused.
 */
export class Dispatcher implements JobFlow {
  readonly #options: DispatcherOptions;
  readonly #lanes = new Map<string, Lane>();
  #routes: Routes = new Map();
  #memberId = '';
  #active = 0;
  #idle: PromiseWithResolvers<undefined> | undefined;
  stopping = false;

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  /** Must be called before the first batch: the takers of the routes need the dispatcher first. */
  route(routes: Routes): void {
    this.#routes = routes;
  }

  /** Resolves when there is room for more, which is at once unless handlers cannot keep up. */
  take(batch: Batch): void | Promise<void> {
    const routes = this.#routes.get(batch.topic);
    if (this.stopping || routes === undefined) return;
    const lane = this.#lane(batch.topic, batch.partition);
    for (const message of batch.messages) {
      const entry = lane.track.take(Number(message.offset));
      if (entry === undefined) continue;
      this.#options.counters.add('messages_received');
      this.#accept(lane, entry, message, this.#options.opener.open(batch.topic, routes, message));
    }
    if (isFull(lane)) return this.#untilRoom(lane);
  }

  /** These partitions are ours now. What is begun of others is finished and not committed; what waits is dropped. */
  assign(assignment: Assignment, memberId: string): void {
    const lost = memberId !== this.#memberId;
    this.#memberId = memberId;
    for (const lane of this.#lanes.values()) {
      if (!lost && assignment[lane.topic]?.includes(lane.partition) === true) continue;
      lane.revoke();
      lane.madeRoom?.();
      this.#resume(lane);
    }
  }

  /** Positions that may be committed and were not yet. */
  takePositions(): DuePosition[] {
    const positions: DuePosition[] = [];
    for (const { topic, partition, track } of this.#lanes.values()) {
      const offset = track.takeCommittable();
      if (offset !== undefined) positions.push({ topic, partition, offset, track });
    }
    return positions;
  }

  /** Takes nothing more; what was taken goes on. */
  stop(): void {
    this.stopping = true;
  }

  /** Resolves when everything taken is finished or given up. */
  async drained(): Promise<void> {
    if (this.#active === 0) return;
    this.#idle ??= Promise.withResolvers<undefined>();
    await this.#idle.promise;
  }

  release(job: Job): void {
    const next = job.lane.next(job, (dropped) => {
      this.finish(dropped);
    });
    if (next !== undefined) next.taker.submit(next);
  }

  finish(job: Job): void {
    job.track.finish(job.entry);
    this.#settle(1);
    this.#makeRoom(job.lane);
  }

  abandon(job: Job): void {
    this.#settle(job.lane.abandon(job).length);
  }

  #accept(lane: Lane, entry: TrackedOffset, message: KafkaMessage, opened: Opened): void {
    switch (opened.kind) {
      case 'message':
        this.#begin(lane, entry, message, opened);
        return;
      case 'not-ours':
        lane.track.finish(entry);
        return;
      case 'refused':
        this.#refuse(lane, entry, message, opened);
        return;
      case 'invalid':
        this.#reject(lane, entry, message, opened);
        return;
    }
  }

  #begin(lane: Lane, entry: TrackedOffset, message: KafkaMessage, opened: Opened & { kind: 'message' }): void {
    if (opened.route.kind === 'command' && lane.isCrowded(opened.message.key)) {
      this.#answer(lane, entry, opened.envelope, refuse('service_unavailable'));
      return;
    }
    const job: Job = {
      message: opened.message,
      origin: originOf(lane, message),
      replyPartition: opened.envelope.replyPartition,
      taker: opened.route.taker,
      lane,
      track: lane.track,
      entry,
      failures: 0,
    };
    this.#active += 1;
    if (lane.add(job)) job.taker.submit(job);
  }

  /** A forged command is gone; an event may have been signed with a key that we do not have yet: some are kept to be looked at. */
  #refuse(lane: Lane, entry: TrackedOffset, message: KafkaMessage, opened: Opened & { kind: 'refused' }): void {
    if (opened.ofCommand) lane.track.finish(entry);
    else this.#putAside(lane, entry, (office) => office.putUntrusted(originOf(lane, message), opened.reason));
  }

  /** A command that nobody could carry out is answered; an event is kept for those who mend it. */
  #reject(lane: Lane, entry: TrackedOffset, message: KafkaMessage, opened: Opened & { kind: 'invalid' }): void {
    const { route, envelope, faults } = opened;
    if (route.kind === 'event') {
      const cause = { reason: 'payload_invalid', attempts: 0, faults } as const;
      this.#putAside(lane, entry, (office) => office.put(originOf(lane, message), cause));
      return;
    }
    this.#answer(lane, entry, envelope, refusalFor(faults));
  }

  /** Answers a command that no handler is given. */
  #answer(lane: Lane, entry: TrackedOffset, envelope: Envelope, reply: Reply<object>): void {
    const { track } = lane;
    this.#active += 1;
    this.#options.replier.reply(envelope, envelope.replyPartition, reply, () => {
      track.finish(entry);
      this.#settle(1);
      this.#makeRoom(lane);
    });
  }

  #putAside(lane: Lane, entry: TrackedOffset, put: (office: DeadLetterOffice) => Promise<boolean>): void {
    const { track } = lane;
    this.#active += 1;
    void put(this.#options.deadLetters).then((isSafe) => {
      if (isSafe) track.finish(entry);
      this.#settle(1);
      this.#makeRoom(lane);
    });
  }

  #settle(count: number): void {
    this.#active -= count;
    if (this.#active > 0) return;
    this.#idle?.resolve(undefined);
    this.#idle = undefined;
  }

  #lane(topic: string, partition: number): Lane {
    const name = `${topic}/${partition}`;
    let lane = this.#lanes.get(name);
    if (lane === undefined) this.#lanes.set(name, (lane = new Lane(topic, partition)));
    return lane;
  }

  /**
   * Handlers that are merely busy make room in a moment, and fetching waits for them. A partition that stays full is stuck:
   * it is paused, so that the others go on without it.
   */
  #untilRoom(lane: Lane): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => {
      this.#pause(lane);
      lane.madeRoom?.();
    }, FULL_PARTITION_WAIT_MS);
    lane.madeRoom = () => {
      clearTimeout(timer);
      lane.madeRoom = undefined;
      resolve(undefined);
    };
    return promise;
  }

  #makeRoom(lane: Lane): void {
    if ((!lane.paused && lane.madeRoom === undefined) || !hasRoom(lane)) return;
    lane.madeRoom?.();
    this.#resume(lane);
  }

  #pause(lane: Lane): void {
    lane.paused = true;
    this.#options.pause([{ topic: lane.topic, partitions: [lane.partition] }]);
  }

  #resume(lane: Lane): void {
    if (!lane.paused) return;
    lane.paused = false;
    this.#options.resume([{ topic: lane.topic, partitions: [lane.partition] }]);
  }
}

function isFull({ track }: Lane): boolean {
  return track.held >= PARTITION_HELD_HIGH || track.span >= PARTITION_SPAN_HIGH;
}

function hasRoom({ track }: Lane): boolean {
  return track.held <= PARTITION_HELD_LOW && track.span <= PARTITION_SPAN_LOW;
}

function originOf(lane: Lane, { offset, key, value, headers }: KafkaMessage): Origin {
  return { topic: lane.topic, partition: lane.partition, offset: Number(offset), key, value, headers: headers ?? {} };
}

function refusalFor([fault]: readonly Fault[]): Reply<object> {
  if (fault === undefined) return refuse('parameter_invalid');
  return refuse(fault.code, { param: fault.param, detail: fault.detail });
}
