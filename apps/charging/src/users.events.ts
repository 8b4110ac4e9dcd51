import { Controller, Inject } from '@nestjs/common';
import type { UserRegistered } from '@paygate/contracts';
import { userRegistered } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleEventBatch } from '@paygate/messaging';
import { OpenWallets } from './usecases/open-wallets.js';

/** Users that auth has registered. */
@Controller()
export class UsersEvents {
  constructor(@Inject(OpenWallets) private readonly openWallets: OpenWallets) {}

  @HandleEventBatch(userRegistered)
  registered(batch: readonly Received<UserRegistered>[]): Promise<void> {
    return this.openWallets.execute(batch);
  }
}
