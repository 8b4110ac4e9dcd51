import { Injectable } from '@nestjs/common';
import type { CreateRefundCommand } from '@paygate/contracts';
import { actedInCharging, merchantActed } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { isHalfRefunded } from './domain/refund-day.js';
import type { StoredRefund } from './domain/refund.js';
import { RefundDaysRepository } from './refund-days.repository.js';

/** Alerts the owners of an account, once a day, when half of the balance that it had at 00:00 has left by refunds, whoever made them. */
@Injectable()
export class WatchRefunds {
  constructor(private readonly days: RefundDaysRepository) {}

  /** Called under the lock of the account, after the refund. */
  async after(
    tx: Transaction,
    refund: StoredRefund,
    { producer, payload }: Received<CreateRefundCommand>,
  ): Promise<void> {
    if (payload.mode !== 'live') return;
    const day = await this.days.today(tx, refund, payload.mode);
    if (!isHalfRefunded(day) || !(await this.days.alert(tx, refund))) return;
    tx.emit(actedInCharging, merchantActed({ producer, payload }, 'refunds.half_of_balance', refund.refundId));
  }
}
