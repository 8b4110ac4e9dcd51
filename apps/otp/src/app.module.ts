import { Module } from '@nestjs/common';
import { ASK_TOKEN_SECONDS, otpTokenKeyTable } from '@paygate/contracts';
import { MessagingModule, TableOwner } from '@paygate/messaging';
import {
  Database,
  IdempotencyRecords,
  PlatformModule,
  ShutdownCoordinator,
  SigningKeys,
  SourceUsesRepository,
} from '@paygate/platform';
import { AskAdmission } from './codes/asks/ask-admission.js';
import { AskBounds } from './codes/asks/ask-bounds.js';
import { AskMetrics } from './codes/asks/ask-metrics.js';
import { AskPhone } from './codes/asks/ask-phone.js';
import { AskRetention } from './codes/asks/ask-retention.js';
import { AsksCommands } from './codes/asks/asks.commands.js';
import { AsksRepository } from './codes/asks/asks.repository.js';
import { IssueAsk } from './codes/asks/issue-ask.js';
import { RefusedAsks } from './codes/asks/refused-asks.js';
import { BudgetsRepository } from './codes/budgets/budgets.repository.js';
import { CallerAddresses } from './codes/budgets/caller-addresses.js';
import { MerchantDaysRepository } from './codes/budgets/merchant-days.repository.js';
import { SourceCaps } from './codes/budgets/source-caps.js';
import { TypedNumberMetrics } from './codes/budgets/typed-number-metrics.js';
import { PaymentPhones } from './codes/budgets/payment-phones.js';
import { TypedNumbers } from './codes/budgets/typed-numbers.js';
import { Admission } from './codes/challenges/admission.js';
import { ChallengesRepository } from './codes/challenges/challenges.repository.js';
import { CheckCode } from './codes/challenges/check-code.js';
import { Codes } from './codes/challenges/codes.js';
import { DecideCheck } from './codes/challenges/decide-check.js';
import { DecideSend } from './codes/challenges/decide-send.js';
import { DecisionsRepository } from './codes/challenges/decisions/decisions.repository.js';
import { RecordCode } from './codes/challenges/record-code.js';
import { Scopes } from './codes/challenges/scopes.js';
import { SendCode } from './codes/challenges/send-code.js';
import { SubjectBatches } from './codes/challenges/subject-batches.js';
import { SubjectsRepository } from './codes/challenges/subjects.repository.js';
import { OtpConfig } from './config.js';
import { UserContacts } from './contacts/user-contacts.js';
import { DataSealer } from './data-sealer.js';
import { MemberMailsCommands } from './messages/member-mails/member-mails.commands.js';
import { SendMemberMail } from './messages/member-mails/send-member-mail.js';
import { TakenMailsRepository } from './messages/member-mails/taken-mails.repository.js';
import { AuthorizationTokens } from './codes/payment-codes/authorization-tokens.js';
import { GuestAdmission } from './codes/payment-codes/guests/guest-admission.js';
import { GuestCodeRequests } from './codes/payment-codes/guests/guest-code-requests.js';
import { GuestPhonesRepository } from './contacts/guest-phones.repository.js';
import { CodeTimelineRepository } from './codes/payment-codes/code-timeline.repository.js';
import { InitOtp } from './codes/payment-codes/init-otp.js';
import { PaymentCodeRequests } from './codes/payment-codes/payment-code-requests.js';
import { PaymentCodesCommands } from './codes/payment-codes/payment-codes.commands.js';
import { PaymentFacts } from './codes/payment-codes/payment-facts.js';
import { TokenPayers } from './codes/payment-codes/token-payers.js';
import { VerifyOtp } from './codes/payment-codes/verify-otp.js';
import { Pepper } from './pepper.js';
import { CheckPhoneCode } from './codes/phone-codes/check-phone-code.js';
import { PhoneCodesCommands } from './codes/phone-codes/phone-codes.commands.js';
import { WithdrawalCodesCommands } from './codes/phone-codes/withdrawal-codes.commands.js';
import { SendPhoneCode } from './codes/phone-codes/send-phone-code.js';
import { SendWithdrawalCode } from './codes/phone-codes/send-withdrawal-code.js';
import { PaidPayments } from './messages/receipts/paid-payments.js';
import { ReceiptRetention } from './messages/receipts/receipt-retention.js';
import { ReceiptsCommands } from './messages/receipts/receipts.commands.js';
import { ReceiptsRepository } from './messages/receipts/receipts.repository.js';
import { RecordReceipt } from './messages/receipts/record-receipt.js';
import { SendReceipt } from './messages/receipts/send-receipt.js';
import { Retention, ScheduledJobs } from './scheduled-jobs.js';
import { MessageProviders } from './messages/sending/message-providers.js';
import { MessageSender } from './messages/sending/message-sender.js';
import { SendsRepository } from './messages/sending/sends.repository.js';
import { TestMessagesRepository } from './messages/sending/test-messages.repository.js';
import { KeepSigningKeys } from './codes/signing-keys/keep-signing-keys.js';
import { TablesCommands } from './codes/signing-keys/tables.commands.js';
import { TestInboxRetention } from './messages/test-inbox/test-inbox-retention.js';
import { TestInboxCommands } from './messages/test-inbox/test-inbox.commands.js';

const signingKeys = {
  provide: SigningKeys,
  inject: [DataSealer, OtpConfig],
  useFactory: (sealer: DataSealer, config: OtpConfig) =>
    new SigningKeys(sealer, {
      leadSeconds: config.OTP_KEY_LEAD_SECONDS,
      rotateAfterSeconds: config.OTP_KEY_ROTATION_SECONDS,
      // a key is known for as long as any token that it has signed
      tokenTtlSeconds: Math.max(config.OTP_TOKEN_TTL_SECONDS, ASK_TOKEN_SECONDS),
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
    AsksCommands,
    PhoneCodesCommands,
    WithdrawalCodesCommands,
    TablesCommands,
    MemberMailsCommands,
    ReceiptsCommands,
    TestInboxCommands,
  ],
  providers: [
    ...[Pepper, DataSealer, Admission, Scopes, Codes, ChallengesRepository, idempotencyRecords],
    ...[SubjectsRepository, SubjectBatches, DecisionsRepository],
    ...[BudgetsRepository, CallerAddresses, SourceCaps, sourceUses],
    ...[TypedNumbers, TypedNumberMetrics, MerchantDaysRepository],
    ...[SendCode, DecideSend, RecordCode, CheckCode, DecideCheck],
    ...[InitOtp, VerifyOtp, PaymentCodeRequests, PaymentFacts, AuthorizationTokens, CodeTimelineRepository],
    ...[GuestCodeRequests, GuestAdmission, GuestPhonesRepository, PaymentPhones, TokenPayers],
    ...[AskPhone, AskAdmission, AskBounds, IssueAsk, AsksRepository, RefusedAsks, AskMetrics, AskRetention],
    ...[SendPhoneCode, SendWithdrawalCode, CheckPhoneCode, SendMemberMail, TakenMailsRepository],
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
