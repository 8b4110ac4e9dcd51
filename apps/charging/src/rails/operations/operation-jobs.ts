import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler, ShutdownCoordinator } from '@paygate/platform';
import { OperationWorker } from './operation-worker.js';

/** The work on operations of rails, in each instance. */
@Injectable()
export class OperationJobs implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly worker: OperationWorker,
    private readonly shutdown: ShutdownCoordinator,
  ) {}

  onApplicationBootstrap(): void {
    const { worker } = this;
    this.shutdown.on('stop-intake', 'rail operations', () => {
      worker.stop();
    });
    this.shutdown.on('finish', 'rail operations', () => worker.drain());
    worker.start(this.scheduler);
  }
}
