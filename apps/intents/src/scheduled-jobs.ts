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
    // a read transitions a lapsed intent by itself: this interval bounds the delay of the event of an unread one
    this.scheduler.repeat({ name: 'expiry', everySeconds: 0.5, work: () => expireDueIntents.expire() });
    this.scheduler.repeat({ name: 'overdue-outcomes', everySeconds: 1, work: () => askForOutcomes.ask() });
    this.scheduler.repeat({ name: 'key-retention', everySeconds: 60, work: () => deleteOldIdempotencyKeys.delete() });
  }
}
