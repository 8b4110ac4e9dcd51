import { Module } from '@nestjs/common';
import { otpTokenKeyTable } from '@paygate/contracts';
import { MessagingModule, TableOwner } from '@paygate/messaging';
import {
  Database,
  IdempotencyRecords,
  PlatformModule,
  ShutdownCoordinator,
  SigningKeys,
  SourceUsesRepository,
} from '@paygate/platform';
import { BudgetsRepository } from './budgets/budgets.repository.js';
import { CallerAddresses } from './budgets/caller-addresses.js';
import { MerchantDaysRepository } from './budgets/merchant-days.repository.js';
import { SourceCaps } from './budgets/source-caps.js';
import { TypedNumberMetrics } from './budgets/typed-number-metrics.js';
import { TypedNumbers } from './budgets/typed-numbers.js';
import { Admission } from './challenges/admission.js';
import { ChallengesRepository } from './challenges/challenges.repository.js';
import { CheckCode } from './challenges/check-code.js';
import { Codes } from './challenges/codes.js';
import { DecideCheck } from './challenges/decide-check.js';
import { DecideSend } from './challenges/decide-send.js';
import { DecisionsRepository } from './challenges/decisions.repository.js';
import { RecordCode } from './challenges/record-code.js';
import { Scopes } from './challenges/scopes.js';
import { SendCode } from './challenges/send-code.js';
import { SubjectsRepository } from './challenges/subjects.repository.js';
import { OtpConfig } from './config.js';
import { UserContacts } from './contacts/user-contacts.js';
import { DataSealer } from './data-sealer.js';
import { MemberMailsCommands } from './member-mails/member-mails.commands.js';
import { SendMemberMail } from './member-mails/send-member-mail.js';
import { AuthorizationTokens } from './payment-codes/authorization-tokens.js';
import { GuestAdmission } from './payment-codes/guests/guest-admission.js';
import { GuestCodeRequests } from './payment-codes/guests/guest-code-requests.js';
import { GuestPhonesRepository } from './payment-codes/guests/guest-phones.repository.js';
import { CodeTimelineRepository } from './payment-codes/code-timeline.repository.js';
import { InitOtp } from './payment-codes/init-otp.js';
import { PaymentCodeRequests } from './payment-codes/payment-code-requests.js';
import { PaymentCodesCommands } from './payment-codes/payment-codes.commands.js';
import { PaymentFacts } from './payment-codes/payment-facts.js';
import { TokenPayers } from './payment-codes/token-payers.js';
import { VerifyOtp } from './payment-codes/verify-otp.js';
import { Pepper } from './pepper.js';
import { CheckPhoneCode } from './phone-codes/check-phone-code.js';
import { PhoneCodesCommands } from './phone-codes/phone-codes.commands.js';
import { SendPhoneCode } from './phone-codes/send-phone-code.js';
import { PaidPayments } from './receipts/paid-payments.js';
import { ReceiptRetention } from './receipts/receipt-retention.js';
import { ReceiptsCommands } from './receipts/receipts.commands.js';
import { ReceiptsRepository } from './receipts/receipts.repository.js';
import { RecordReceipt } from './receipts/record-receipt.js';
import { SendReceipt } from './receipts/send-receipt.js';
import { Retention, ScheduledJobs } from './scheduled-jobs.js';
import { MessageProviders } from './sending/message-providers.js';
import { MessageSender } from './sending/message-sender.js';
import { SendsRepository } from './sending/sends.repository.js';
import { TestMessagesRepository } from './sending/test-messages.repository.js';
import { KeepSigningKeys } from './signing-keys/keep-signing-keys.js';
import { TablesCommands } from './signing-keys/tables.commands.js';
import { TestInboxRetention } from './test-inbox/test-inbox-retention.js';
import { TestInboxCommands } from './test-inbox/test-inbox.commands.js';

const signingKeys = {
  provide: SigningKeys,
  inject: [DataSealer, OtpConfig],
  useFactory: (sealer: DataSealer, config: OtpConfig) =>
    new SigningKeys(sealer, {
      leadSeconds: config.OTP_KEY_LEAD_SECONDS,
      rotateAfterSeconds: config.OTP_KEY_ROTATION_SECONDS,
      tokenTtlSeconds: config.OTP_TOKEN_TTL_SECONDS,
    }),
};
const tableOwner = {
  provide: TableOwner,
  inject: [Database, SigningKeys],
  useFactory: (database: Database, keys: SigningKeys) =>
    new TableOwner(database, [
      { contract: otpTokenKeyTable, page: (queryable, after) => keys.rowsAfter(queryable, after) },
    ]),
};
const sourceUses = {
  provide: SourceUsesRepository,
  inject: [Database, OtpConfig],
  useFactory: (database: Database, config: OtpConfig) =>
    new SourceUsesRepository(database, {
      table: 'otp_source_use',
      windowSeconds: config.OTP_SOURCE_WINDOW_SECONDS,
    }),
};

const idempotencyRecords = {
  provide: IdempotencyRecords,
  inject: [Database, DataSealer, OtpConfig],
  useFactory: (database: Database, sealer: DataSealer, config: OtpConfig) =>
    new IdempotencyRecords(database, {
      ...{ table: 'idempotency_record', sealer },
      retentionDays: config.OTP_IDEMPOTENCY_RETENTION_DAYS,
    }),
};

@Module({
  imports: [
    PlatformModule.forService('otp', OtpConfig),
    MessagingModule.forService({ replies: true, ownedTables: [otpTokenKeyTable] }),
  ],
  controllers: [
    PaymentCodesCommands,
    PhoneCodesCommands,
    TablesCommands,
    MemberMailsCommands,
    ReceiptsCommands,
    TestInboxCommands,
  ],
  providers: [
    ...[Pepper, DataSealer, Admission, Scopes, Codes, ChallengesRepository, idempotencyRecords],
    ...[SubjectsRepository, DecisionsRepository],
    ...[BudgetsRepository, CallerAddresses, SourceCaps, sourceUses],
    ...[TypedNumbers, TypedNumberMetrics, MerchantDaysRepository],
    ...[SendCode, DecideSend, RecordCode, CheckCode, DecideCheck],
    ...[InitOtp, VerifyOtp, PaymentCodeRequests, PaymentFacts, AuthorizationTokens, CodeTimelineRepository],
    ...[GuestCodeRequests, GuestAdmission, GuestPhonesRepository, TokenPayers],
    ...[SendPhoneCode, CheckPhoneCode, SendMemberMail],
    ...[UserContacts, PaidPayments, ReceiptsRepository, RecordReceipt, SendReceipt, ReceiptRetention],
    ...[MessageProviders, MessageSender, SendsRepository, TestMessagesRepository, TestInboxRetention],
    ...[KeepSigningKeys, signingKeys, tableOwner, Retention, ScheduledJobs],
  ],
})
export class AppModule {
  constructor(shutdown: ShutdownCoordinator, sender: MessageSender, providers: MessageProviders) {
    shutdown.on('flush', 'messages under way', async () => {
      await sender.idle();
      providers.close();
    });
  }
}
