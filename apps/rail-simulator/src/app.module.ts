import { Module } from '@nestjs/common';
import { PlatformModule } from '@paygate/platform';
import { RailSimulatorConfig } from './config.js';
import { Inbox } from './inbox/inbox.js';
import { SmtpInbox } from './inbox/smtp-inbox.js';
import { InboxController } from './inbox/inbox.controller.js';

@Module({
  imports: [PlatformModule.forService('rail-simulator', RailSimulatorConfig)],
  controllers: [InboxController],
  providers: [Inbox, SmtpInbox],
})
export class AppModule {}
