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
import { AddressNames } from './address-names.js';
import { AuthorizationTokens } from './authorization-tokens.js';
import { ChallengesRepository } from './challenges.repository.js';
import { ChecksRepository } from './checks.repository.js';
import { Chores } from './chores.js';
import { CodeRequests } from './code-requests.js';
import { Codes } from './codes.js';
import { OtpConfig } from './config.js';
import { Guesses } from './guesses.js';
import { OtpCommands } from './otp.commands.js';
import { OutgoingCodes } from './outgoing-codes.js';
import { KeyChores } from './key-chores.js';
import { KeptAnswers } from './kept-answers.js';
import { MemberMailbox } from './member-mailbox.js';
import { MemberMailsCommands } from './member-mails.commands.js';
import { MessageComposer } from './sending/message-composer.js';
import { MessageProviders } from './sending/message-providers.js';
import { MessageSender } from './sending/message-sender.js';
import { SendsRepository } from './sending/sends.repository.js';
import { OutgoingPhoneCodes } from './outgoing-phone-codes.js';
import { PhoneCodeChecks } from './phone-code-checks.js';
import { PhoneCodeRequests } from './phone-code-requests.js';
import { PhoneCodesCommands } from './phone-codes.commands.js';
import { PhoneCodesRepository } from './phone-codes.repository.js';
import { Scopes } from './scopes.js';
import { SourceCaps } from './source-caps.js';
import { TablesCommands } from './tables.commands.js';
import { Admission } from './usecases/admission.js';
import { CheckPhoneCode } from './usecases/check-phone-code.js';
import { Forget } from './usecases/forget.js';
import { InitOtp } from './usecases/init-otp.js';
import { KeepSigningKeys } from './usecases/keep-signing-keys.js';
import { RecordPhoneCode } from './usecases/record-phone-code.js';
import { SendCode } from './usecases/send-code.js';
import { SendMemberMail } from './usecases/send-member-mail.js';
import { SendPhoneCode } from './usecases/send-phone-code.js';
import { VerifyOtp } from './usecases/verify-otp.js';
import { Vault } from './vault.js';

const signingKeys = {
  provide: SigningKeys,
  inject: [Vault, OtpConfig],
  useFactory: (vault: Vault, config: OtpConfig) =>
    new SigningKeys(vault, {
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
const sources = {
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
  inject: [Database, Vault, OtpConfig],
  useFactory: (database: Database, vault: Vault, config: OtpConfig) =>
    new IdempotencyRecords(database, {
      ...{ table: 'otp_answer', vault },
      retentionDays: config.OTP_IDEMPOTENCY_RETENTION_DAYS,
    }),
};

@Module({
  imports: [
    PlatformModule.forService('otp', OtpConfig),
    MessagingModule.forService({ replies: true, ownedTables: [otpTokenKeyTable] }),
  ],
  controllers: [OtpCommands, PhoneCodesCommands, TablesCommands, MemberMailsCommands],
  providers: [
    ...[Admission, InitOtp, SendCode, VerifyOtp, Forget, KeepSigningKeys],
    ...[CodeRequests, Codes, OutgoingCodes, Guesses, AuthorizationTokens],
    ...[AddressNames, Scopes, SourceCaps, KeptAnswers],
    ...[MessageComposer, MessageProviders, MessageSender, Vault, signingKeys, tableOwner, idempotencyRecords],
    ...[ChallengesRepository, ChecksRepository, SendsRepository, sources],
    ...[SendPhoneCode, RecordPhoneCode, CheckPhoneCode, PhoneCodeChecks, PhoneCodeRequests],
    ...[OutgoingPhoneCodes, PhoneCodesRepository],
    ...[SendMemberMail, MemberMailbox],
    ...[Chores, KeyChores],
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
