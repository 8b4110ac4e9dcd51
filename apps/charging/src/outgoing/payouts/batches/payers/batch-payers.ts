import { Injectable } from '@nestjs/common';
import { actedInCharging, merchantActed } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { ofLedger } from '../../../../books/ledger/domain/ledger.js';
import type { PayingAccount } from '../../active-merchants.js';
import { ActiveMerchants } from '../../active-merchants.js';
import { BatchRowsRepository } from '../batch-rows.repository.js';
import { BatchesRepository } from '../batches.repository.js';

/** The time for which a merchant who was active counts as active. */
const ACTIVE_MS = 2_000;

/** Those who pay the rows of batches whose time has come. */
interface DuePayers {
  readonly active: readonly PayingAccount[];
  readonly inactive: readonly PayingAccount[];
}

/** Tells merchants for whom rows of batches are sent from those who are not active, whose batches are paused. */
@Injectable()
export class BatchPayers {
  /** Until when the merchants who were active when they were last asked for count as active, on the clock of this process. */
  #active: ReadonlyMap<string, number> = new Map();

  constructor(
    readonly rows: BatchRowsRepository,
    private readonly batches: BatchesRepository,
    private readonly merchants: ActiveMerchants,
  ) {}

  /** The rows of a merchant of whom auth does not say whether he is active wait for the next look. */
  async due(): Promise<DuePayers> {
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

  /** Pauses the batches of a merchant who is not active: a member resumes them when the merchant is. */
  async pause(tx: Transaction, payer: PayingAccount): Promise<void> {
    const { merchantId, ledger } = payer;
    const acting = { producer: 'charging', payload: { merchantId, mode: ofLedger(ledger).mode } } as const;
    for (const batchId of await this.batches.pauseAll(tx, payer))
      tx.emit(actedInCharging, merchantActed(acting, 'payout_batch.paused', batchId));
  }
}

function keyOf({ merchantId, ledger }: PayingAccount): string {
  return `${merchantId} ${ledger}`;
}
