import { Inject, Injectable } from '@nestjs/common';
import type { UserRegistered } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { ledgerOf } from '../domain/ledger.js';
import { WalletsRepository } from '../wallets.repository.js';

/** Opens an empty XAF wallet for everyone who registered. A wallet that exists stays as it is. */
@Injectable()
export class OpenWallets {
  constructor(@Inject(WalletsRepository) private readonly wallets: WalletsRepository) {}

  execute(messages: readonly Received<UserRegistered>[]): Promise<void> {
    return this.wallets.open(
      messages.map(({ payload }) => ({ userId: payload.userId, ledger: ledgerOf(payload.mode, 'XAF') })),
    );
  }
}
