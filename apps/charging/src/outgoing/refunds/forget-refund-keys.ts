import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { inBatches, JobScheduler } from '@paygate/platform';
import { ChargingConfig } from '../../config.js';
import { RefundKeysRepository } from './refund-keys.repository.js';

const BATCH_KEYS = 1_000;

/** Forgets the idempotency keys of refunds when they are older than their retention. */
@Injectable()
export class ForgetRefundKeys implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly keys: RefundKeysRepository,
    private readonly config: ChargingConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({ name: 'refund-key-retention', everySeconds: 60, work: () => this.forget() });
  }

  forget(): Promise<void> {
    return inBatches(BATCH_KEYS, (limit) => this.keys.forget(this.config.IDEMPOTENCY_RETENTION_DAYS, limit));
  }
}
