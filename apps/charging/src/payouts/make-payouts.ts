import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import { Tracing } from '@paygate/platform';
import { reach } from '../failpoints.js';
import { PayerPhones } from '../prompts/payer-phones.js';
import type { StoredDestination, StoredPayout } from './domain/payout.js';
import type { Deciding, PayoutOrder } from './payout-order.js';
import { PayoutTerms } from './payout-terms.js';
import { PayoutsRepository } from './payouts.repository.js';

const CALLBACK_TOKEN_BYTES = 24;

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
    private readonly tracing: Tracing,
  ) {}

  async make(
    tx: Transaction,
    { order, destination, amount }: Judged,
    { cause, way, record }: Deciding,
  ): Promise<StoredPayout> {
    const phone = this.phones.seal(this.phones.open(destination.phone, destination.destinationId), order.payoutId);
    const traceparent = this.tracing.active(cause);
    const callbackToken = randomBytes(CALLBACK_TOKEN_BYTES).toString('base64url');
    const { requestId } = cause;
    const stored = await this.payouts.insert(
      tx,
      { ...order, destination, amount, fee: this.terms.feeOf(amount) },
      { floatOwner: way.floatOwner, phone, requestId, traceparent, callbackToken },
    );
    record(tx, stored);
    tx.afterCommit(() => {
      reach('operation-opened');
    });
    return stored;
  }
}
