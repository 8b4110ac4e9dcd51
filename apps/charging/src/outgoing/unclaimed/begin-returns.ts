import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
import type { Cause } from '../../rails/operations/new-operations.js';
import { NewOperations } from '../../rails/operations/new-operations.js';
import { PayerPhones } from '../../rails/prompts/payer-phones.js';
import { PayoutWays } from '../payouts/payout-ways.js';
import type { StoredUnclaimed } from './domain/unclaimed.js';
import { ReturnsRepository } from './returns.repository.js';

const NO_PHONE = { param: 'decision', detail: 'the phone of the payer is not known' };
const NO_PAYOUTS = { param: 'decision', detail: 'this operator pays nothing out here' };

/** A return that can begin, and the way of its money. */
export interface NewReturn {
  readonly returnId: string;
  /** The account of the float that pays. */
  readonly floatOwner: string;
  /** The phone of the payer, sealed for the return. */
  readonly phone: string;
}

/** Begins the returns of unclaimed money to its payers. */
@Injectable()
export class BeginReturns {
  constructor(
    private readonly returns: ReturnsRepository,
    private readonly operations: NewOperations,
    private readonly ways: PayoutWays,
    private readonly phones: PayerPhones,
  ) {}

  /** The way back of the money, or why there is none. */
  of({ unclaimedId, rail, ledger, phone }: StoredUnclaimed): NewReturn | Refusal {
    if (phone === null) return refuse('parameter_invalid', NO_PHONE);
    const way = this.ways.of(rail, ofLedger(ledger).mode);
    if (way === undefined) return refuse('parameter_invalid', NO_PAYOUTS);
    const returnId = newId('payerReturn');
    const sealed = this.phones.seal(this.phones.open(phone, unclaimedId), returnId);
    return { returnId, floatOwner: way.floatOwner, phone: sealed };
  }

  /** Holds the money, and opens the operation. False when it was decided before. */
  begin(tx: Transaction, unclaimedId: string, { returnId, ...way }: NewReturn, cause: Cause): Promise<boolean> {
    return this.returns.begin(tx, unclaimedId, returnId, this.operations.open(tx, cause, way));
  }
}
