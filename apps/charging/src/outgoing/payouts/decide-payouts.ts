import { Injectable } from '@nestjs/common';
import type { Payout, Reply } from '@paygate/contracts';
import { accept, isRefusal, refuse } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { isSameContent } from '@paygate/platform';
import type { StoredDestination, StoredPayout } from './domain/payout.js';
import { JudgePayouts } from './judge-payouts.js';
import { MakePayouts } from './make-payouts.js';
import type { Deciding, PayoutOrder } from './payout-order.js';
import { PayoutRecords } from './payout-records.js';
import { firstAnswerOf } from './payouts.view.js';

/** Decides payouts under the lock of the account of their merchant, as refunds are. A repeated key finds its payout before anything else is judged. */
@Injectable()
export class DecidePayouts {
  constructor(
    private readonly records: PayoutRecords,
    private readonly judge: JudgePayouts,
    private readonly make: MakePayouts,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  decide(order: PayoutOrder, destination: StoredDestination, deciding: Deciding): Promise<Reply<Payout>> {
    return this.unitOfWork.run((tx) => this.#decide(tx, order, { ...deciding, destination }), deciding.cause);
  }

  async #decide(
    tx: Transaction,
    order: PayoutOrder,
    { destination, ...deciding }: Deciding & { readonly destination: StoredDestination },
  ): Promise<Reply<Payout>> {
    const { payouts, destinations, schedules, locked } = this.records;
    const { merchantId, mode, destinationId, source } = order;
    const usable = await locked.lock(tx, destination);
    const known = await payouts.known(tx, order);
    if (known !== undefined) return repeated(known, order);
    if (source === 'schedule' && !(await schedules.stands(tx, destination, destinationId)))
      return refuse('service_unavailable', { detail: 'the schedule has changed meanwhile' });
    // read again under the lock, which whoever revokes it has had
    const current = await destinations.find(merchantId, mode, destinationId, tx);
    if (current === undefined) return refuse('payout_destination_not_found', { param: 'destinationId' });
    const judged = await this.judge.judge(tx, current, { ...order, usable });
    if (isRefusal(judged)) return judged;
    return accept(firstAnswerOf(await this.make.make(tx, { order, destination: current, ...judged }, deciding)));
  }
}

/** The first answer again, for the same body; also a redelivered command finds its payout. */
function repeated(known: StoredPayout, order: PayoutOrder): Reply<Payout> {
  const isSame = known.keyHash === order.keyHash && isSameContent(known, order);
  return isSame ? { ...accept(firstAnswerOf(known)), replayed: true } : refuse('idempotency_key_reused');
}
