import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@paygate/messaging';
import type { Search } from '@paygate/platform';
import { JobScheduler, newId } from '@paygate/platform';
import { OpenRows } from './open-rows.js';
import { BatchPayers } from './payers/batch-payers.js';

/** The shortest pause between two looks. */
const EVERY_SECONDS = 0.2;
/** The pause while the places are full. */
const FULL_SECONDS = 0.5;
const LOCK = 'release rows of batches';

/**
 * Opens the operations of rows whose time has come, a few at a time: a row that is not released can be paused and canceled. The batches of a
 * merchant who is not active are paused.
 */
@Injectable()
export class ReleaseRows implements OnApplicationBootstrap {
  #search: Search | undefined;

  constructor(
    private readonly payers: BatchPayers,
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
    const nextSeconds = await this.payers.rows.nextSeconds();
    if (nextSeconds === undefined || nextSeconds > 0) return nextSeconds;
    const { active, inactive } = await this.payers.due();
    const released = await this.unitOfWork.run(
      async (tx) => {
        for (const payer of inactive) await this.payers.pause(tx, payer);
        return this.opening.open(tx, active);
      },
      { requestId: newId('request') },
      LOCK,
    );
    return released === 0 ? FULL_SECONDS : this.payers.rows.nextSeconds();
  }
}
