import type { MessageHandler } from '@nestjs/microservices';
import type { Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Clock, Logger, SpanAttributes, Tracing } from '@paygate/platform';
import {
  DatabaseUnavailable,
  LockTimedOut,
  MicroBatcher,
  OutcomeUnknown,
  PaygateError,
  TransactionConflict,
} from '@paygate/platform';
import type { CommandHandlerExtras } from '../consumer/handler-extras.js';
import { invoke } from '../consumer/invoke.js';
import type { Job, JobFlow, Executor } from '../consumer/job.js';
import type { Counters } from '../counters.js';
import { HANDLER_BATCH, HANDLER_BATCH_ALONE_MS, HANDLER_BATCHES_IN_FLIGHT, HANDLER_CONCURRENCY } from '../limits.js';
import type { HandlingDurations } from '../consumer/handling-durations.js';
import { HandlingSpans } from '../consumer/handling-spans.js';
import type { Replier } from './replier.js';

export interface ExecutorParts {
  readonly flow: JobFlow;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly counters: Counters;
  readonly durations: HandlingDurations;
  readonly tracing: Tracing;
}

type AnyReply = Reply<object>;

/** Runs the commands of one handler and answers them. A command past its deadline is not begun. */
export class CommandExecutor implements Executor {
  readonly #batcher: MicroBatcher<Job>;

  constructor(
    private readonly handler: MessageHandler,
    private readonly declaration: CommandHandlerExtras,
    private readonly replier: Replier,
    private readonly parts: ExecutorParts,
  ) {
    this.#batcher = new MicroBatcher<Job>({
      maxItems: declaration.batch ? HANDLER_BATCH : 1,
      maxInFlight: declaration.batch ? HANDLER_BATCHES_IN_FLIGHT : HANDLER_CONCURRENCY,
      aloneMs: declaration.batch ? HANDLER_BATCH_ALONE_MS : 0,
      run: (jobs) => this.#run(jobs),
    });
  }

  submit(job: Job): void {
    this.#batcher.submit(job);
  }

  async #run(jobs: readonly Job[]): Promise<void> {
    const live = jobs.filter((job) => this.#isDue(job));
    if (live.length === 0) return;
    const begunMs = performance.now();
    const spans = new HandlingSpans(this.parts.tracing, live);
    try {
      const replies = await this.#call(live);
      spans.end((index) => outcomeOf(replies[index]));
      this.#answer(live, replies, begunMs);
    } catch (error) {
      spans.fail(error);
      // a wrong row must not fail the others; a database that is away fails them all alike
      if (live.length > 1 && !isOutage(error)) for (const job of live) await this.#run([job]);
      else this.#answer(live, this.#refuseAll(live, error), begunMs, 'failed');
    }
  }

  #isDue(job: Job): boolean {
    const due = job.track.alive && (job.message.deadlineAt ?? Infinity) > this.parts.clock.epochMs();
    if (due) return true;
    if (job.track.alive) this.parts.counters.add('commands_expired');
    this.parts.flow.release(job);
    this.parts.flow.finish(job);
    return false;
  }

  async #call(jobs: readonly Job[]): Promise<readonly AnyReply[]> {
    const { batch } = this.declaration;
    const given = await invoke(this.handler, batch, jobs);
    if (!batch) return [given as AnyReply];
    if (Array.isArray(given) && given.length === jobs.length) return given as AnyReply[];
    // some may have been done: trying them alone could do them again
    throw new OutcomeUnknown('a batch handler gives one answer for each command');
  }

  #answer(jobs: readonly Job[], replies: readonly (AnyReply | undefined)[], begunMs: number, fault?: 'failed'): void {
    for (const [index, job] of jobs.entries()) {
      this.parts.flow.release(job);
      const reply = replies[index] ?? refuse('internal_error');
      this.parts.durations.record(job.message.type, fault ?? (reply.ok ? 'done' : 'refused'), begunMs);
      this.replier.reply(job.message, job.replyPartition, reply, () => {
        this.parts.flow.finish(job);
      });
    }
  }

  #refuseAll(jobs: readonly Job[], error: unknown): readonly AnyReply[] {
    const refusal = refusalOf(error);
    this.parts.counters.add('handlers_failed', jobs.length);
    for (const { message } of jobs)
      this.parts.logger.error('a command failed', error, {
        type: message.type,
        messageId: message.id,
        requestId: message.requestId,
        code: refusal.code,
      });
    return jobs.map(() => refusal);
  }
}

function outcomeOf(reply: AnyReply | undefined): SpanAttributes {
  return reply?.ok === false ? { 'paygate.outcome': reply.code } : {};
}

/** True when every command would fail alike. A lock that was not granted and a lost conflict concern one row only. */
function isOutage(error: unknown): boolean {
  if (error instanceof LockTimedOut || error instanceof TransactionConflict) return false;
  return error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown;
}

function refusalOf(error: unknown): AnyReply & { readonly ok: false } {
  if (error instanceof DatabaseUnavailable) return refuse('service_unavailable');
  if (error instanceof OutcomeUnknown) return refuse('upstream_timeout');
  if (error instanceof PaygateError) return error.toRefusal();
  return refuse('internal_error');
}
