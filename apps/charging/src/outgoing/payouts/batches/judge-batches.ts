import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { BalancesRepository } from '../../../books/sums/balances.repository.js';
import { LockedBalances } from '../../../books/sums/locked-balances.js';
import { insufficient } from '../../../holds/holds.js';
import { BatchTerms } from './batch-terms.js';
import { BatchesRepository } from './batches.repository.js';
import type { StoredBatch } from './stored-batch.js';
import { personsOf } from './stored-batch.js';

/** The rules of batches, judged while the account of the merchant is locked. */
@Injectable()
export class JudgeBatches {
  constructor(
    private readonly batches: BatchesRepository,
    private readonly balances: BalancesRepository,
    private readonly locked: LockedBalances,
    private readonly terms: BatchTerms,
  ) {}

  /** Locks the account that pays; returns what it holds less what is held. */
  lock(tx: Queryable, account: Pick<StoredBatch, 'merchantId' | 'ledger'>): Promise<bigint> {
    return this.locked.lock(tx, account);
  }

  /** A batch as an approval of this member finds it: two members stand behind what is too much for one, with what the member approved alone today. */
  async withPersons(tx: Queryable, batch: StoredBatch, memberId: string): Promise<StoredBatch> {
    if (batch.state !== 'ready' || batch.persons !== 1 || [...personsOf(batch)].some((other) => other !== memberId))
      return batch;
    const alone = await this.batches.aloneToday(tx, batch, memberId);
    return batch.amount + batch.fee + alone > this.terms.aloneMax ? this.batches.needTwo(tx, batch.batchId) : batch;
  }

  /** The reason why a batch may not be paid now; undefined when it may. `usable`: what the lock of the account returned. */
  async refusalOf(tx: Queryable, batch: StoredBatch, usable: bigint): Promise<Refusal | undefined> {
    const { merchantId, ledger, amount, fee } = batch;
    const total = amount + fee;
    const outOfBounds = this.terms.refusalOf(total, await this.batches.today(tx, merchantId, ledger));
    if (outOfBounds !== undefined) return outOfBounds;
    const { available: maturing } = await this.balances.one(tx, merchantId, ledger);
    const available = maturing < usable ? maturing : usable;
    return total > available ? insufficient({ available, usable, missing: total - available }) : undefined;
  }
}
