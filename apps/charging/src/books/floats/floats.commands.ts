import { Controller } from '@nestjs/common';
import type { FloatsListed, FloatTransfer, ListFloatsCommand, Reply, TransferFloatCommand } from '@paygate/contracts';
import { accept, floatAccounts, listFloats, refuse, transferFloat } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { ledgerOf } from '../ledger/domain/ledger.js';
import { FloatsRepository } from './floats.repository.js';
import { floatTransferOf } from './floats.view.js';
import { TransferFloats } from './transfer-floats.js';

/** The balances that rails hold for the platform, for operators. */
@Controller()
export class FloatsCommands {
  constructor(
    private readonly floats: FloatsRepository,
    private readonly transferFloats: TransferFloats,
  ) {}

  @HandleCommand(listFloats)
  async list(
    { mode, currency }: ListFloatsCommand,
    { producer }: Received<ListFloatsCommand>,
  ): Promise<Reply<FloatsListed>> {
    if (producer !== 'operator') return refuse('scope_missing');
    const ledger = ledgerOf(mode, currency);
    const [balances, latest] = await Promise.all([this.floats.balances(ledger), this.floats.latest(ledger)]);
    return accept({
      floats: floatAccounts.map((account) => ({ account, balance: balances[account].toString() })),
      transfers: latest.map(floatTransferOf),
    });
  }

  @HandleCommand(transferFloat)
  transfer(command: TransferFloatCommand, { producer }: Received<TransferFloatCommand>): Promise<Reply<FloatTransfer>> {
    return producer === 'operator' ? this.transferFloats.transfer(command) : Promise.resolve(refuse('scope_missing'));
  }
}
