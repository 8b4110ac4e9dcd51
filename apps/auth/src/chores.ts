import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler } from '@paygate/platform';
import { ForgetExpired } from './usecases/forget-expired.js';

const MINUTE_SECONDS = 60;

/** What the service does by itself to tidy up. */
@Injectable()
export class Chores implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly past: ForgetExpired,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({
      name: 'expired-rows',
      everySeconds: MINUTE_SECONDS,
      beforeReady: true,
      work: () => this.past.execute(),
    });
  }
}
