import { ConfigurationError } from '../config/load-config.js';
import type { Health } from './health.js';
import type { Logger } from '../telemetry/logger.js';
import type { ShutdownCoordinator } from './shutdown-coordinator.js';

/** Work that a service repeats by itself. */
export interface ScheduledJob {
  readonly name: string;
  /** The pause from the end of one run to the beginning of the next. Seconds. */
  readonly everySeconds: number;
  /** True when the service reports itself as not ready until the job has succeeded once. */
  readonly beforeReady?: boolean;
  readonly work: () => Promise<unknown>;
}

/** Work that has to be done when its time has come, and is looked for in the database. */
export interface SearchJob {
  readonly name: string;
  /** The shortest pause between two runs, however much is due. Seconds. */
  readonly everySeconds: number;
  /** Does what is due. Resolves to the seconds until more is, as far as that is known. */
  readonly work: () => Promise<number | undefined>;
}

/** A search that is under way until the shutdown. */
export interface Search {
  /** Something is due in so many seconds, by a commit of this process: it need not wait for the next run. */
  wake(inSeconds?: number): void;
}

export interface JobSchedulerParts {
  readonly logger: Logger;
  readonly health: Health;
  readonly shutdown: ShutdownCoordinator;
  /** No job runs before this resolves: the database was not reached yet. */
  readonly possible: Promise<void>;
}

/** After a failure a job is tried again soon, however rarely it runs: the database may be back in a moment. */
const RETRY_SECONDS = 1;
/** The longest pause of a search: it finds what a process that was killed has left. */
export const SEARCH_NET_SECONDS = 5;

/** Runs the scheduled jobs of this process until its shutdown. */
export class JobScheduler {
  constructor(private readonly parts: JobSchedulerParts) {}

  /**
   * Runs a job as soon as it is possible, and again after each pause. A run that throws is tried again; the first failure and the
   * next success are logged. A ConfigurationError is not caught: it ends the process. The shutdown starts no run and waits for the
   * one under way.
   */
  repeat({ beforeReady = false, ...job }: ScheduledJob): void {
    const repetition = new Repetition(job, this.parts, () => job.everySeconds);
    if (beforeReady) this.parts.health.register(job.name, () => repetition.succeeded);
  }

  /**
   * Like {@link repeat}, with a pause that ends when something is due: by what the run before has found, by {@link Search.wake},
   * and after {@link SEARCH_NET_SECONDS} at the latest.
   */
  search(job: SearchJob): Search {
    return new Repetition(job, this.parts, (dueSeconds = SEARCH_NET_SECONDS) =>
      Math.min(SEARCH_NET_SECONDS, Math.max(job.everySeconds, dueSeconds)),
    );
  }
}

/** A job, run after run. */
class Repetition<Result> implements Search {
  #timer: NodeJS.Timeout | undefined;
  #underWay: Promise<void> | undefined;
  #troubled = false;
  /** The earliest time of the next run, and the time for which it is planned. */
  #earliestMs = Infinity;
  #plannedMs = Infinity;
  /** What has become due during the run under way. */
  #wokenMs = Infinity;
  succeeded = false;

  constructor(
    private readonly job: Pick<ScheduledJob, 'name' | 'everySeconds'> & { readonly work: () => Promise<Result> },
    private readonly parts: JobSchedulerParts,
    private readonly pauseSeconds: (result: Result) => number,
  ) {
    parts.shutdown.on('finish', job.name, async () => {
      await this.#underWay;
      clearTimeout(this.#timer);
    });
    void parts.possible.then(() => {
      this.#begin();
    });
  }

  wake(inSeconds = 0): void {
    const dueMs = performance.now() + 1_000 * inSeconds;
    if (this.#underWay !== undefined) this.#wokenMs = Math.min(this.#wokenMs, dueMs);
    else if (this.#timer !== undefined) this.#plan(Math.min(this.#plannedMs, Math.max(this.#earliestMs, dueMs)));
  }

  #begin(): void {
    if (this.parts.shutdown.begun) return;
    this.#wokenMs = Infinity;
    this.#underWay = this.#run().then((pauseSeconds) => {
      this.#underWay = undefined;
      const now = performance.now();
      this.#earliestMs = now + 1_000 * Math.min(pauseSeconds, this.job.everySeconds);
      this.#plan(Math.min(now + 1_000 * pauseSeconds, Math.max(this.#earliestMs, this.#wokenMs)));
    });
  }

  /** Returns the pause until the next run. Seconds. */
  async #run(): Promise<number> {
    const { logger } = this.parts;
    const { name, everySeconds, work } = this.job;
    try {
      const result = await work();
      if (this.#troubled) logger.info('a scheduled job succeeds again', { name });
      [this.succeeded, this.#troubled] = [true, false];
      return this.pauseSeconds(result);
    } catch (error) {
      if (error instanceof ConfigurationError) throw error;
      if (!this.#troubled) logger.error('a scheduled job failed and will be tried again', error, { name });
      this.#troubled = true;
      return Math.min(everySeconds, RETRY_SECONDS);
    }
  }

  #plan(atMs: number): void {
    if (atMs === this.#plannedMs) return;
    clearTimeout(this.#timer);
    this.#plannedMs = atMs;
    this.#timer = setTimeout(
      () => {
        this.#begin();
      },
      Math.max(0, atMs - performance.now()),
    );
  }
}
