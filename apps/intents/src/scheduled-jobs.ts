import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler } from '@paygate/platform';
import { AskForOutcomes } from './charging/ask-for-outcomes.js';
import { ExpireDueIntents } from './expiry/expire-due-intents.js';
import { DeleteOldIdempotencyKeys } from './creation/delete-old-idempotency-keys.js';

/** The periodic work of each instance. */
@Injectable()
export class ScheduledJobs implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly expireDueIntents: ExpireDueIntents,
    private readonly askForOutcomes: AskForOutcomes,
    private readonly deleteOldIdempotencyKeys: DeleteOldIdempotencyKeys,
  ) {}

  onApplicationBootstrap(): void {
    const { expireDueIntents, askForOutcomes, deleteOldIdempotencyKeys } = this;
    // a read transitions a lapsed intent by itself: this search is for the event of an unread one. It needs no wake: it knows of each
    // intent before its end, which is minutes after its beginning
    this.scheduler.search({ name: 'expiry', everySeconds: 0.5, work: () => expireDueIntents.expire() });
    this.scheduler.search({ name: 'overdue-outcomes', everySeconds: 1, work: () => askForOutcomes.ask() });
    this.scheduler.repeat({ name: 'key-retention', everySeconds: 60, work: () => deleteOldIdempotencyKeys.delete() });
  }
}
