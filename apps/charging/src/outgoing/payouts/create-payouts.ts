import { Injectable } from '@nestjs/common';
import type { CreatePayoutCommand, Payout, Reply } from '@paygate/contracts';
import { accept, actedInCharging, isRefusal, merchantActed, refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { isSameContent } from '@paygate/platform';
import { floatAccount, merchantAccount, platformAccount } from '../../books/ledger/domain/ledger.js';
import { Holds } from '../../holds/holds.js';
import type { Cause } from '../../rails/operations/new-operations.js';
import type { StoredDestination, StoredPayout } from './domain/payout.js';
import { JudgePayouts } from './judge-payouts.js';
import { MakePayouts } from './make-payouts.js';
import type { Deciding, PayoutOrder } from './payout-order.js';
import { PayoutRecords } from './payout-records.js';
import { firstAnswerOf } from './payouts.view.js';

/** Pays out, under the lock of the account of the merchant. A repeated key finds its payout before anything else is judged. */
@Injectable()
export class CreatePayouts {
  constructor(
    private readonly records: PayoutRecords,
    private readonly judge: JudgePayouts,
    private readonly make: MakePayouts,
    private readonly holds: Holds,
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
    const destination = await this.records.destinations.find(merchantId, mode, destinationId);
    if (destination === undefined) return refuse('payout_destination_not_found', { param: 'destinationId' });
    const { ledger, rail } = destination;
    const way = this.make.ways.of(rail, mode);
    if (way === undefined)
      return refuse('payout_unsupported', { detail: `${rail} does not pay out through Paygate here.` });
    const accounts = [merchantAccount(merchantId, ledger), floatAccount(way.floatOwner, ledger)];
    accounts.push(platformAccount('fees', ledger));
    const deciding = { cause, way, record };
    return this.holds.place(accounts, cause, (tx) => this.#decide(tx, order, { ...deciding, destination }));
  }

  async #decide(
    tx: Transaction,
    order: PayoutOrder,
    { destination, ...deciding }: Deciding & { readonly destination: StoredDestination },
  ): Promise<Reply<Payout>> {
    const { payouts, destinations, schedules, locked } = this.records;
    const { merchantId, mode, destinationId, source } = order;
    const usable = await locked.lock(tx, destination);
    const known = await payouts.known(tx, { ...order, id: order.payoutId });
    if (known !== undefined) return repeated(known, order);
    if (source === 'schedule' && !(await schedules.stands(tx, destination, destinationId)))
      return refuse('service_unavailable', { detail: 'the schedule has changed meanwhile' });
    // read again under the lock, which whoever revokes it has had
    const current = await destinations.find(merchantId, mode, destinationId, tx);
    if (current === undefined) return refuse('payout_destination_not_found', { param: 'destinationId' });
    const judged = await this.judge.judge(tx, current, { ...order, usable });
    if (isRefusal(judged)) return judged;
    return accept(firstAnswerOf(await this.make.make(tx, { ...order, ...judged, destination: current }, deciding)));
  }
}

/** The first answer again, for the same body; also a redelivered command finds its payout. */
function repeated(known: StoredPayout, order: PayoutOrder): Reply<Payout> {
  const isSame = known.keyHash === order.keyHash && isSameContent(known, order);
  return isSame ? { ...accept(firstAnswerOf(known)), replayed: true } : refuse('idempotency_key_reused');
}
