import { Module } from '@nestjs/common';
import { PlatformModule } from '@paygate/platform';
import { CallbackSender } from './callbacks/callback-sender.js';
import { CallbacksRepository } from './callbacks/callbacks.repository.js';
import { RailSimulatorConfig } from './config.js';
import { BehaviourController } from './control/behaviour.controller.js';
import { ControlController } from './control/control.controller.js';
import { FaultDials } from './faults/fault-dials.js';
import { Inbox } from './inbox/inbox.js';
import { InboxController } from './inbox/inbox.controller.js';
import { SmtpInbox } from './inbox/smtp-inbox.js';
import { MomoAccess } from './momo/momo-access.js';
import { MomoApi } from './momo/momo-api.js';
import { MomoPayments } from './momo/momo-payments.js';
import { OrangeAccess } from './orange/orange-access.js';
import { OrangeApi } from './orange/orange-api.js';
import { Agenda } from './payments/agenda.js';
import { BooksRepository } from './payments/books.repository.js';
import { Submissions } from './payments/submissions.js';
import { Decisions } from './payments/decisions.js';
import { PaymentRecords } from './payments/payment-records.js';
import { PaymentsRepository } from './payments/payments.repository.js';
import { ScenarioBook } from './payments/scenario-book.js';
import { PhoneController } from './phone/phone.controller.js';
import { TokensRepository } from './tokens/tokens.repository.js';
import { Operators } from './wire/operators.js';
import { RailServer } from './wire/rail-server.js';
import { RequestJournal } from './wire/request-journal.js';

@Module({
  imports: [PlatformModule.forService('rail-simulator', RailSimulatorConfig)],
  controllers: [InboxController, PhoneController, ControlController, BehaviourController],
  providers: [
    Inbox,
    SmtpInbox,
    CallbacksRepository,
    PaymentsRepository,
    TokensRepository,
    ScenarioBook,
    BooksRepository,
    PaymentRecords,
    FaultDials,
    CallbackSender,
    Decisions,
    Agenda,
    Submissions,
    MomoAccess,
    MomoPayments,
    MomoApi,
    OrangeAccess,
    OrangeApi,
    RequestJournal,
    Operators,
    RailServer,
  ],
})
export class AppModule {}
