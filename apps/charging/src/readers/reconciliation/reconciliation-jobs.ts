import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler } from '@paygate/platform';
import { FetchStatements } from './fetch-statements.js';
import { RunsRepository } from './runs.repository.js';

/** The periodic work of reconciliation. */
@Injectable()
export class ReconciliationJobs implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly statements: FetchStatements,
    private readonly runs: RunsRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({ name: 'reconciliation', everySeconds: 10, work: () => this.statements.run() });
    this.scheduler.repeat({ name: 'statement-retention', everySeconds: 3_600, work: () => this.runs.deleteOld() });
  }
}
