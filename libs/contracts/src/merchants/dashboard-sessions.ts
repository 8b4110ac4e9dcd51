import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import {
  MEMBERSHIPS_MAX,
  endDashboardSession,
  forgetMemberPassword,
  resetMemberPassword,
  signInToDashboard,
} from './dashboard-session-commands.js';
import { ending, ofAddress } from '../kernel/stored.js';
import { noBodyErrors, operationsOf } from '../kernel/operation.js';
import {
  unstoredIdempotencyKey,
  mailLanguage,
  mailTokenIdempotencyKey,
  sessionHeaders,
} from '../kernel/request-headers.js';
import { NewPassword, PASSWORD_MAX_CHARACTERS } from '../customers/users.js';
import { NotedMode } from '../kernel/shapes/noted-fields.js';
import { IsNullable, MayBeAbsent, Note } from '../schema/declarations.js';
import { IsEmailAddress, IsId, IsListOf, IsNested, IsSubsetOf, IsText, IsTimestamp } from '../schema/fields.js';
import type { MemberRole, MemberScope } from '../vocabulary/member-roles.js';
import { memberRoles, memberScopes } from '../vocabulary/member-roles.js';
import { SECOND_FACTOR_CODE_MAX_CHARACTERS } from './second-factor.js';
import { DASHBOARD_COOKIE } from '../vocabulary/headers.js';
import type { Mode } from '../vocabulary/modes.js';

/** Bodies of requests and answers about sessions of the dashboard, and passwords of members. */
const EXAMPLE_EMAIL = 'ada@shop.example';

const EXAMPLE_MERCHANT_ID = 'mer_01k8zq1v5jc0pr7m3a4fbk2c6t';

const EXAMPLE_MEMBER_ID = 'mem_01k8zq3y8ng3sw0v6d7jep5f9x';

/** No token is longer. */
const MAIL_TOKEN_MAX_CHARACTERS = 128;

/** The one-time token of an e-mail. All tokens that are not valid are refused alike. */
export const IsMailToken = (): PropertyDecorator => IsText(MAIL_TOKEN_MAX_CHARACTERS, 1);

/** The place in which the token of a new session is returned. */
export const sessionDeliveries = ['token', 'cookie'] as const;
export type SessionDelivery = (typeof sessionDeliveries)[number];

export class SignInToDashboardRequest {
  @Note({ example: EXAMPLE_EMAIL })
  @IsEmailAddress()
  email!: string;

  @Note({ example: 'correct horse battery staple' })
  @IsText(PASSWORD_MAX_CHARACTERS, 1)
  password!: string;

  @Note({
    description:
      'For a person with a second factor: the six digits of the authenticator app, or a recovery code. Send it after the answer 401 `second_factor_required`.',
    example: '492039',
  })
  @IsOptional()
  @IsText(SECOND_FACTOR_CODE_MAX_CHARACTERS, 1)
  code?: string | null;

  @Note({
    description: `\`token\`: the answer holds the session token. \`cookie\`: the cookie \`${DASHBOARD_COOKIE}\` holds it, for pages of this origin; scripts cannot read it. \`token\` when absent.`,
    example: 'token',
  })
  @IsOptional()
  @IsIn(sessionDeliveries)
  delivery?: SessionDelivery | null;
}

export class DashboardMerchantView {
  @Note({ example: EXAMPLE_MERCHANT_ID })
  @IsId('merchant')
  id!: string;

  @Note({ example: 'Boutique' })
  @IsText(120, 1)
  name!: string;

  @Note({ example: true })
  @IsBoolean()
  active!: boolean;

  @Note({ description: 'True when live mode may be used.', example: false })
  @IsBoolean()
  liveActive!: boolean;

  @Note({ example: EXAMPLE_MEMBER_ID })
  @IsId('member')
  memberId!: string;

  @Note({ example: 'owner' })
  @IsIn(memberRoles)
  role!: MemberRole;
}

export class DashboardSessionView {
  @Note({ example: 'dashboard_session' })
  @IsIn(['dashboard_session'])
  object!: 'dashboard_session';

  @Note({ example: EXAMPLE_EMAIL })
  @IsEmailAddress()
  email!: string;

  @Note({
    description: 'The time at which the session ends at the latest; it also ends after 30 minutes without a request.',
    example: '2026-11-20T22:00:00.000Z',
  })
  @IsTimestamp()
  expiresAt!: string;

  @Note({ description: 'The accounts to choose from, with `x-merchant-id`.' })
  @IsListOf(() => DashboardMerchantView, MEMBERSHIPS_MAX)
  merchants!: DashboardMerchantView[];
}

/** The answer to a sign-in at the dashboard. */
export class NewDashboardSessionView extends DashboardSessionView {
  @Note({
    description: 'The session token, for `Authorization: Bearer`. Absent when a cookie holds it.',
    example: 'dsh_…',
  })
  @MayBeAbsent()
  @IsText(128, 1)
  token?: string;
}

/** The member as whom a session acts, in the account and mode of a request. */
export class ActingMemberView {
  @Note({ example: EXAMPLE_MERCHANT_ID })
  @IsId('merchant')
  merchantId!: string;

  @NotedMode()
  mode!: Mode;

  @Note({ example: EXAMPLE_MEMBER_ID })
  @IsId('member')
  memberId!: string;

  @Note({ example: 'Ada' })
  @IsText(120, 1)
  name!: string;

  @Note({ example: 'owner' })
  @IsIn(memberRoles)
  role!: MemberRole;

  @Note({
    description: 'The scopes of the role in this mode. They apply to operations whose `security` names a session.',
    example: ['api_keys:read', 'members:read'],
  })
  @IsSubsetOf(memberScopes)
  scopes!: MemberScope[];
}

export class CurrentDashboardSessionView extends DashboardSessionView {
  @Note({
    description:
      'The account and the role in this request; null when the person has several accounts and the request selects none.',
  })
  @IsNullable()
  @IsNested(() => ActingMemberView)
  acting!: ActingMemberView | null;
}

export class ForgotMemberPasswordRequest {
  @Note({ description: 'The e-mail address. If a member has it, a token is sent there.', example: EXAMPLE_EMAIL })
  @IsEmailAddress()
  email!: string;
}

export class ResetMemberPasswordRequest {
  @Note({ description: 'The token of the e-mail.', example: 'rst_…' })
  @IsMailToken()
  token!: string;

  @NewPassword('a better horse and battery')
  password!: string;
}

/** Sessions at the dashboard, and the reset of its passwords. */
export const dashboardOperations = operationsOf({
  signInToDashboard: {
    method: 'POST',
    path: '/dashboard/sessions',
    summary: 'Sign in to the dashboard',
    description:
      'Exchanges the e-mail address and password of a member for a session. The session ends after 12 hours, or after 30 minutes without a request. An unknown address is answered like a wrong password. For a person with a second factor, the right password alone gets only 401 `second_factor_required`: the same request with `code` is the second step. After wrong passwords, wrong codes or too many sign-ins, the answer is 429 `login_throttled` with `Retry-After`. With `delivery: cookie` the request must come from a page of this origin.',
    key: 'anonymous',
    scope: null,
    headers: [unstoredIdempotencyKey],
    body: SignInToDashboardRequest,
    answer: NewDashboardSessionView,
    success: 201,
    stores: ofAddress('session', 'audit_record'),
    errors: ['origin_not_allowed', ...signInToDashboard.refusals],
  },
  getDashboardSession: {
    method: 'GET',
    path: '/dashboard/sessions/current',
    summary: 'Read the dashboard session',
    description:
      'Returns the signed-in person, the accounts, and the scopes of the role in the selected account and mode.',
    key: 'session',
    scope: null,
    headers: sessionHeaders,
    answer: CurrentDashboardSessionView,
    errors: [],
  },
  endDashboardSession: {
    method: 'DELETE',
    path: '/dashboard/sessions/current',
    summary: 'Sign out of the dashboard',
    description: 'Ends the session immediately, everywhere, and removes its cookie. Takes no body.',
    key: 'session',
    scope: null,
    headers: sessionHeaders,
    success: 204,
    stores: ending('session'),
    errors: [...noBodyErrors, ...endDashboardSession.refusals],
  },
  forgetMemberPassword: {
    method: 'POST',
    path: '/dashboard/password/forgot',
    summary: 'Send a token for a new dashboard password',
    description:
      'Sends an e-mail with a token that works once, within an hour. The answer does not reveal whether the address is a member’s.',
    key: 'anonymous',
    scope: null,
    headers: [mailLanguage, mailTokenIdempotencyKey],
    body: ForgotMemberPasswordRequest,
    success: 202,
    replays: true,
    stores: ofAddress('mail_token', 'message', 'idempotency_record'),
    errors: forgetMemberPassword.refusals,
  },
  resetMemberPassword: {
    method: 'POST',
    path: '/dashboard/password/reset',
    summary: 'Set a new dashboard password',
    description:
      'Changes the password for every account of the person, and ends all their sessions. Wrong, used and expired tokens get the same answer.',
    key: 'anonymous',
    scope: null,
    headers: [mailTokenIdempotencyKey],
    body: ResetMemberPasswordRequest,
    success: 204,
    replays: true,
    stores: ofAddress('audit_record', 'idempotency_record'),
    errors: resetMemberPassword.refusals,
  },
});
