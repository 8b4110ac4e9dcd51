import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { IdempotencyRecords, JobScheduler } from '@paygate/platform';
import { Recover } from './redelivery/recover.js';
import { WaitingDeliveries } from './endpoints/waiting-deliveries.js';
import type { KeyedAction } from './endpoints/idempotent-requests.js';

/** The scheduled jobs of merchants' requests. */
@Injectable()
export class ScheduledJobs implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly records: IdempotencyRecords<KeyedAction>,
    private readonly recovery: Recover,
    private readonly waiting: WaitingDeliveries,
  ) {}

  onApplicationBootstrap(): void {
    this.recovery.start(this.scheduler);
    this.waiting.start(this.scheduler);
    this.scheduler.repeat({
      name: 'idempotency-retention',
      everySeconds: 60,
      work: () => this.records.deleteExpired(),
    });
  }
}
