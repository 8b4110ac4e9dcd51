import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { inBatches, JobScheduler } from '@paygate/platform';
import { IntentsConfig } from '../config.js';
import { EndedTestIntentsRepository } from './ended-test-intents.repository.js';

const INTERVAL_SECONDS = 60;
/** A batch holds its locks for some milliseconds, and none that an open payment needs. */
const BATCH_INTENTS = 100;

/** Deletes intents of test mode after their retention. Those of live mode stay. */
@Injectable()
export class ForgetTestIntents implements OnApplicationBootstrap {
  constructor(
    private readonly intents: EndedTestIntentsRepository,
    private readonly scheduler: JobScheduler,
    private readonly config: IntentsConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({ name: 'test-retention', everySeconds: INTERVAL_SECONDS, work: () => this.forget() });
  }

  forget(): Promise<void> {
    return inBatches(BATCH_INTENTS, (limit) => this.intents.forget(this.config.TEST_RETENTION_DAYS, limit));
  }
}
