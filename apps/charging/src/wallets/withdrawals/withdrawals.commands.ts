import { Controller } from '@nestjs/common';
import type {
  AskedWalletWithdrawal,
  ConfirmWalletWithdrawalCommand,
  CreateWalletWithdrawalCommand,
  Reply,
  WalletWithdrawal,
  WithdrawalOfUser,
} from '@paygate/contracts';
import {
  accept,
  confirmWalletWithdrawal,
  createWalletWithdrawal,
  getWalletWithdrawal,
  refuse,
} from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { AskWithdrawals } from './ask-withdrawals.js';
import { ConfirmWithdrawals } from './confirm-withdrawals.js';
import { WithdrawalsRepository } from './withdrawals.repository.js';
import { withdrawalOf } from './withdrawals.view.js';

/** The withdrawals that users ask for. */
@Controller()
export class WithdrawalsCommands {
  constructor(
    private readonly asking: AskWithdrawals,
    private readonly confirming: ConfirmWithdrawals,
    private readonly withdrawals: WithdrawalsRepository,
  ) {}

  @HandleCommand(createWalletWithdrawal)
  create(
    _: CreateWalletWithdrawalCommand,
    message: Received<CreateWalletWithdrawalCommand>,
  ): Promise<Reply<AskedWalletWithdrawal>> {
    return this.asking.ask(message);
  }

  @HandleCommand(confirmWalletWithdrawal)
  confirm(
    _: ConfirmWalletWithdrawalCommand,
    message: Received<ConfirmWalletWithdrawalCommand>,
  ): Promise<Reply<WalletWithdrawal>> {
    return this.confirming.confirm(message);
  }

  @HandleCommand(getWalletWithdrawal)
  async read({ userId, mode, withdrawalId }: WithdrawalOfUser): Promise<Reply<WalletWithdrawal>> {
    const found = await this.withdrawals.find(userId, mode, withdrawalId);
    return found === undefined ? refuse('withdrawal_not_found') : accept(withdrawalOf(found));
  }
}
