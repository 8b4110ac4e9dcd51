import type { MessageHandler } from '@nestjs/microservices';
import {
  DatabaseUnavailable,
  LockTimedOut,
  MicroBatcher,
  OutcomeUnknown,
  StatementTimedOut,
  TransactionConflict,
} from '@paygate/platform';
import type { ExecutorParts } from '../commands/command-executor.js';
import { invoke } from '../consumer/invoke.js';
import type { Job, Executor } from '../consumer/job.js';
import { HandlingSpans } from '../consumer/handling-spans.js';
import type { Outcome } from '../consumer/handling-durations.js';
import type { DeadLetterQueue } from '../dead-letters/dead-letter-queue.js';
import {
  EVENT_ATTEMPTS,
  EVENT_CONFLICT_ATTEMPTS,
  HANDLER_BATCH,
  HANDLER_BATCH_ALONE_MS,
  HANDLER_BATCHES_IN_FLIGHT,
  RETRIES_IN_FLIGHT,
  RETRY_FIRST_MS,
  RETRY_LONGEST_MS,
} from '../limits.js';

/**
 * Runs the events of one handler until each is handled or a dead letter. One that fails is tried again alone, a bounded
 * number of times; meanwhile only its own key waits.
 */
export class EventExecutor implements Executor {
  readonly #batches: MicroBatcher<Job>;
  readonly #singles: MicroBatcher<Job>;

  constructor(
    private readonly handler: MessageHandler,
    private readonly deadLetters: DeadLetterQueue,
    private readonly parts: ExecutorParts,
  ) {
    const run = (jobs: readonly Job[]): Promise<void> => this.#run(jobs);
    this.#batches = new MicroBatcher<Job>({
      maxItems: HANDLER_BATCH,
      maxInFlight: HANDLER_BATCHES_IN_FLIGHT,
      aloneMs: HANDLER_BATCH_ALONE_MS,
      run,
    });
    this.#singles = new MicroBatcher<Job>({ maxItems: 1, maxInFlight: RETRIES_IN_FLIGHT, run });
  }

  submit(job: Job): void {
    this.#batches.submit(job);
  }

  async #run(jobs: readonly Job[]): Promise<void> {
    const live = jobs.filter((job) => job.track.alive);
    for (const job of jobs) if (!job.track.alive) this.#end(job);
    if (live.length === 0) return;
    const begunMs = performance.now();
    const record = (outcome: Outcome) => {
      for (const { message } of live) this.parts.durations.record(message.type, outcome, begunMs);
    };
    const spans = new HandlingSpans(this.parts.tracing, live);
    try {
      await invoke(this.handler, true, live);
      spans.end();
      record('done');
      for (const job of live) this.#end(job);
    } catch (error) {
      spans.fail(error);
      if (live.length > 1 && !isOutage(error)) for (const job of live) await this.#run([job]);
      else {
        record('failed');
        for (const job of live) this.#failed(job, error);
      }
    }
  }

  #end(job: Job): void {
    this.parts.flow.release(job);
    this.parts.flow.finish(job);
  }

  #failed(job: Job, error: unknown): void {
    const { flow, counters } = this.parts;
    job.failures += 1;
    counters.add('handlers_failed');
    if (flow.stopping) {
      flow.abandon(job);
      return;
    }
    if (job.failures >= attemptsFor(error)) {
      void this.#publishDeadLetter(job, error);
      return;
    }
    counters.add('handlers_retried');
    this.#log(job, error);
    setTimeout(() => {
      this.#retry(job, error);
    }, retryDelayMs(job.failures));
  }

  #retry(job: Job, error: unknown): void {
    if (this.parts.flow.stopping) this.parts.flow.abandon(job);
    else if (isOutage(error)) this.#batches.submit(job);
    else this.#singles.submit(job);
  }

  async #publishDeadLetter(job: Job, error: unknown): Promise<void> {
    this.#log(job, error);
    const cause = { reason: 'handler_failed', error, attempts: job.failures } as const;
    if (await this.deadLetters.publish(job.origin, cause)) this.#end(job);
    else this.parts.flow.abandon(job);
  }

  #log({ message, failures }: Job, error: unknown): void {
    const { type, id: messageId, requestId } = message;
    this.parts.logger.error('an event failed', error, { type, messageId, requestId, attempt: failures });
  }
}

/** The database is away: that is no fault of the event, which is retried for as long as it takes. */
function isOutage(error: unknown): boolean {
  return error instanceof DatabaseUnavailable && !isConflict(error);
}

/** The transaction lost a conflict: mostly by chance, and sometimes because of the event itself. */
function isConflict(error: unknown): boolean {
  return [LockTimedOut, StatementTimedOut, TransactionConflict, OutcomeUnknown].some((type) => error instanceof type);
}

function attemptsFor(error: unknown): number {
  if (isOutage(error)) return Infinity;
  return isConflict(error) ? EVENT_CONFLICT_ATTEMPTS : EVENT_ATTEMPTS;
}

function retryDelayMs(failures: number): number {
  return Math.min(RETRY_FIRST_MS * 3 ** (failures - 1), RETRY_LONGEST_MS) * (0.5 + Math.random() / 2);
}
