import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@paygate/messaging';
import { JobScheduler } from '@paygate/platform';
import { DuePublicationsRepository, GATHERED_MS } from './due-publications.repository.js';
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
    const search = this.scheduler.search({
      name: 'due-publications',
      everySeconds: EVERY_SECONDS,
      work: () => this.publish(),
    });
    this.publications.onAdded = () => {
      search.wake(GATHERED_MS / 1_000);
    };
  }

  /** A merchant whose keys cannot be published now keeps those of nobody else waiting. Resolves to the seconds until the next search. */
  async publish(): Promise<number | undefined> {
    const due = await this.publications.due(BATCH);
    const faults: unknown[] = [];
    for (const merchantId of due)
      await this.unitOfWork
        .run((tx) => this.publishing.publishDue(tx, merchantId))
        .catch((error: unknown) => faults.push(error));
    if (faults.length > 0) throw new AggregateError(faults, 'keys of merchants could not be published');
    return due.length === BATCH ? 0 : undefined;
  }
}
