import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@paygate/messaging';
import { JobScheduler } from '@paygate/platform';
import { DuePublicationsRepository } from './due-publications.repository.js';
import { RepublishMerchantKeys } from './republish-merchant-keys.js';

const EVERY_SECONDS = 0.25;
const BATCH = 100;

/** Publishes the keys of merchants whose settings have changed, when the time of gathering is over. */
@Injectable()
export class PublishDueKeys implements OnApplicationBootstrap {
  constructor(
    private readonly scheduler: JobScheduler,
    private readonly unitOfWork: UnitOfWork,
    private readonly publications: DuePublicationsRepository,
    private readonly publishing: RepublishMerchantKeys,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.repeat({ name: 'due-publications', everySeconds: EVERY_SECONDS, work: () => this.publish() });
  }

  async publish(): Promise<void> {
    for (const merchantId of await this.publications.due(BATCH))
      await this.unitOfWork.run((tx) => this.publishing.publishDue(tx, merchantId));
  }
}
