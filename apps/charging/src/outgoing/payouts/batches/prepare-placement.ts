import { Injectable } from '@nestjs/common';
import type { MobileOperator, Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { ofLedger } from '../../../books/ledger/domain/ledger.js';
import { PayerPhones } from '../../../rails/prompts/payer-phones.js';
import { waitHoursOf } from '../payout-terms.js';
import { PayoutWays } from '../payout-ways.js';
import { BatchRowsRepository } from './batch-rows.repository.js';
import { rowKey } from './batches.view.js';
import type { NewRecipient, Placement } from './placed-batches.repository.js';
import type { StoredBatch } from './stored-batch.js';

/** Prepares what an approval places, before the account of the merchant is locked: phones are sealed one by one. */
@Injectable()
export class PreparePlacement {
  constructor(
    private readonly rows: BatchRowsRepository,
    private readonly ways: PayoutWays,
    private readonly phones: PayerPhones,
  ) {}

  /** The placement of a sealed batch that is approved, or the reason why it cannot be paid. */
  async prepare(batch: StoredBatch, approver: string): Promise<Placement | Refusal> {
    const { batchId } = batch;
    const { mode } = ofLedger(batch.ledger);
    const floats: Partial<Record<MobileOperator, string>> = {};
    const recipients = new Map<string, NewRecipient>();
    const payouts: { number: number; payoutId: string }[] = [];
    for (const { number, rail, phone, phoneMasked, phoneIndex } of await this.rows.all(batchId)) {
      const way = rail === null ? undefined : this.ways.of(rail, mode);
      if (rail === null || way === undefined)
        return refuse('payout_unsupported', {
          detail: `${rail ?? 'An operator'} does not pay out through Paygate here.`,
        });
      floats[rail] = way.floatOwner;
      payouts.push({ number, payoutId: newId('payout') });
      const key = `${rail} ${phoneIndex}`;
      if (recipients.has(key)) continue;
      const destinationId = newId('payoutDestination');
      const sealed = this.phones.seal(this.phones.open(phone, rowKey(batchId, number)), destinationId);
      recipients.set(key, { destinationId, rail, phone: sealed, phoneMasked, phoneIndex });
    }
    return { recipients: [...recipients.values()], payouts, floats, approver, waitHours: waitHoursOf(mode) };
  }
}
