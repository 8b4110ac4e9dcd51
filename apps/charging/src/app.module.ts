import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { MessagingModule } from '@paygate/messaging';
import { PlatformModule } from '@paygate/platform';
import { ChargesModule } from './charges/charges.module.js';
import { ChargingConfig } from './config.js';
import { armFailpoint } from './failpoints.js';
import { OutgoingModule } from './outgoing/outgoing.module.js';
import { ReadersModule } from './readers/readers.module.js';
import { WalletsModule } from './wallets/wallets.module.js';
import { StaffGuard } from './staff-guard.js';
import { entities } from './readers/statements/entries.schema.js';

/** The rooms of charging, whose order and tables are in `rooms.json`. */
@Module({
  imports: [
    PlatformModule.forService('charging', ChargingConfig, entities),
    MessagingModule.forService({ replies: true }),
    ChargesModule,
    WalletsModule,
    OutgoingModule,
    ReadersModule,
  ],
  providers: [{ provide: APP_INTERCEPTOR, useClass: StaffGuard }],
})
export class AppModule {
  constructor(config: ChargingConfig) {
    if (config.TEST_MODE) armFailpoint(config.FAILPOINT);
  }
}
