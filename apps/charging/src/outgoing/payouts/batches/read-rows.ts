import { Injectable } from '@nestjs/common';
import type { BatchRowFault, GivenBatchRow, Mode } from '@paygate/contracts';
import { operatorOf } from '../destinations/register-destination.js';
import { PayoutTerms } from '../payout-terms.js';
import { PayoutWays } from '../payout-ways.js';
import { rowKey } from './batches.view.js';
import type { NewBatchRow } from './stored-batch.js';
import { RowSealers } from './row-sealers.js';

/** Reads the rows that are given, and finds which of them cannot be paid. Of two with one number the last counts. */
@Injectable()
export class ReadRows {
  constructor(
    private readonly terms: PayoutTerms,
    private readonly ways: PayoutWays,
    private readonly sealers: RowSealers,
  ) {}

  read(rows: readonly GivenBatchRow[], batchId: string, mode: Mode): readonly NewBatchRow[] {
    return [...new Map(rows.map((row) => [row.number, this.#row(row, batchId, mode)] as const)).values()];
  }

  #row(given: GivenBatchRow, batchId: string, mode: Mode): NewBatchRow {
    const { number, reference } = given;
    const { phone, name } = this.sealers.open(given);
    const amount = BigInt(given.amount);
    const rail = operatorOf(phone, given.operator ?? undefined) ?? null;
    const faults: BatchRowFault[] = [];
    if (rail === null) faults.push('operator_unknown');
    else if (this.ways.of(rail, mode) === undefined) faults.push('payout_unsupported');
    if (amount < this.terms.min) faults.push('amount_too_small');
    if (amount > this.terms.max) faults.push('amount_too_large');
    return {
      ...{ number, rail, amount, fee: this.terms.feeOf(amount), faults, reference: reference ?? null },
      ...this.sealers.seal({ phone, name, mode, key: rowKey(batchId, number) }),
    };
  }
}
