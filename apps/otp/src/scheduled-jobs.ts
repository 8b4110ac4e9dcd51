import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { IdempotencyRecords, JobScheduler, SourceUsesRepository } from '@paygate/platform';
import { BudgetsRepository } from './codes/budgets/budgets.repository.js';
import type { OtpAction } from './codes/budgets/source-caps.js';
import { ChallengesRepository } from './codes/challenges/challenges.repository.js';
import { GuestPhonesRepository } from './contacts/guest-phones.repository.js';
import { MessageSender } from './messages/sending/message-sender.js';

/** Deletes rows after their time, in batches. */
@Injectable()
export class Retention {
  constructor(
    private readonly challenges: ChallengesRepository,
    private readonly budgets: BudgetsRepository,
    private readonly records: IdempotencyRecords<OtpAction>,
    private readonly sources: SourceUsesRepository<OtpAction>,
  ) {}

  async deleteOld(): Promise<void> {
    await this.challenges.deleteExpired();
    await this.budgets.deleteExpired();
    await this.records.deleteExpired();
    await this.sources.deleteExpired();
  }
}

/** The scheduled jobs of messages and rows; those of signing keys and receipts are in their own folders. */
@Injectable()
export class ScheduledJobs implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly sender: MessageSender,
    private readonly retention: Retention,
    private readonly guestPhones: GuestPhonesRepository,
  ) {}

  onApplicationBootstrap(): void {
    const { sender, retention, guestPhones } = this;
    sender.start(this.scheduler);
    this.scheduler.repeat({ name: 'expired-messages', everySeconds: 60, work: () => sender.deleteExpired() });
    this.scheduler.repeat({ name: 'guest-phones', everySeconds: 600, work: () => guestPhones.deleteExpired() });
    this.scheduler.repeat({ name: 'retention', everySeconds: 60, work: () => retention.deleteOld() });
  }
}
