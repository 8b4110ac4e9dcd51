import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { PeriodicWork } from '@paygate/platform';
import { ExpireDueIntents } from './expiry/expire-due-intents.js';
import { DeleteOldIdempotencyKeys } from './creation/delete-old-idempotency-keys.js';

/** Runs on each instance. */
@Injectable()
export class ScheduledJobs implements OnApplicationBootstrap {
  constructor(
    private readonly periodic: PeriodicWork,
    private readonly expireDueIntents: ExpireDueIntents,
    private readonly deleteOldIdempotencyKeys: DeleteOldIdempotencyKeys,
  ) {}

  onApplicationBootstrap(): void {
    const { expireDueIntents, deleteOldIdempotencyKeys } = this;
    // a read of a lapsed intent makes its transition anyway: this bounds how late the event of an unread one is
    this.periodic.repeat({ name: 'expiry', everySeconds: 0.5, work: () => expireDueIntents.execute() });
    this.periodic.repeat({ name: 'key-retention', everySeconds: 60, work: () => deleteOldIdempotencyKeys.execute() });
  }
}
