import { Injectable } from '@nestjs/common';
import { mobileOperators } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { NewOperations } from '../../../rails/operations/new-operations.js';
import { PayerPhones } from '../../../rails/prompts/payer-phones.js';
import type { PayingAccount } from '../active-merchants.js';
import type { Releasing } from './batch-rows.repository.js';
import { BatchRowsRepository } from './batch-rows.repository.js';
import { inTurn } from './payers/in-turn.js';
import { PlacedBatchesRepository } from './placed-batches.repository.js';

/** Rows of a rail and a mode that are released and not sent yet, in all instances: what a rail that stops holds up. */
const UNSENT_MAX = 16;
/** A mode waits for no rows of the other. */
const modes = ['live', 'test'] as const;

/** Opens the operations of rows whose time has come: the accounts take turns. */
@Injectable()
export class OpenRows {
  /** The account whose row was opened last, by rail and mode. */
  readonly #last = new Map<string, PayingAccount>();

  constructor(
    private readonly rows: BatchRowsRepository,
    private readonly placed: PlacedBatchesRepository,
    private readonly operations: NewOperations,
    private readonly phones: PayerPhones,
  ) {}

  /** Of all rails, for these accounts; returns how many. */
  async open(tx: Transaction, payers: readonly PayingAccount[]): Promise<number> {
    let count = 0;
    for (const mode of modes)
      for (const rail of mobileOperators) count += await this.#open(tx, { rail, mode, payers, most: UNSENT_MAX });
    return count;
  }

  async #open(tx: Transaction, releasing: Releasing): Promise<number> {
    const { rail, mode, payers } = releasing;
    const place = `${rail} ${mode}`;
    const released = await this.rows.release(tx, { ...releasing, payers: inTurn(payers, this.#last.get(place)) });
    const last = released.at(-1);
    if (last === undefined) return 0;
    this.#last.set(place, last);
    const opened = released.map(({ payoutId, destinationId, phone }) => {
      const sealed = this.phones.seal(this.phones.open(phone, destinationId), payoutId);
      const cause = { requestId: newId('request') };
      return { payoutId, ...this.operations.open(tx, cause, { floatOwner: '', phone: sealed }) };
    });
    await this.placed.open(tx, opened);
    return released.length;
  }
}
