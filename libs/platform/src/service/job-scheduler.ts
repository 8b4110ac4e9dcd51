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

export interface JobSchedulerParts {
  readonly logger: Logger;
  readonly health: Health;
  readonly shutdown: ShutdownCoordinator;
  /** No job runs before this resolves: the database was not reached yet. */
  readonly possible: Promise<void>;
}

/** After a failure a job is tried again soon, however rarely it runs: the database may be back in a moment. */
const RETRY_SECONDS = 1;

/** Runs the scheduled jobs of this process until its shutdown. */
export class JobScheduler {
  constructor(private readonly parts: JobSchedulerParts) {}

  /**
   * Runs a job as soon as it is possible, and again after each pause. A run that throws is tried again; the first failure and the
   * next success are logged. A ConfigurationError is not caught: it ends the process. The shutdown starts no run and waits for the
   * one under way.
   */
  repeat({ name, everySeconds, beforeReady = false, work }: ScheduledJob): void {
    const { logger, health, shutdown, possible } = this.parts;
    let timer: NodeJS.Timeout | undefined;
    let underWay: Promise<void> | undefined;
    let [succeeded, troubled] = [false, false];
    const run = async (): Promise<void> => {
      try {
        await work();
        if (troubled) logger.info('a scheduled job succeeds again', { name });
        [succeeded, troubled] = [true, false];
      } catch (error) {
        if (error instanceof ConfigurationError) throw error;
        if (!troubled) logger.error('a scheduled job failed and will be tried again', error, { name });
        troubled = true;
      }
      timer = setTimeout(begin, 1_000 * (troubled ? Math.min(everySeconds, RETRY_SECONDS) : everySeconds));
    };
    const begin = (): void => {
      if (!shutdown.begun) underWay = run();
    };
    if (beforeReady) health.register(name, () => succeeded);
    shutdown.on('finish', name, async () => {
      await underWay;
      clearTimeout(timer);
    });
    void possible.then(begin);
  }
}
