import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler, ShutdownCoordinator } from '@paygate/platform';
import { NewOperations } from './new-operations.js';
import { OperationWorker } from './operations/operation-worker.js';

/** The time for which a shutdown lets calls to rails go on. */
const RAIL_CALLS_MS = 5_000;

/** The work on operations of rails, in each instance. */
@Injectable()
export class ScheduledJobs implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly worker: OperationWorker,
    private readonly newOperations: NewOperations,
    private readonly shutdown: ShutdownCoordinator,
  ) {}

  onApplicationBootstrap(): void {
    const { worker } = this;
    this.shutdown.on('stop-intake', 'rail operations', () => {
      worker.stop();
    });
    this.shutdown.on('finish', 'rail operations', () => worker.drain(RAIL_CALLS_MS));
    worker.start(this.scheduler);
    this.newOperations.listen(() => {
      worker.wakeSoon();
    });
  }
}
