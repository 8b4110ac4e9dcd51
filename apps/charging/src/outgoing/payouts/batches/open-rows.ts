import { Injectable } from '@nestjs/common';
import type { MobileOperator } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { NewOperations } from '../../../rails/operations/new-operations.js';
import { PayerPhones } from '../../../rails/prompts/payer-phones.js';
import { BatchRowsRepository } from './batch-rows.repository.js';
import { PlacedBatchesRepository } from './placed-batches.repository.js';

/** Rows of a rail that are released and not sent yet, in all instances: what a rail that stops holds up. */
const UNSENT_MAX = 16;

/** Opens the operations of rows whose time has come. */
@Injectable()
export class OpenRows {
  constructor(
    private readonly rows: BatchRowsRepository,
    private readonly placed: PlacedBatchesRepository,
    private readonly operations: NewOperations,
    private readonly phones: PayerPhones,
  ) {}

  /** Of a rail; returns how many. */
  async open(tx: Transaction, rail: MobileOperator): Promise<number> {
    const released = await this.rows.release(tx, rail, UNSENT_MAX);
    if (released.length === 0) return 0;
    const opened = released.map(({ payoutId, destinationId, phone }) => {
      const sealed = this.phones.seal(this.phones.open(phone, destinationId), payoutId);
      const cause = { requestId: newId('request') };
      return { payoutId, ...this.operations.open(tx, cause, { floatOwner: '', phone: sealed }) };
    });
    await this.placed.open(tx, opened);
    return released.length;
  }
}
