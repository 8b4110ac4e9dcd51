import { Controller } from '@nestjs/common';
import type { ListWalletTransactionsCommand, Reply, WalletEntry, WalletTransactionsListed } from '@paygate/contracts';
import { accept, listWalletTransactions, refuse } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { ledgerOf } from '../../books/ledger/domain/ledger.js';
import type { StoredWalletEntry } from './wallet-entries.repository.js';
import { WalletEntriesRepository } from './wallet-entries.repository.js';

/** The movements of wallets, for their users. */
@Controller()
export class WalletEntriesCommands {
  constructor(private readonly entries: WalletEntriesRepository) {}

  @HandleCommand(listWalletTransactions)
  async list(command: ListWalletTransactionsCommand): Promise<Reply<WalletTransactionsListed>> {
    const { userId, mode, currency, limit, startingAfter } = command;
    const wallet = { userId, ledger: ledgerOf(mode, currency) };
    const after = startingAfter === undefined ? undefined : await this.entries.placeOf(wallet, startingAfter);
    if (startingAfter !== undefined && after === undefined) return refuse('cursor_invalid', { param: 'startingAfter' });
    const found = await this.entries.page(wallet, limit + 1, after);
    return accept({ entries: found.slice(0, limit).map(entryOf), hasMore: found.length > limit });
  }
}

function entryOf({ id, type, amount, intentId, merchantId, movedAt }: StoredWalletEntry): WalletEntry {
  const moved = { amount: amount.toString(), createdAt: movedAt.toISOString() };
  return { id, type, ...moved, paymentIntentId: intentId, merchantId };
}
