import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { inBatches, JobScheduler } from '@paygate/platform';
import { ChargingConfig } from '../../config.js';
import { RetentionRepository } from './retention.repository.js';

const BATCH_ROWS = 1_000;

/** Forgets the idempotency keys of refunds, and the metadata of refunds and payouts of test mode, when they are older than their retention. */
@Injectable()
export class ForgetOutgoing implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly rows: RetentionRepository,
    private readonly config: ChargingConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({ name: 'refund-key-retention', everySeconds: 60, work: () => this.forgetKeys() });
    this.scheduler.repeat({ name: 'test-metadata-retention', everySeconds: 60, work: () => this.forgetMetadata() });
  }

  forgetKeys(): Promise<void> {
    return inBatches(BATCH_ROWS, (limit) => this.rows.forgetKeys(this.config.IDEMPOTENCY_RETENTION_DAYS, limit));
  }

  async forgetMetadata(): Promise<void> {
    for (const kind of ['refund', 'payout'] as const)
      await inBatches(BATCH_ROWS, (limit) => this.rows.forgetMetadata(kind, this.config.TEST_RETENTION_DAYS, limit));
  }
}
