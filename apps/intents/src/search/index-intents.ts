import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { JobScheduler } from '@paygate/platform';
import { SearchEntriesRepository } from './search-entries.repository.js';

/** A batch takes some tens of milliseconds of the database. */
const BATCH_INTENTS = 200;
/** The pause between two batches while intents are due: those of a version before have to be indexed, too. */
const BATCH_PAUSE_SECONDS = 0.1;

/** Makes intents searchable, in batches and behind their creation, which does not wait for it. */
@Injectable()
export class IndexIntents implements OnApplicationBootstrap {
  constructor(
    private readonly entries: SearchEntriesRepository,
    private readonly scheduler: JobScheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.scheduler.search({ name: 'search-index', everySeconds: BATCH_PAUSE_SECONDS, work: () => this.index() });
  }

  /** Indexes a batch. Resolves to 0 when more may be due. */
  async index(): Promise<number | undefined> {
    const due = await this.entries.due(BATCH_INTENTS);
    if (due.length > 0) await this.entries.insert(due);
    return due.length < BATCH_INTENTS ? undefined : 0;
  }
}
