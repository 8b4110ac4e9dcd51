import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { mobileOperators } from '@paygate/contracts';
import { UnitOfWork } from '@paygate/messaging';
import type { Search } from '@paygate/platform';
import { JobScheduler } from '@paygate/platform';
import { BatchRowsRepository } from './batch-rows.repository.js';
import { OpenRows } from './open-rows.js';

/** The shortest pause between two looks. */
const EVERY_SECONDS = 0.2;
/** The pause while the places are full. */
const FULL_SECONDS = 0.5;
const LOCK = 'release rows of batches';

/** Opens the operations of rows whose time has come, a few at a time: a row that is not released can be paused and canceled. */
@Injectable()
export class ReleaseRows implements OnApplicationBootstrap {
  #search: Search | undefined;

  constructor(
    private readonly rows: BatchRowsRepository,
    private readonly opening: OpenRows,
    private readonly unitOfWork: UnitOfWork,
    private readonly scheduler: JobScheduler,
  ) {}

  onApplicationBootstrap(): void {
    this.#search = this.scheduler.search({
      name: 'payout-batches',
      everySeconds: EVERY_SECONDS,
      work: () => this.release(),
    });
  }

  /** A row may be released: it need not wait for the next look. */
  wake(): void {
    this.#search?.wake();
  }

  /** Releases what may be sent. Resolves to the seconds until more may be. */
  async release(): Promise<number | undefined> {
    const nextSeconds = await this.rows.nextSeconds();
    if (nextSeconds === undefined || nextSeconds > 0) return nextSeconds;
    const released = await this.unitOfWork.run(
      async (tx) => {
        let count = 0;
        for (const rail of mobileOperators) count += await this.opening.open(tx, rail);
        return count;
      },
      {},
      LOCK,
    );
    return released === 0 ? FULL_SECONDS : this.rows.nextSeconds();
  }
}
