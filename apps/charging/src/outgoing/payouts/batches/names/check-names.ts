import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Search } from '@paygate/platform';
import { JobScheduler } from '@paygate/platform';
import { CompareNames } from './compare-names.js';

/** The shortest pause between two looks. */
const EVERY_SECONDS = 0.5;

/** Has the names of recipients compared in the background. */
@Injectable()
export class CheckNames implements OnApplicationBootstrap {
  #search: Search | undefined;

  constructor(
    private readonly compare: CompareNames,
    private readonly scheduler: JobScheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.#search = this.scheduler.search({
      name: 'recipient-names',
      everySeconds: EVERY_SECONDS,
      work: async () => ((await this.compare.some()) === 0 ? undefined : 0),
    });
  }

  /** Names may wait: they need not wait for the next look. */
  wake(): void {
    this.#search?.wake();
  }
}
