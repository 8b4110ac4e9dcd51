import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { inBatches, JobScheduler } from '@paygate/platform';
import { ChargingConfig } from '../../config.js';
import { tablesWithMetadata, TestMetadataRepository } from './test-metadata.repository.js';

const BATCH_ROWS = 1_000;

/** Forgets the metadata of refunds and payouts of test mode when it is older than its retention. */
@Injectable()
export class ForgetTestMetadata implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly metadata: TestMetadataRepository,
    private readonly config: ChargingConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({ name: 'test-metadata-retention', everySeconds: 60, work: () => this.forget() });
  }

  async forget(): Promise<void> {
    for (const table of tablesWithMetadata)
      await inBatches(BATCH_ROWS, (limit) => this.metadata.forget(table, this.config.TEST_RETENTION_DAYS, limit));
  }
}
