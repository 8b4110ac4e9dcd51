import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import { SealedIdempotency } from '../kernel/idempotency.js';
import { sendMemberMail } from '../codes/member-mail-commands.js';
import type { Language } from '../vocabulary/languages.js';
import { languages } from '../vocabulary/languages.js';
import { defineCommand } from '../kernel/message.js';
import type { Sealed } from '../vocabulary/sealed.js';
import { NotedCreation } from '../kernel/shapes/noted-fields.js';
import { Note } from '../schema/declarations.js';
import {
  IsDigest,
  IsId,
  IsIntBetween,
  IsLine,
  IsListOf,
  IsNested,
  IsSealed,
  IsText,
  IsTimestamp,
} from '../schema/fields.js';
import type { MemberRole } from '../vocabulary/member-roles.js';
import { memberRoles } from '../vocabulary/member-roles.js';

/** Merchant accounts that one person may be a member of. */
export const MEMBERSHIPS_MAX = 100;

/** Open sessions of one person; another one ends the oldest. */
export const DASHBOARD_SESSIONS_MAX = 20;

/** The longest name of the device of a session. */
export const DEVICE_MAX_CHARACTERS = 60;

/** The membership of a person in a merchant account. */
export class Membership {
  @IsId('member') memberId!: string;
  @IsId('merchant') merchantId!: string;
  @IsText(120, 1) merchantName!: string;
  /** The activity of the account: at all, and in live mode. */
  @IsBoolean() merchantActive!: boolean;
  @IsBoolean() liveActive!: boolean;
  @IsIn(memberRoles) role!: MemberRole;
  /** The member's name, sealed for the gateway. */
  @IsSealed() name!: Sealed;
}

/** A session of a person at the dashboard. */
export class DashboardSession {
  @IsId('dashboardSession') sessionId!: string;
  /** Sealed for the gateway. */
  @IsSealed() email!: Sealed;
  /** The latest time at which it ends. */
  @IsTimestamp() expiresAt!: string;
  @IsListOf(() => Membership, MEMBERSHIPS_MAX)
  memberships!: Membership[];
}

/** Every secret of these commands is sealed for auth. */
export class SignInToDashboardCommand {
  @IsSealed() email!: Sealed;
  @IsSealed() password!: Sealed;
  /** The client's IP address. */
  @IsSealed() address!: Sealed;
  /** The code of a person with a second factor. */
  @IsOptional() @IsSealed() code?: Sealed;
  /** Browser and system that sign in, as its person recognises them. */
  @IsOptional() @IsLine(DEVICE_MAX_CHARACTERS) device?: string;
}
export class SignedInToDashboard extends DashboardSession {
  /** The session token, sealed for the gateway. */
  @IsSealed() token!: Sealed;
}
/**
 * Checks an e-mail address, a password and the code of a person with a second factor, and begins a session. An unknown
 * address takes as long as a wrong password and gets the same answer.
 */
export const signInToDashboard = defineCommand({
  name: 'sign-in-to-dashboard',
  owner: 'auth',
  request: SignInToDashboardCommand,
  answer: SignedInToDashboard,
  key: (request) => request.email,
  refusals: ['credentials_invalid', 'login_throttled', 'second_factor_required', 'second_factor_invalid'],
});

export class CheckDashboardSessionCommand {
  /** HMAC of the session token under the pepper of API keys. */
  @IsDigest() tokenHash!: string;
}
/** Returns the person of a session and their current memberships. An ended session is refused like an unknown one. */
export const checkDashboardSession = defineCommand({
  name: 'check-dashboard-session',
  owner: 'auth',
  request: CheckDashboardSessionCommand,
  answer: DashboardSession,
  key: (request) => request.tokenHash,
  unordered: true,
  refusals: ['token_invalid'],
});

export class DashboardSessionSpan {
  @NotedCreation()
  createdAt!: string;

  @Note({ example: '2026-11-20T22:00:00.000Z' })
  @IsTimestamp()
  expiresAt!: string;
}
export class DashboardSessionInfo extends DashboardSessionSpan {
  @IsId('dashboardSession') sessionId!: string;
  /** The time of the newest request, to the minute. */
  @IsTimestamp() seenAt!: string;
  /** Absent where neither browser nor system is known. */
  @IsOptional() @IsLine(DEVICE_MAX_CHARACTERS) device?: string;
}
export class ListDashboardSessionsCommand {
  /** The session that asks. */
  @IsId('dashboardSession') sessionId!: string;
}
export class DashboardSessionsListed {
  @IsListOf(() => DashboardSessionInfo, DASHBOARD_SESSIONS_MAX)
  sessions!: DashboardSessionInfo[];
}
/** The open sessions of the person of a session, newest first. */
export const listDashboardSessions = defineCommand({
  name: 'list-dashboard-sessions',
  owner: 'auth',
  request: ListDashboardSessionsCommand,
  answer: DashboardSessionsListed,
  key: (request) => request.sessionId,
  unordered: true,
});

export class EndDashboardSessionCommand {
  @IsId('dashboardSession') sessionId!: string;
  /** The session that asks, of the same person; absent when a session ends itself. */
  @IsOptional() @IsId('dashboardSession') actorSessionId?: string;
}
export class DashboardSessionEnded {
  @IsId('dashboardSession') sessionId!: string;
}
/** Ends a session. Repeating it changes nothing; another person's session, and one that has ended, is not found. */
export const endDashboardSession = defineCommand({
  name: 'end-dashboard-session',
  owner: 'auth',
  request: EndDashboardSessionCommand,
  answer: DashboardSessionEnded,
  key: (request) => request.sessionId,
  unordered: true,
  refusals: ['session_not_found'],
});

export class ForgetMemberPasswordCommand {
  @IsSealed() email!: Sealed;
  @IsSealed() address!: Sealed;
  @IsOptional() @IsIn(languages) language?: Language;
  @IsOptional() @IsNested(() => SealedIdempotency) idempotency?: SealedIdempotency;
}
export class MemberPasswordForgotten {
  /** The validity of the token in the e-mail. The answer does not reveal whether an e-mail was sent. */
  @IsIntBetween(1, 720) validHours!: number;
}
/** Sends a token for a new password to an address, if a member has it. */
export const forgetMemberPassword = defineCommand({
  name: 'forget-member-password',
  owner: 'auth',
  request: ForgetMemberPasswordCommand,
  answer: MemberPasswordForgotten,
  key: (request) => request.email,
  unordered: true,
  refusals: ['rate_limited', 'idempotency_key_reused', 'idempotency_key_in_use', ...sendMemberMail.refusals],
});

export class ResetMemberPasswordCommand {
  /** HMAC of the token in the e-mail. */
  @IsDigest() tokenHash!: string;
  @IsSealed() password!: Sealed;
  @IsSealed() address!: Sealed;
  @IsOptional() @IsNested(() => SealedIdempotency) idempotency?: SealedIdempotency;
}
export class MemberPasswordReset {
  @IsId('person') personId!: string;
}
/** Changes the password of a person and ends all their sessions. */
export const resetMemberPassword = defineCommand({
  name: 'reset-member-password',
  owner: 'auth',
  request: ResetMemberPasswordCommand,
  answer: MemberPasswordReset,
  key: (request) => request.tokenHash,
  refusals: ['mail_token_invalid', 'password_weak', 'rate_limited', 'idempotency_key_reused', 'idempotency_key_in_use'],
});

export class ChangeMemberPasswordCommand {
  /** The session that asks. It stays; all others of its person end. */
  @IsId('dashboardSession') sessionId!: string;
  @IsSealed() currentPassword!: Sealed;
  @IsSealed() password!: Sealed;
  @IsSealed() address!: Sealed;
}
/** Changes the password of the person of a session, who shows the current one by the rules of sign-in. */
export const changeMemberPassword = defineCommand({
  name: 'change-member-password',
  owner: 'auth',
  request: ChangeMemberPasswordCommand,
  answer: MemberPasswordReset,
  key: (request) => request.sessionId,
  refusals: ['token_invalid', 'credentials_invalid', 'password_weak', 'login_throttled', 'rate_limited'],
});
