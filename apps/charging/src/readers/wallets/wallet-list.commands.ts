import { Controller } from '@nestjs/common';
import type { ListWalletsCommand, Reply, WalletsListed } from '@paygate/contracts';
import { accept, listWallets } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { ledgerOf } from '../../books/ledger/domain/ledger.js';
import { WalletListRepository } from './wallet-list.repository.js';

/** The wallets of all users, for the installation's team. */
@Controller()
export class WalletListCommands {
  constructor(private readonly wallets: WalletListRepository) {}

  @HandleCommand(listWallets)
  async list({ mode, currency, dormantSince }: ListWalletsCommand): Promise<Reply<WalletsListed>> {
    const ledger = ledgerOf(mode, currency);
    const sums = await this.wallets.sums(ledger);
    const dormant = await this.wallets.dormant(ledger, new Date(dormantSince));
    return accept({
      states: sums.map(({ state, wallets, balance }) => ({ state, wallets, balance: balance.toString() })),
      ofLedger: (sums[0]?.ofLedger ?? 0n).toString(),
      dormant: dormant.map(({ userId, state, balance, lastMovedAt }) => ({
        ...{ userId, state, balance: balance.toString(), lastMovedAt: lastMovedAt.toISOString() },
      })),
      dormantTotal: dormant[0]?.total ?? 0,
    });
  }
}
