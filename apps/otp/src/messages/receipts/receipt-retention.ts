import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler } from '@paygate/platform';
import { ReceiptsRepository } from './receipts.repository.js';

/** Deletes counts of receipts after their time. */
@Injectable()
export class ReceiptRetention implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly receipts: ReceiptsRepository,
  ) {}

  onApplicationBootstrap(): void {
    const work = () => this.receipts.deleteExpired();
    this.scheduler.repeat({ name: 'receipts', everySeconds: 600, work });
  }
}
