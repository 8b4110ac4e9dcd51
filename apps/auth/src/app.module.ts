import { Module } from '@nestjs/common';
import { apiKeyTable, deniedTokensTable, userTokenKeyTable } from '@paygate/contracts';
import { MessagingModule } from '@paygate/messaging';
import { Database, IdempotencyRecords, PlatformModule, SigningKeys, SourceUsesRepository } from '@paygate/platform';
import { ApiKeyIssue } from './api-key-issue.js';
import { ApiKeyChanges } from './api-key-changes.js';
import { ApiKeyChangesCommands } from './api-key-changes.commands.js';
import { ApiKeyRights } from './api-key-rights.js';
import { ApiKeyMint } from './api-key-mint.js';
import { ApiKeysCommands } from './api-keys.commands.js';
import { ApiKeysRepository } from './api-keys.repository.js';
import { AuditTrail } from './audit-trail.js';
import { AuditTrailRepository } from './audit-trail.repository.js';
import { schemas } from './auth.schema.js';
import { Chores } from './chores.js';
import { AuthConfig } from './config.js';
import { DashboardCommands } from './dashboard.commands.js';
import { DashboardEntrance } from './dashboard-entrance.js';
import { DashboardSessionsRepository } from './dashboard-sessions.repository.js';
import { DeniedTokensRepository } from './denied-tokens.repository.js';
import { InvitationRights } from './invitation-rights.js';
import { Invitations } from './invitations.js';
import { InvitationsCommands } from './invitations.commands.js';
import { IdempotentRequests } from './idempotency/idempotent-requests.js';
import { KeyChores } from './key-chores.js';
import { KeyReportsCommands } from './key-reports.commands.js';
import { MailTokensRepository } from './mail-tokens.repository.js';
import { MemberChanges } from './member-changes.js';
import { MemberJoining } from './member-joining.js';
import { MemberMailCaps } from './member-mail-caps.js';
import { MemberMails } from './member-mails.js';
import { MemberPasswordChange } from './member-password-change.js';
import { MemberPasswordCheck } from './member-password-check.js';
import { MemberPasswordsCommands } from './member-passwords.commands.js';
import { MemberRights } from './member-rights.js';
import { MemberSecrets } from './member-secrets.js';
import { MembersCommands } from './members.commands.js';
import { MembersRepository } from './members.repository.js';
import { MembershipRecords } from './membership-records.js';
import { MerchantsCommands } from './merchants.commands.js';
import { MerchantsRepository } from './merchants.repository.js';
import { NewAccounts } from './new-accounts.js';
import { OpaqueTokenMint } from './opaque-token-mint.js';
import { PasswordChange } from './password-change.js';
import { PasswordResetsRepository } from './password-resets.repository.js';
import { PasswordsCommands } from './passwords.commands.js';
import { PersonsRepository } from './persons.repository.js';
import { PhoneCodes } from './phone-codes.js';
import { RegistrationCommands } from './registration.commands.js';
import { RegistrationsRepository } from './registrations.repository.js';
import { ResetUse } from './reset-use.js';
import { SessionsCommands } from './sessions.commands.js';
import { NewPasswords } from './sign-in/new-passwords.js';
import { PasswordHashing } from './sign-in/password-hashing.js';
import { SignInAttemptsRepository } from './sign-in/sign-in-attempts.repository.js';
import { SignInThrottle } from './sign-in/sign-in-throttle.js';
import { TrustedNetworksRepository } from './sign-in/trusted-networks.repository.js';
import { tableOwner } from './table-sources.js';
import { TablesCommands } from './tables.commands.js';
import { AcceptInvitation } from './usecases/accept-invitation.js';
import { BeginPasswordReset } from './usecases/begin-password-reset.js';
import { ChangeMemberRole } from './usecases/change-member-role.js';
import { CheckDashboardSession } from './usecases/check-dashboard-session.js';
import { ConfirmRegistration } from './usecases/confirm-registration.js';
import { CreateApiKey } from './usecases/create-api-key.js';
import { CreateMerchant } from './usecases/create-merchant.js';
import { EndDashboardSession } from './usecases/end-dashboard-session.js';
import { EndSessions } from './usecases/end-sessions.js';
import type { Forgetful } from './usecases/forget-expired.js';
import { ForgetExpired } from './usecases/forget-expired.js';
import { ForgetMemberPassword } from './usecases/forget-member-password.js';
import { GetUserContacts } from './usecases/get-user-contacts.js';
import { ImportOwner } from './usecases/import-owner.js';
import { ImportUsers } from './usecases/import-users.js';
import { InviteMember } from './usecases/invite-member.js';
import { InviteMemberAgain } from './usecases/invite-member-again.js';
import { KeepSigningKeys } from './usecases/keep-signing-keys.js';
import { ListApiKeys } from './usecases/list-api-keys.js';
import { ListMembers } from './usecases/list-members.js';
import { RegisterUser } from './usecases/register-user.js';
import { RemoveMember } from './usecases/remove-member.js';
import { ReportKeys } from './usecases/report-keys.js';
import { ResetMemberPassword } from './usecases/reset-member-password.js';
import { ResetPassword } from './usecases/reset-password.js';
import { RevokeApiKey } from './usecases/revoke-api-key.js';
import { RotateApiKey } from './usecases/rotate-api-key.js';
import { SetMerchant } from './usecases/set-merchant.js';
import { SignIn } from './usecases/sign-in.js';
import { SignInToDashboard } from './usecases/sign-in-to-dashboard.js';
import { SignOut } from './usecases/sign-out.js';
import { UpdateApiKey } from './usecases/update-api-key.js';
import { VerifyAuditTrail } from './usecases/verify-audit-trail.js';
import { UserSessions } from './user-sessions.js';
import { UserTokens } from './user-tokens.js';
import { UsersCommands } from './users.commands.js';
import { UsersRepository } from './users.repository.js';
import { Vault } from './vault.js';

const repositories = [
  MerchantsRepository,
  ApiKeysRepository,
  UsersRepository,
  SignInAttemptsRepository,
  TrustedNetworksRepository,
  DeniedTokensRepository,
  AuditTrailRepository,
  RegistrationsRepository,
  PasswordResetsRepository,
  PersonsRepository,
  MembersRepository,
  MailTokensRepository,
  DashboardSessionsRepository,
];
const usecases = [
  CreateMerchant,
  CreateApiKey,
  ListApiKeys,
  RotateApiKey,
  UpdateApiKey,
  RevokeApiKey,
  ReportKeys,
  SetMerchant,
  VerifyAuditTrail,
  ImportUsers,
  SignIn,
  SignOut,
  EndSessions,
  GetUserContacts,
  KeepSigningKeys,
  RegisterUser,
  ConfirmRegistration,
  BeginPasswordReset,
  ResetPassword,
  SignInToDashboard,
  CheckDashboardSession,
  EndDashboardSession,
  ForgetMemberPassword,
  ResetMemberPassword,
  ListMembers,
  InviteMember,
  InviteMemberAgain,
  AcceptInvitation,
  ChangeMemberRole,
  RemoveMember,
  ImportOwner,
];
const sources = {
  provide: SourceUsesRepository,
  inject: [Database, AuthConfig],
  useFactory: (database: Database, config: AuthConfig) =>
    new SourceUsesRepository(database, {
      table: 'source_use',
      windowSeconds: config.MEMBER_MAIL_WINDOW_SECONDS,
    }),
};
const forgetExpired = {
  provide: ForgetExpired,
  inject: [
    SignInAttemptsRepository,
    DeniedTokensRepository,
    TrustedNetworksRepository,
    SourceUsesRepository,
    IdempotencyRecords,
    RegistrationsRepository,
    PasswordResetsRepository,
    MailTokensRepository,
    DashboardSessionsRepository,
  ],
  useFactory: (...tables: readonly Forgetful[]) => new ForgetExpired(tables),
};
const signingKeys = {
  provide: SigningKeys,
  inject: [Vault, AuthConfig],
  useFactory: (vault: Vault, config: AuthConfig) =>
    new SigningKeys(vault, {
      leadSeconds: config.USER_TOKEN_KEY_LEAD_SECONDS,
      rotateAfterSeconds: config.USER_TOKEN_KEY_ROTATION_SECONDS,
      tokenTtlSeconds: config.USER_TOKEN_TTL_SECONDS,
    }),
};

const idempotencyRecords = {
  provide: IdempotencyRecords,
  inject: [Database, Vault, AuthConfig],
  useFactory: (database: Database, vault: Vault, config: AuthConfig) =>
    new IdempotencyRecords(database, {
      table: 'idempotency_record',
      vault,
      retentionDays: config.IDEMPOTENCY_RETENTION_DAYS,
    }),
};

@Module({
  imports: [
    PlatformModule.forService('auth', AuthConfig, schemas),
    MessagingModule.forService({ replies: true, ownedTables: [apiKeyTable, userTokenKeyTable, deniedTokensTable] }),
  ],
  controllers: [
    MerchantsCommands,
    ApiKeysCommands,
    ApiKeyChangesCommands,
    KeyReportsCommands,
    UsersCommands,
    SessionsCommands,
    RegistrationCommands,
    PasswordsCommands,
    TablesCommands,
    DashboardCommands,
    MemberPasswordsCommands,
    MembersCommands,
    InvitationsCommands,
  ],
  providers: [
    ...repositories,
    ...usecases,
    idempotencyRecords,
    signingKeys,
    tableOwner,
    sources,
    forgetExpired,
    PasswordHashing,
    SignInThrottle,
    NewPasswords,
    IdempotentRequests,
    UserTokens,
    UserSessions,
    ...[PhoneCodes, NewAccounts, PasswordChange, ResetUse],
    ...[MemberPasswordCheck, DashboardEntrance, OpaqueTokenMint, MemberMailCaps, MemberMails, MemberSecrets],
    ...[MemberRights, InvitationRights, MemberChanges, MembershipRecords, MemberJoining, Invitations],
    MemberPasswordChange,
    ApiKeyIssue,
    ApiKeyChanges,
    ApiKeyRights,
    ApiKeyMint,
    AuditTrail,
    Vault,
    Chores,
    KeyChores,
  ],
})
export class AppModule {}
