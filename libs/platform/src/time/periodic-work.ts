import type { Health } from '../service/health.js';
import type { Logger } from '../telemetry/logger.js';
import type { ShutdownCoordinator } from '../service/shutdown-coordinator.js';

/** Something a service does by itself, again and again. */
export interface Chore {
  readonly name: string;
  /** The pause from the end of one turn to the begin of the next. */
  readonly everySeconds: number;
  /** Whether the service is not ready before this has succeeded once. */
  readonly beforeReady?: boolean;
  /** `first` until it has succeeded once. */
  readonly work: (first: boolean) => Promise<unknown>;
}

export interface PeriodicWorkParts {
  readonly logger: Logger;
  readonly health: Health;
  readonly shutdown: ShutdownCoordinator;
  /** There is nothing to do before this: the database was not reached yet. */
  readonly possible: Promise<void>;
}

/** After a failure work is tried again soon, however rare it is: the database may be a moment away. */
const RETRY_SECONDS = 1;

/** Does chores until the shutdown. */
export class PeriodicWork {
  constructor(private readonly parts: PeriodicWorkParts) {}

  /**
   * Does a chore as soon as it is possible, and again after each pause. When it throws it is tried again; the log tells of the
   * first failure and of the end of trouble. The shutdown begins no turn and waits for the one under way.
   */
  repeat({ name, everySeconds, beforeReady = false, work }: Chore): void {
    const { logger, health, shutdown, possible } = this.parts;
    let timer: NodeJS.Timeout | undefined;
    let underWay: Promise<void> | undefined;
    let [succeeded, troubled] = [false, false];
    const turn = async (): Promise<void> => {
      try {
        await work(!succeeded);
        if (troubled) logger.info('periodic work succeeds again', { name });
        [succeeded, troubled] = [true, false];
      } catch (error) {
        if (!troubled) logger.error('periodic work failed and will be tried again', error, { name });
        troubled = true;
      }
      timer = setTimeout(begin, 1_000 * (troubled ? Math.min(everySeconds, RETRY_SECONDS) : everySeconds));
    };
    const begin = (): void => {
      if (!shutdown.begun) underWay = turn();
    };
    if (beforeReady) health.register(name, () => succeeded);
    shutdown.on('finish', name, async () => {
      await underWay;
      clearTimeout(timer);
    });
    void possible.then(begin);
  }
}
