import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler, ShutdownCoordinator } from '@paygate/platform';
import { OperationWorker } from './operations/operation-worker.js';
import { PromptsRepository } from './prompts/prompts.repository.js';

/** The time for which a shutdown lets calls to rails go on. */
const RAIL_CALLS_MS = 5_000;

/** The periodic work of each instance. */
@Injectable()
export class ScheduledJobs implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly worker: OperationWorker,
    private readonly prompts: PromptsRepository,
    private readonly shutdown: ShutdownCoordinator,
  ) {}

  onApplicationBootstrap(): void {
    const { worker, prompts } = this;
    this.shutdown.on('stop-intake', 'rail operations', () => {
      worker.stop();
    });
    this.shutdown.on('finish', 'rail operations', () => worker.drain(RAIL_CALLS_MS));
    // requests and callbacks wake the worker of their instance: this interval is for polls and for the work of others
    this.scheduler.repeat({ name: 'rail-operations', everySeconds: 0.5, work: () => worker.look() });
    this.scheduler.repeat({ name: 'prompt-retention', everySeconds: 600, work: () => prompts.deleteOld() });
  }
}
