import { Controller } from '@nestjs/common';
import type { IntentChanged, IntentRefundEnded } from '@paygate/contracts';
import { intentCompleted, intentRefunded } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch, UnitOfWork } from '@paygate/messaging';
import type { DecidedNotice } from './notice.js';
import { NoticeQueue } from './notice-queue.js';
import { NoticeSumsRepository } from './notice-sums.repository.js';

/** Payments of an hour of which a member gets a notice each. */
const SINGLE_PER_HOUR = 20;

/**
 * Payments and refunds, of which members are notified: each payment, and the sums of an hour and of a day of live mode. A payment of an account
 * whose members want none costs one read of a batch of them, and nothing that is written.
 */
@Controller()
export class PaymentsEvents {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sums: NoticeSumsRepository,
    private readonly queue: NoticeQueue,
  ) {}

  @HandleEventBatch(intentCompleted)
  onCompleted(batch: readonly Received<IntentChanged>[]): Promise<void> {
    return this.#decide(batch, noticesOfPayment);
  }

  @HandleEventBatch(intentRefunded)
  onRefunded(batch: readonly Received<IntentRefundEnded>[]): Promise<void> {
    return this.#decide(batch, noticesOfRefund);
  }

  async #decide<Change extends IntentChanged>(
    batch: readonly Received<Change>[],
    noticesOf: (change: Received<Change>) => readonly DecidedNotice[],
  ): Promise<void> {
    const carried = batch.filter(({ payload }) => this.queue.carries(payload.intent.mode));
    if (carried.length === 0) return;
    const choosing = await this.sums.choosing(carried.map(({ payload }) => payload.intent.merchantId));
    const wanted = carried.filter(({ payload }) => choosing.has(payload.intent.merchantId));
    if (wanted.length === 0) return;
    await this.unitOfWork.run(async (tx) => {
      const first = await tx.firstTime(wanted);
      await this.queue.put(tx, wanted.filter(({ id }) => first.has(id)).flatMap(noticesOf));
    });
  }
}

function noticesOfPayment({ requestId, payload }: Received<IntentChanged>): readonly DecidedNotice[] {
  const { eventId, occurredAt, intent } = payload;
  const { id: subject, merchantId, mode, amount, currency, payer, reference } = intent;
  const facts = {
    ...{ subject, money: { amount, currency }, at: occurredAt },
    ...(payer === undefined || payer === null ? {} : { phoneMasked: payer.phoneMasked }),
    ...(reference === null ? {} : { reference }),
  };
  const sum = { currency, payments: 1, paid: amount, refunds: 0, refunded: '0' };
  const notice = { eventId, merchantId, mode, at: new Date(occurredAt), requestId };
  // the sums are of live mode
  if (mode === 'test') return [{ ...notice, kind: 'payment', facts }];
  return [
    { ...notice, kind: 'payment', facts, gathered: { single: SINGLE_PER_HOUR, per: 'hour', sum } },
    { ...notice, kind: 'daily_sum', facts: {}, gathered: { single: 0, per: 'evening', sum } },
  ];
}

function noticesOfRefund({ requestId, payload }: Received<IntentRefundEnded>): readonly DecidedNotice[] {
  const { eventId, occurredAt, intent, refund } = payload;
  const { merchantId, mode, currency } = intent;
  if (mode === 'test') return [];
  const sum = { currency, payments: 0, paid: '0', refunds: 1, refunded: refund.amount };
  const notice = { eventId, merchantId, mode, at: new Date(occurredAt), requestId };
  return [{ ...notice, kind: 'daily_sum', facts: {}, gathered: { single: 0, per: 'evening', sum } }];
}
