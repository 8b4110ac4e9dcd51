import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { inBatches, JobScheduler } from '@paygate/platform';
import { IntentsConfig } from '../config.js';
import { LinksRepository } from './links.repository.js';

const BATCH_KEYS = 1_000;

/** Forgets the idempotency keys of links when they are older than their retention. */
@Injectable()
export class ForgetLinkKeys implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly links: LinksRepository,
    private readonly config: IntentsConfig,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({ name: 'link-key-retention', everySeconds: 60, work: () => this.forget() });
  }

  forget(): Promise<void> {
    return inBatches(BATCH_KEYS, (limit) => this.links.forgetKeys(this.config.IDEMPOTENCY_RETENTION_DAYS, limit));
  }
}
