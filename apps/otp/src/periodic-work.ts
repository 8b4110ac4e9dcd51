import { Injectable } from '@nestjs/common';
import { Logger, ShutdownCoordinator } from '@paygate/platform';

/** After a failure work is tried again soon, however rare it is: at start the database may be a moment late. */
const RETRY_MS = 1_000;

/** Does things again and again until the shutdown. */
@Injectable()
export class PeriodicWork {
  constructor(
    private readonly logger: Logger,
    private readonly shutdown: ShutdownCoordinator,
  ) {}

  /**
   * Does `work` now, and again `pauseMs` after it was done the last time. When it throws it is tried again; the log tells
   * of the first failure and of the end of trouble. The shutdown ends it and waits for what is under way.
   */
  every(pauseMs: number, name: string, work: () => Promise<unknown>): void {
    let timer: NodeJS.Timeout | undefined;
    let troubled = false;
    const turn = async (): Promise<void> => {
      const failure = await work().then(() => undefined, reasonOf);
      if (failure !== undefined && !troubled) this.logger.warn('periodic work failed', { name, reason: failure });
      if (failure === undefined && troubled) this.logger.info('periodic work succeeds again', { name });
      troubled = failure !== undefined;
      if (!this.shutdown.begun) timer = setTimeout(again, troubled ? Math.min(pauseMs, RETRY_MS) : pauseMs);
    };
    let current = turn();
    const again = (): void => {
      current = turn();
    };
    this.shutdown.on('stop-intake', name, () => {
      clearTimeout(timer);
      return current;
    });
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? `${error.name}: ${error.message}` : 'unknown');
