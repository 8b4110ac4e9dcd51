import { Controller } from '@nestjs/common';
import type {
  BalanceRead,
  CurrencyBalance,
  ListTransactionsCommand,
  OfMerchant,
  Reply,
  TransactionsListed,
} from '@paygate/contracts';
import { accept, listTransactions, MATURITIES_MAX, readBalance, refuse } from '@paygate/contracts';
import { HandleCommand } from '@paygate/messaging';
import { Database } from '@paygate/platform';
import { ofLedger } from '../../books/ledger/domain/ledger.js';
import type { LedgerAccount } from '../../books/sums/balances.repository.js';
import { BalancesRepository } from '../../books/sums/balances.repository.js';
import { balanceOf } from '../../books/sums/domain/balance.js';
import { ReadEntries } from './read-entries.js';

@Controller()
export class BalanceCommands {
  constructor(
    private readonly balances: BalancesRepository,
    private readonly entries: ReadEntries,
    private readonly database: Database,
  ) {}

  @HandleCommand(readBalance)
  async read({ merchantId, mode }: OfMerchant): Promise<Reply<BalanceRead>> {
    const readAt = (await this.database.now()).toISOString();
    const accounts = await this.balances.of(merchantId, mode);
    return accept({ readAt, balances: accounts.map(viewOf) });
  }

  @HandleCommand(listTransactions)
  async list(command: ListTransactionsCommand): Promise<Reply<TransactionsListed>> {
    const { merchantId, mode, currency, limit, startingAfter: after, createdFrom: from, createdTo: to } = command;
    const page = await this.entries.page({ merchantId, mode, currency, order: 'DESC', limit, from, to, after });
    return page === undefined ? refuse('cursor_invalid', { param: 'startingAfter' }) : accept(page);
  }
}

function viewOf(account: LedgerAccount): CurrencyBalance {
  const { available, pending, owed, held, upcoming } = balanceOf(account);
  return {
    currency: ofLedger(account.number).currency,
    ...{ available: available.toString(), pending: pending.toString() },
    ...{ owed: owed.toString(), held: held.toString() },
    upcoming: upcoming
      .slice(0, MATURITIES_MAX)
      .map(({ at, amount }) => ({ at: at.toISOString(), amount: amount.toString() })),
  };
}
