import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { inBatches, JobScheduler } from '@paygate/platform';
import { WebhooksConfig } from '../config.js';
import { RetentionRepository } from './retention.repository.js';

const INTERVAL_SECONDS = 3_600;
const BATCH = 1_000;

/** Deletes what is older than its retention: bodies after 30 days; events, deliveries, attempts, recoveries and deleted endpoints after 90; all of an event of test mode after TEST_RETENTION_DAYS. */
@Injectable()
export class Retention implements OnApplicationBootstrap {
  constructor(
    private readonly repository: RetentionRepository,
    private readonly jobScheduler: JobScheduler,
    private readonly config: WebhooksConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.jobScheduler.repeat({
      name: 'webhook retention',
      everySeconds: INTERVAL_SECONDS,
      work: async () => {
        await inBatches(BATCH, (most) => this.repository.giveUp(most));
        await this.repository.retain();
        await inBatches(BATCH, (most) => this.repository.deleteTestEvents(this.config.TEST_RETENTION_DAYS, most));
        await inBatches(BATCH, (most) => this.repository.deleteRecoveries(most));
        await inBatches(BATCH, (most) => this.repository.deleteEndpoints(most));
      },
    });
  }
}
