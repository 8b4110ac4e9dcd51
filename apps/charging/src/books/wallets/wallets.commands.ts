import { Controller } from '@nestjs/common';
import type { Reply, TopUpWalletCommand, WalletBalance, WalletOfUser, WalletToppedUp } from '@paygate/contracts';
import { accept, getWalletBalance, topUpWallet } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand, HandleCommandBatch } from '@paygate/messaging';
import { ledgerOf } from '../ledger/domain/ledger.js';
import { TopUpWallets } from './top-up-wallets.js';
import { WalletsRepository } from './wallets.repository.js';

@Controller()
export class WalletsCommands {
  constructor(
    private readonly topUpWallets: TopUpWallets,
    private readonly wallets: WalletsRepository,
  ) {}

  @HandleCommandBatch(topUpWallet)
  topUp(batch: readonly Received<TopUpWalletCommand>[]): Promise<readonly Reply<WalletToppedUp>[]> {
    return this.topUpWallets.topUp(batch);
  }

  @HandleCommand(getWalletBalance)
  async balance({ userId, mode, currency }: WalletOfUser): Promise<Reply<WalletBalance>> {
    const balance = await this.wallets.balance({ userId, ledger: ledgerOf(mode, currency) });
    return accept({ balance: (balance ?? 0n).toString() });
  }
}
