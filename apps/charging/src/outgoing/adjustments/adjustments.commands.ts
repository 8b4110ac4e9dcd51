import { Controller } from '@nestjs/common';
import type { AdjustBalanceCommand, BalanceAdjusted, Reply } from '@paygate/contracts';
import { adjustBalance, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { AdjustBalances } from './adjust-balances.js';

/** Corrections of balances, for operators alone. */
@Controller()
export class AdjustmentsCommands {
  constructor(private readonly adjustments: AdjustBalances) {}

  @HandleCommand(adjustBalance)
  adjust(_: AdjustBalanceCommand, message: Received<AdjustBalanceCommand>): Promise<Reply<BalanceAdjusted>> {
    return message.producer === 'operator'
      ? this.adjustments.adjust(message)
      : Promise.resolve(refuse('scope_missing'));
  }
}
