import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler } from '@paygate/platform';
import { AsksRepository } from './asks.repository.js';

const EVERY_SECONDS = 600;

/** Deletes asks and their counts after their time. */
@Injectable()
export class AskRetention implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly asks: AsksRepository,
  ) {}

  onApplicationBootstrap(): void {
    const work = () => this.asks.deleteExpired();
    this.scheduler.repeat({ name: 'ask-retention', everySeconds: EVERY_SECONDS, work });
  }
}
