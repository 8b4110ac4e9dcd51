import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { IdempotencyRecords, JobScheduler } from '@paygate/platform';
import type { KeyedAction } from './endpoints/idempotent-requests.js';

/** The scheduled jobs of merchants' requests. */
@Injectable()
export class ScheduledJobs implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly records: IdempotencyRecords<KeyedAction>,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({
      name: 'idempotency-retention',
      everySeconds: 60,
      work: () => this.records.deleteExpired(),
    });
  }
}
