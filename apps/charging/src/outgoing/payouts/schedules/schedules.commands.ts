import { Controller } from '@nestjs/common';
import type { ChangePayoutScheduleCommand, OfMerchant, PayoutScheduleRead, Reply } from '@paygate/contracts';
import { accept, changePayoutSchedule, readPayoutSchedule } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { ledgerOf } from '../../../books/ledger/domain/ledger.js';
import { ChangeSchedule, PAYOUT_CURRENCY, scheduleOf } from './change-schedule.js';
import { SchedulesRepository } from './schedules.repository.js';

@Controller()
export class SchedulesCommands {
  constructor(
    private readonly changeSchedule: ChangeSchedule,
    private readonly schedules: SchedulesRepository,
  ) {}

  @HandleCommand(readPayoutSchedule)
  async read({ merchantId, mode }: OfMerchant): Promise<Reply<PayoutScheduleRead>> {
    return accept(scheduleOf(await this.schedules.of(merchantId, ledgerOf(mode, PAYOUT_CURRENCY)), mode));
  }

  @HandleCommand(changePayoutSchedule)
  change(
    _: ChangePayoutScheduleCommand,
    message: Received<ChangePayoutScheduleCommand>,
  ): Promise<Reply<PayoutScheduleRead>> {
    return this.changeSchedule.change(message);
  }
}
