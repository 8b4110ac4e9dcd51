import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler } from '@paygate/platform';
import { PayOnSchedule } from './pay-on-schedule.js';

/** The periodic work of payouts. */
@Injectable()
export class PayoutJobs implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly payOnSchedule: PayOnSchedule,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({ name: 'payout-schedules', everySeconds: 60, work: () => this.payOnSchedule.run() });
  }
}
