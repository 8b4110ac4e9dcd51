import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { inBatches, JobScheduler } from '@paygate/platform';
import { WithdrawalsRepository } from './withdrawals.repository.js';

const BATCH_ROWS = 1_000;
const EVERY_SECONDS = 600;

/** Deletes withdrawals that nobody has confirmed. No money has moved for them, and none will. */
@Injectable()
export class WithdrawalRetention implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly withdrawals: WithdrawalsRepository,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({ name: 'withdrawal-retention', everySeconds: EVERY_SECONDS, work: () => this.forget() });
  }

  forget(): Promise<void> {
    return inBatches(BATCH_ROWS, (limit) => this.withdrawals.forget(limit));
  }
}
