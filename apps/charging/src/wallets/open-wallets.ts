import { Injectable } from '@nestjs/common';
import type { UserRegistered } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { ledgerOf } from '../ledger/domain/ledger.js';
import { WalletsRepository } from './wallets.repository.js';

/** Opens an empty XAF wallet for each registered user. A wallet that exists is not changed. */
@Injectable()
export class OpenWallets {
  constructor(private readonly wallets: WalletsRepository) {}

  open(messages: readonly Received<UserRegistered>[]): Promise<void> {
    return this.wallets.open(
      messages.map(({ payload }) => ({ userId: payload.userId, ledger: ledgerOf(payload.mode, 'XAF') })),
    );
  }
}
