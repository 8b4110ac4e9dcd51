import { Module } from '@nestjs/common';
import { AuditModule } from '../../audit/audit.module.js';
import { IdempotencyModule } from '../../idempotency/idempotency.module.js';
import { MerchantsModule } from '../merchant/merchants.module.js';
import { PasswordsModule } from '../../passwords/passwords.module.js';
import { SignInThrottleModule } from '../../throttle/sign-in-throttle.module.js';
import { StaffActsModule } from '../../staff-acts/staff-acts.module.js';
import { ChangeMemberRole } from './change-member-role.js';
import { FormerMembersCommands } from './former/former-members.commands.js';
import { FormerMembersRepository } from './former/former-members.repository.js';
import { AcceptInvitation } from './invitations/accept-invitation.js';
import { ImportOwner } from './invitations/import-owner.js';
import { InvitationRights } from './invitations/invitation-rights.js';
import { InvitationsCommands } from './invitations/invitations.commands.js';
import { InviteMember } from './invitations/invite-member.js';
import { InviteMemberAgain } from './invitations/invite-member-again.js';
import { Invitations } from './invitations/invitations.js';
import { MemberJoining } from './invitations/member-joining.js';
import { NewMembers } from './invitations/new-members.js';
import { MailTokensRepository } from './mails/mail-tokens.repository.js';
import { AccountActs } from './mails/account-acts.js';
import { MemberMailCaps } from './mails/member-mail-caps.js';
import { MemberMails } from './mails/member-mails.js';
import { NoticeSending } from './mails/notice-sending.js';
import { OwnerNoticeOutcomes } from './mails/owner-notice-outcomes.js';
import { OwnerNotices } from './mails/owner-notices.js';
import { OwnerNoticesRepository } from './mails/owner-notices.repository.js';
import { OpaqueTokenMint } from './mails/opaque-token-mint.js';
import { MemberActs } from './member-acts.js';
import { MemberChanges } from './member-changes.js';
import { MemberRights } from './member-rights.js';
import { DecidedNoticesRepository } from './notices/decided-notices.repository.js';
import { EmailNotices } from './notices/email-notices.js';
import { EndedSums } from './notices/ended-sums.js';
import { HandledPayments } from './notices/handled-payments.js';
import { MemberNoticesCommands } from './notices/member-notices.commands.js';
import { MemberNoticesRepository } from './notices/member-notices.repository.js';
import { NoticeChannels } from './notices/notice-channels.js';
import { NoticeQueue } from './notices/notice-queue.js';
import { NoticeSumsRepository } from './notices/notice-sums.repository.js';
import { PaymentsEvents } from './notices/payments.events.js';
import { MemberSecrets } from './member-secrets.js';
import { MembersCommands } from './members.commands.js';
import { MembersRepository } from './members.repository.js';
import { Memberships } from './memberships.js';
import { ChangeMemberPassword } from './passwords/change-member-password.js';
import { ForgetMemberPassword } from './passwords/forget-member-password.js';
import { MemberPasswordChange } from './passwords/member-password-change.js';
import { MemberPasswordsCommands } from './passwords/member-passwords.commands.js';
import { OwnPasswordCommands } from './passwords/own-password.commands.js';
import { PasswordResetTokens } from './passwords/password-reset-tokens.js';
import { ResetMemberPassword } from './passwords/reset-member-password.js';
import { PersonsRepository } from './persons.repository.js';
import { OwnPush } from './push/own-push.js';
import { PushAddresses } from './push/push-addresses.js';
import { PushCommands } from './push/push.commands.js';
import { PushMessagesRepository } from './push/push-messages.repository.js';
import { PushNotices } from './push/push-notices.js';
import { PushOutcomes } from './push/push-outcomes.js';
import { PushPost } from './push/push-post.js';
import { PushSending } from './push/push-sending.js';
import { PushSubscriptionsRepository } from './push/push-subscriptions.repository.js';
import { Vapid } from './push/vapid.js';
import { RemoveMember } from './remove-member.js';
import { OwnSecondFactor } from './second-factor/own-second-factor.js';
import { PersonTransactions } from './second-factor/person-transactions.js';
import { SecondFactorCheck } from './second-factor/second-factor-check.js';
import { SecondFactorCommands } from './second-factor/second-factor.commands.js';
import { SecondFactorsRepository } from './second-factor/second-factors.repository.js';
import { CheckDashboardSession } from './sessions/check-dashboard-session.js';
import { DashboardCommands } from './sessions/dashboard.commands.js';
import { DashboardSessions } from './sessions/dashboard-sessions.js';
import { DashboardSessionsRepository } from './sessions/dashboard-sessions.repository.js';
import { EndDashboardSession } from './sessions/end-dashboard-session.js';
import { MemberPasswordCheck } from './sessions/member-password-check.js';
import { OpenSessionsCommands } from './sessions/open-sessions.commands.js';
import { PeopleOfSessions } from './sessions/people-of-sessions.js';
import { RefusedPasswords } from './sessions/refused-passwords.js';
import { SignInToDashboard } from './sessions/sign-in-to-dashboard.js';

/** Members of merchant accounts: invitations, roles, passwords, and sessions of the dashboard. */
@Module({
  imports: [AuditModule, IdempotencyModule, MerchantsModule, PasswordsModule, SignInThrottleModule, StaffActsModule],
  controllers: [
    MembersCommands,
    FormerMembersCommands,
    InvitationsCommands,
    MemberPasswordsCommands,
    OwnPasswordCommands,
    DashboardCommands,
    OpenSessionsCommands,
    SecondFactorCommands,
    MemberNoticesCommands,
    PaymentsEvents,
    PushCommands,
  ],
  providers: [
    ...[ChangeMemberRole, RemoveMember, MemberChanges, MemberRights, MemberSecrets, Memberships],
    ...[InviteMember, InviteMemberAgain, AcceptInvitation, ImportOwner],
    ...[Invitations, InvitationRights, MemberJoining, NewMembers],
    ...[MemberMails, MemberMailCaps, OpaqueTokenMint, ForgetMemberPassword, ResetMemberPassword],
    ...[AccountActs, OwnerNotices, OwnerNoticesRepository, OwnerNoticeOutcomes, NoticeSending],
    ...[MemberNoticesRepository, NoticeQueue, DecidedNoticesRepository, NoticeChannels, EmailNotices],
    ...[NoticeSumsRepository, HandledPayments, EndedSums],
    ...[ChangeMemberPassword, MemberPasswordChange],
    ...[SignInToDashboard, EndDashboardSession, CheckDashboardSession, MemberPasswordCheck, DashboardSessions],
    ...[OwnPush, PushAddresses, PushSubscriptionsRepository, Vapid, PushNotices],
    ...[PushSending, PushPost, PushMessagesRepository, PushOutcomes],
    ...[RefusedPasswords, PeopleOfSessions, PasswordResetTokens, MemberActs],
    ...[OwnSecondFactor, PersonTransactions, SecondFactorCheck, SecondFactorsRepository],
    ...[
      MembersRepository,
      FormerMembersRepository,
      PersonsRepository,
      MailTokensRepository,
      DashboardSessionsRepository,
    ],
  ],
  exports: [
    MembersRepository,
    PersonsRepository,
    Memberships,
    MemberMails,
    AccountActs,
    OwnerNotices,
    MemberSecrets,
    MemberPasswordCheck,
    ...[OwnSecondFactor, PersonTransactions, SecondFactorCheck, SecondFactorsRepository],
  ],
})
export class MembersModule {}
