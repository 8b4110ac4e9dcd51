import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import { NewOperations } from '../../new-operations.js';
import { PayerPhones } from '../../rails/prompts/payer-phones.js';
import type { StoredDestination, StoredPayout } from './domain/payout.js';
import type { Deciding, PayoutOrder } from './payout-order.js';
import { PayoutTerms } from './payout-terms.js';
import { PayoutsRepository } from './payouts.repository.js';

interface Judged {
  readonly order: PayoutOrder;
  readonly destination: StoredDestination;
  readonly amount: bigint;
}

/** Makes payouts that were judged: their money is held, and their operation sends it. */
@Injectable()
export class MakePayouts {
  constructor(
    private readonly payouts: PayoutsRepository,
    private readonly phones: PayerPhones,
    private readonly terms: PayoutTerms,
    private readonly operations: NewOperations,
  ) {}

  async make(
    tx: Transaction,
    { order, destination, amount }: Judged,
    { cause, way, record }: Deciding,
  ): Promise<StoredPayout> {
    const phone = this.phones.seal(this.phones.open(destination.phone, destination.destinationId), order.payoutId);
    const stored = await this.payouts.insert(
      tx,
      { ...order, destination, amount, fee: this.terms.feeOf(amount) },
      { floatOwner: way.floatOwner, phone, requestId: cause.requestId, ...this.operations.open(tx, cause) },
    );
    record(tx, stored);
    return stored;
  }
}
