import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import { NewOperations } from '../../rails/operations/new-operations.js';
import { PayerPhones } from '../../rails/prompts/payer-phones.js';
import type { StoredPayout } from './domain/payout.js';
import type { Deciding } from './payout-order.js';
import { PayoutWays } from './payout-ways.js';
import type { NewPayout } from './payouts.repository.js';
import { PayoutsRepository } from './payouts.repository.js';

/** Makes payouts that were judged: their money is held, and their operation sends it. */
@Injectable()
export class MakePayouts {
  constructor(
    readonly ways: PayoutWays,
    private readonly payouts: PayoutsRepository,
    private readonly phones: PayerPhones,
    private readonly operations: NewOperations,
  ) {}

  async make(tx: Transaction, payout: NewPayout, { cause, way, record }: Deciding): Promise<StoredPayout> {
    const { phone, destinationId } = payout.destination;
    const sealed = this.phones.seal(this.phones.open(phone, destinationId), payout.payoutId);
    const operation = this.operations.open(tx, cause, { floatOwner: way.floatOwner, phone: sealed });
    const stored = await this.payouts.insert(tx, payout, operation);
    record(tx, stored);
    return stored;
  }
}
