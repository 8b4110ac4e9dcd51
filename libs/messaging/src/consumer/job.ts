import type { IHeaders } from 'kafkajs';
import type { Received } from '../envelope/received.js';
import type { OffsetTrack } from './offset-track.js';
import type { PartitionQueue } from './partition-queue.js';

/** The place and the bytes of a message that was read: what a dead letter keeps. */
export interface Origin {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: IHeaders;
}

/** Runs the jobs of one handler. */
export interface Executor {
  submit(job: Job): void;
}

/** A message on its way through a handler. */
export interface Job {
  readonly message: Received<object>;
  readonly origin: Origin;
  readonly replyPartition: number | undefined;
  readonly executor: Executor;
  readonly queue: JobQueue;
  readonly track: OffsetTrack;
  /** Attempts that failed. */
  failures: number;
}

/** The queue of one partition. */
export type JobQueue = PartitionQueue<Job>;

/** The result of a job. */
export interface JobFlow {
  /** Lets the next message of the same key begin. */
  release(job: Job): void;
  /** Nothing is left to do: the offset may be committed. */
  finish(job: Job): void;
  /** Gives up the job and all that wait for its key, unfinished: another instance, or the next start, repeats them. */
  abandon(job: Job): void;
  /** True when the process is shutting down: nothing is tried again. */
  readonly stopping: boolean;
}
