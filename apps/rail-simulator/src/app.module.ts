import { Module } from '@nestjs/common';
import { PlatformModule } from '@paygate/platform';
import { CallbackSender } from './callbacks/callback-sender.js';
import { CallbacksRepository } from './callbacks/callbacks.repository.js';
import { CALLBACK_FORMS, PlannedCallbacks } from './callbacks/planned-callbacks.js';
import { RailSimulatorConfig } from './config.js';
import { BehaviourController } from './control/behaviour.controller.js';
import { ControlController } from './control/control.controller.js';
import { FaultDials } from './faults/fault-dials.js';
import { Inbox } from './inbox/inbox.js';
import { InboxController } from './inbox/inbox.controller.js';
import { SmtpInbox } from './inbox/smtp-inbox.js';
import { MomoAccess } from './momo/momo-access.js';
import { MomoApi } from './momo/momo-api.js';
import { momoCallback } from './momo/momo-callback.js';
import { MomoPayments } from './momo/momo-payments.js';
import { OrangeAccess } from './orange/orange-access.js';
import { OrangeApi } from './orange/orange-api.js';
import { orangeCallback } from './orange/orange-callback.js';
import { Agenda } from './decisions/agenda.js';
import { BooksRepository } from './payments/books.repository.js';
import { Submissions } from './decisions/submissions.js';
import { Decisions } from './decisions/decisions.js';
import { PaymentRecords } from './decisions/payment-records.js';
import { PaymentsRepository } from './payments/payments.repository.js';
import { Retention } from './payments/retention.js';
import { ScenarioBook } from './payments/scenario-book.js';
import { PhoneController } from './phone/phone.controller.js';
import { StatementController } from './statements/statement.controller.js';
import { TokensRepository } from './tokens/tokens.repository.js';
import { Operators } from './server/operators.js';
import { RailServer } from './server/rail-server.js';
import { RequestJournal } from './wire/request-journal.js';

@Module({
  imports: [PlatformModule.forService('rail-simulator', RailSimulatorConfig)],
  controllers: [InboxController, PhoneController, ControlController, BehaviourController, StatementController],
  providers: [
    Inbox,
    SmtpInbox,
    CallbacksRepository,
    PaymentsRepository,
    TokensRepository,
    ScenarioBook,
    BooksRepository,
    PaymentRecords,
    Retention,
    FaultDials,
    CallbackSender,
    { provide: CALLBACK_FORMS, useValue: { mtn_momo: momoCallback, orange_money: orangeCallback } },
    PlannedCallbacks,
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
