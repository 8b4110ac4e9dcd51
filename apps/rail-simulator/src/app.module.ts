import { Module } from '@nestjs/common';
import { PlatformModule } from '@paygate/platform';
import { CallbackSender } from './callbacks/callback-sender.js';
import { CallbacksRepository } from './callbacks/callbacks.repository.js';
import { RailSimulatorConfig } from './config.js';
import { Inbox } from './inbox/inbox.js';
import { InboxController } from './inbox/inbox.controller.js';
import { SmtpInbox } from './inbox/smtp-inbox.js';
import { MomoApi } from './momo/momo-api.js';
import { OrangeApi } from './orange/orange-api.js';
import { Agenda } from './payments/agenda.js';
import { Collections } from './payments/collections.js';
import { Decisions } from './payments/decisions.js';
import { PaymentsRepository } from './payments/payments.repository.js';
import { TokensRepository } from './tokens/tokens.repository.js';
import { Operators } from './wire/operators.js';
import { RailServer } from './wire/rail-server.js';
import { RequestJournal } from './wire/request-journal.js';

@Module({
  imports: [PlatformModule.forService('rail-simulator', RailSimulatorConfig)],
  controllers: [InboxController],
  providers: [
    Inbox,
    SmtpInbox,
    CallbacksRepository,
    PaymentsRepository,
    TokensRepository,
    CallbackSender,
    Decisions,
    Agenda,
    Collections,
    MomoApi,
    OrangeApi,
    RequestJournal,
    Operators,
    RailServer,
  ],
})
export class AppModule {}
