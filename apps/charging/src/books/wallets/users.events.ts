import { Controller } from '@nestjs/common';
import type { UserRegistered } from '@paygate/contracts';
import { userRegistered } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { OpenWallets } from './open-wallets.js';

/** Users registered by auth. */
@Controller()
export class UsersEvents {
  constructor(private readonly openWallets: OpenWallets) {}

  @HandleEventBatch(userRegistered)
  registered(batch: readonly Received<UserRegistered>[]): Promise<void> {
    return this.openWallets.open(batch);
  }
}
