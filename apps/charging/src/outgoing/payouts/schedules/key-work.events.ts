import { Controller } from '@nestjs/common';
import type { KeyWorkEnded } from '@paygate/contracts';
import { actedInCharging, keyWorkEnded, merchantActed } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { HandleEventBatch, UnitOfWork } from '@paygate/messaging';
import { ledgerOf } from '../../../books/ledger/domain/ledger.js';
import { PAYOUT_CURRENCY } from './change-schedule.js';
import { SchedulesRepository } from './schedules.repository.js';

/** Turns off schedules of payouts that revoked API keys set. */
@Controller()
export class KeyWorkEvents {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly schedules: SchedulesRepository,
  ) {}

  @HandleEventBatch(keyWorkEnded)
  ended(batch: readonly Received<KeyWorkEnded>[]): Promise<void> {
    return this.unitOfWork.run(async (tx) => {
      const first = await tx.firstTime(batch);
      for (const message of batch.filter(({ id }) => first.has(id)))
        if (message.payload.work.some(({ object }) => object === 'payout_schedule')) await this.#turnOff(tx, message);
    });
  }

  async #turnOff(tx: Transaction, message: Received<KeyWorkEnded>): Promise<void> {
    const { payload, id: causationId, requestId } = message;
    const place = { merchantId: payload.merchantId, ledger: ledgerOf(payload.mode, PAYOUT_CURRENCY) };
    if (!(await this.schedules.turnOff(tx, place))) return;
    const act = merchantActed(message, 'payout_schedule.changed', 'off');
    tx.emit(actedInCharging, act, { requestId, causationId });
  }
}
