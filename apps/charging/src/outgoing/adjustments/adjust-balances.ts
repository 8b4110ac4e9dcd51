import { Injectable } from '@nestjs/common';
import type { AdjustBalanceCommand, BalanceAdjusted, Mode, Reply } from '@paygate/contracts';
import { accept, actedInCharging, merchantActed, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { newId, staffPersonsOf } from '@paygate/platform';
import { ledgerOf, merchantAccount, ofLedger, platformAccount } from '../../books/ledger/domain/ledger.js';
import { Posting } from '../../books/ledger/posting.js';
import { ChargingConfig } from '../../config.js';
import { insufficient } from '../../holds/holds.js';
import { textOfAdjustment } from './adjustment-text.js';
import type { NewAdjustment, StoredAdjustment } from './adjustments.repository.js';
import { AdjustmentsRepository } from './adjustments.repository.js';

const NO_BALANCE = { param: 'merchantId', detail: 'The merchant has never been paid in this mode and currency.' };
const OTHER_WORDS = { param: 'reference', detail: 'Another adjustment of this balance has this reference.' };

/** Books what people correct, once for each reference, under the lock of the merchant's account. */
@Injectable()
export class AdjustBalances {
  readonly #persons: number;

  constructor(
    private readonly adjustments: AdjustmentsRepository,
    private readonly posting: Posting,
    private readonly unitOfWork: UnitOfWork,
    config: ChargingConfig,
  ) {
    this.#persons = staffPersonsOf(config);
  }

  async adjust(message: Received<AdjustBalanceCommand>): Promise<Reply<BalanceAdjusted>> {
    const { payload, persons = [], id: causationId, requestId } = message;
    const { mode, currency, amount, ...words } = payload;
    const wanted: NewAdjustment = {
      ...{ ...words, ledger: ledgerOf(mode, currency), amount: BigInt(amount), adjustmentId: newId('adjustment') },
      ...{ persons, personsNeeded: this.#needed(mode) },
    };
    const accounts = [merchantAccount(wanted.merchantId, wanted.ledger), platformAccount('adjustments', wanted.ledger)];
    // a mistyped id of a merchant would open an account
    if (!(await this.adjustments.hasBalance(wanted))) return refuse('parameter_invalid', NO_BALANCE);
    const decide = (tx: Transaction) => this.#decide(tx, wanted);
    return this.posting.to(accounts, () => this.unitOfWork.run(decide, { requestId, causationId }));
  }

  async #decide(tx: Transaction, wanted: NewAdjustment): Promise<Reply<BalanceAdjusted>> {
    const { usable, available } = await this.adjustments.lock(tx, wanted);
    const known = await this.adjustments.find(tx, wanted);
    if (known !== undefined)
      return isSame(known, wanted) ? accept(adjustedOf(known, false)) : refuse('parameter_invalid', OTHER_WORDS);
    if (wanted.direction === 'debit' && available < wanted.amount)
      return insufficient({ available, usable, missing: wanted.amount - available });
    const booked = await this.adjustments.book(tx, wanted);
    if (booked === undefined) return refuse('scope_missing', { detail: 'Other persons have to prove it.' });
    const { merchantId, adjustmentId } = booked;
    const act = { producer: 'operator' as const, payload: { merchantId, mode: ofLedger(booked.ledger).mode } };
    const acted = merchantActed(act, 'balance.adjusted', adjustmentId);
    tx.emit(actedInCharging, Object.assign(acted, { description: textOfAdjustment(booked) }));
    return accept(adjustedOf(booked, true));
  }

  /** Money of test mode is nobody's. */
  #needed(mode: Mode): number {
    return mode === 'test' ? 0 : this.#persons;
  }
}

/** The persons may be others: a lost answer is asked for again with other proofs. */
function isSame(known: NewAdjustment, wanted: NewAdjustment): boolean {
  const wordsOf = ({ direction, amount, reason }: NewAdjustment): string =>
    JSON.stringify([direction, `${amount}`, reason]);
  return wordsOf(known) === wordsOf(wanted);
}

function adjustedOf(stored: StoredAdjustment, isNew: boolean): BalanceAdjusted {
  const { adjustmentId, merchantId, ledger, direction, amount, reason, reference, persons, recordedAt } = stored;
  return {
    ...{ adjustmentId, merchantId, ...ofLedger(ledger), direction, amount: amount.toString(), reason, reference },
    ...{ persons: [...persons], recordedAt: recordedAt.toISOString(), isNew },
  };
}
