import { Controller } from '@nestjs/common';
import type {
  Reply,
  TopUpWalletCommand,
  WalletBalance,
  WalletFacts,
  WalletOfUser,
  WalletToppedUp,
} from '@paygate/contracts';
import { accept, getWalletBalance, readWallet, topUpWallet } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand, HandleCommandBatch } from '@paygate/messaging';
import { ChargingConfig } from '../../config.js';
import { ledgerOf } from '../ledger/domain/ledger.js';
import { TopUpWallets } from './top-up-wallets.js';
import { limitsOf } from './wallet-limits.js';
import { WalletsRepository } from './wallets.repository.js';
import { walletOf } from './wallets.view.js';

@Controller()
export class WalletsCommands {
  constructor(
    private readonly topUpWallets: TopUpWallets,
    private readonly wallets: WalletsRepository,
    private readonly config: ChargingConfig,
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

  @HandleCommand(readWallet)
  async read({ userId, mode, currency }: WalletOfUser): Promise<Reply<WalletFacts>> {
    const stored = await this.wallets.read({ userId, ledger: ledgerOf(mode, currency) });
    return accept(walletOf(stored, limitsOf(this.config)));
  }
}
