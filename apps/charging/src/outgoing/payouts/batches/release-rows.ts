import type { OnApplicationBootstrap } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '@paygate/messaging';
import type { Search } from '@paygate/platform';
import { JobScheduler, newId } from '@paygate/platform';
import type { PayingAccount } from '../active-merchants.js';
import { ActiveMerchants } from '../active-merchants.js';
import { BatchRowsRepository } from './batch-rows.repository.js';
import { OpenRows } from './open-rows.js';

/** The shortest pause between two looks. */
const EVERY_SECONDS = 0.2;
/** The pause while the places are full. */
const FULL_SECONDS = 0.5;
/** The time for which a merchant who was active counts as active. */
const ACTIVE_MS = 2_000;
const LOCK = 'release rows of batches';

/**
 * Opens the operations of rows whose time has come, a few at a time: a row that is not released can be paused and canceled. The batches of a
 * merchant who is not active are paused.
 */
@Injectable()
export class ReleaseRows implements OnApplicationBootstrap {
  #search: Search | undefined;
  /** Until when the merchants who were active when they were last asked for count as active, on the clock of this process. */
  #active: ReadonlyMap<string, number> = new Map();

  constructor(
    private readonly rows: BatchRowsRepository,
    private readonly opening: OpenRows,
    private readonly merchants: ActiveMerchants,
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
    const { active, inactive } = await this.#payers();
    const released = await this.unitOfWork.run(
      async (tx) => {
        for (const payer of inactive) await this.opening.pause(tx, payer);
        return this.opening.open(tx, active);
      },
      { requestId: newId('request') },
      LOCK,
    );
    return released === 0 ? FULL_SECONDS : this.rows.nextSeconds();
  }

  /** Those who pay what is due. Where auth does not say whether a merchant is active, the rows wait for the next look. */
  async #payers(): Promise<Readonly<Record<'active' | 'inactive', readonly PayingAccount[]>>> {
    const payers = await this.rows.duePayers();
    const nowMs = performance.now();
    const judged = await Promise.all(
      payers.map(async (payer) => {
        const known = this.#active.get(keyOf(payer)) ?? 0;
        return known > nowMs
          ? { payer, isActive: true, untilMs: known }
          : { payer, isActive: await this.merchants.isActive(payer), untilMs: nowMs + ACTIVE_MS };
      }),
    );
    const active = judged.filter(({ isActive }) => isActive === true);
    this.#active = new Map(active.map(({ payer, untilMs }) => [keyOf(payer), untilMs]));
    const inactive = judged.filter(({ isActive }) => isActive === false);
    return { active: active.map(({ payer }) => payer), inactive: inactive.map(({ payer }) => payer) };
  }
}

function keyOf({ merchantId, ledger }: PayingAccount): string {
  return `${merchantId} ${ledger}`;
}
