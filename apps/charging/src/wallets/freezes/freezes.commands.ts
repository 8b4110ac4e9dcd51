import { Controller } from '@nestjs/common';
import type { FreezeWalletCommand, Reply, WalletFrozen } from '@paygate/contracts';
import { freezeWallet, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand } from '@paygate/messaging';
import { FreezeWallets } from './freeze-wallets.js';

/** Freezes of wallets, for operators alone. */
@Controller()
export class FreezesCommands {
  constructor(private readonly freezes: FreezeWallets) {}

  @HandleCommand(freezeWallet)
  freeze(_: FreezeWalletCommand, message: Received<FreezeWalletCommand>): Promise<Reply<WalletFrozen>> {
    return message.producer === 'operator' ? this.freezes.freeze(message) : Promise.resolve(refuse('scope_missing'));
  }
}
