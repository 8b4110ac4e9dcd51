import { Module } from '@nestjs/common';
import { apiKeyTable, deniedTokensTable, userTokenKeyTable } from '@paygate/contracts';
import { MessagingModule } from '@paygate/messaging';
import { PlatformModule } from '@paygate/platform';
import { ApiModule } from './api.module.js';
import { GatewayConfig } from './config.js';

@Module({
  imports: [
    PlatformModule.forService('gateway', GatewayConfig),
    MessagingModule.forService({ replies: true, tables: [apiKeyTable, userTokenKeyTable, deniedTokensTable] }),
    ApiModule,
  ],
})
export class AppModule {}
