import type { IHeaders } from 'kafkajs';
import type { Received } from '../envelope/received.js';
import type { OffsetTrack } from './offset-track.js';
import type { PartitionQueue } from './partition-queue.js';

/** Where a message lies, and its bytes: what a dead letter keeps. */
export interface Origin {
  readonly topic: string;
  readonly partition: number;
  readonly offset: number;
  readonly key: Buffer | null;
  readonly value: Buffer | null;
  readonly headers: IHeaders;
}

/** Takes the jobs of one handler. */
export interface JobTaker {
  submit(job: Job): void;
}

/** A message on its way through a handler. */
export interface Job {
  readonly message: Received<object>;
  readonly origin: Origin;
  readonly replyPartition: number | undefined;
  readonly taker: JobTaker;
  readonly queue: PartitionQueue;
  readonly track: OffsetTrack;
  /** Attempts that failed. */
  failures: number;
}

/** What becomes of a job. */
export interface JobFlow {
  /** The next message of the same key may begin. */
  release(job: Job): void;
  /** Nothing is left to do: the offset may be committed. */
  finish(job: Job): void;
  /** Gives the job up without finishing it, and all that wait for its key: another instance, or the next start, has them. */
  abandon(job: Job): void;
  /** Whether the process is shutting down: nothing is tried again. */
  readonly stopping: boolean;
}
