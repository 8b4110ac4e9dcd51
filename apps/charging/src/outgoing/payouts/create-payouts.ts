import { Injectable } from '@nestjs/common';
import type { CreatePayoutCommand, Payout, Reply } from '@paygate/contracts';
import { actedInCharging, merchantActed, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { floatAccount, merchantAccount, platformAccount } from '../../books/ledger/domain/ledger.js';
import { Posting } from '../../books/ledger/posting.js';
import { DecidePayouts } from './decide-payouts.js';
import { DestinationsRepository } from './destinations/destinations.repository.js';
import type { Cause, Deciding, PayoutOrder } from './payout-order.js';
import { PayoutWays } from './payout-ways.js';

/** Pays out: finds the destination and the way, and lets the payout be decided. */
@Injectable()
export class CreatePayouts {
  constructor(
    private readonly destinations: DestinationsRepository,
    private readonly ways: PayoutWays,
    private readonly posting: Posting,
    private readonly decide: DecidePayouts,
  ) {}

  create(message: Received<CreatePayoutCommand>): Promise<Reply<Payout>> {
    const { payload, id: causationId, requestId, producer } = message;
    const { idempotency, amount, reason = null, actor = null, ...ids } = payload;
    const { keyHash, bodyHash, contentHash = null } = idempotency;
    const order: PayoutOrder = {
      ...{ ...ids, keyHash, bodyHash, contentHash, reason, actor, minimum: 0n, source: 'request' },
      amount: amount === undefined ? undefined : BigInt(amount),
    };
    return this.order(order, { requestId, causationId }, (tx, { payoutId }) => {
      tx.emit(actedInCharging, merchantActed({ producer, payload }, 'payout.requested', payoutId));
    });
  }

  /** `record` runs in the transaction of a new payout. */
  async order(order: PayoutOrder, cause: Cause, record: Deciding['record'] = () => undefined): Promise<Reply<Payout>> {
    const { merchantId, mode, destinationId } = order;
    const destination = await this.destinations.find(merchantId, mode, destinationId);
    if (destination === undefined) return refuse('payout_destination_not_found', { param: 'destinationId' });
    const way = this.ways.of(destination.rail, mode);
    if (way === undefined)
      return refuse('payout_unsupported', { detail: `${destination.rail} does not pay out through Paygate here.` });
    const { ledger } = destination;
    const accounts = [
      merchantAccount(merchantId, ledger),
      floatAccount(way.floatOwner, ledger),
      platformAccount('fees', ledger),
    ];
    return this.posting.to(accounts, () => this.decide.decide(order, destination, { cause, way, record }));
  }
}
