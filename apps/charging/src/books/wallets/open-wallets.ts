import { Injectable } from '@nestjs/common';
import type { UserRegistered } from '@paygate/contracts';
import { walletCurrencies } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { ledgerOf } from '../ledger/domain/ledger.js';
import { WalletsRepository } from './wallets.repository.js';

/** Opens an empty wallet in each currency of wallets for each registered user. A wallet that exists is not changed. */
@Injectable()
export class OpenWallets {
  constructor(private readonly wallets: WalletsRepository) {}

  open(messages: readonly Received<UserRegistered>[]): Promise<void> {
    return this.wallets.open(
      messages.flatMap(({ payload: { userId, mode } }) =>
        walletCurrencies.map((currency) => ({ userId, ledger: ledgerOf(mode, currency) })),
      ),
    );
  }
}
