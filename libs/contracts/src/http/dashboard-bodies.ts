import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsObject, ValidateNested } from 'class-validator';
import { MEMBERSHIPS_MAX } from '../bus/commands/dashboard.js';
import { IsEmailAddress, IsId, IsMode, IsText, IsTimestamp } from '../schema/fields.js';
import type { MemberRole, MemberScope } from '../vocabulary/member-roles.js';
import { memberRoles, memberScopes } from '../vocabulary/member-roles.js';
import { IsNullable, Note } from '../schema/declarations.js';
import type { Mode } from '../bus/services.js';
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './registration-bodies.js';

/** Bodies of requests and answers about sessions of the dashboard, and passwords of members. */

const EXAMPLE_EMAIL = 'ada@shop.example';
const EXAMPLE_MERCHANT_ID = 'mer_01k8zq1v5jc0pr7m3a4fbk2c6t';
const EXAMPLE_MEMBER_ID = 'mem_01k8zq3y8ng3sw0v6d7jep5f9x';
/** Longer than any token is. */
const MAIL_TOKEN_MAX_CHARACTERS = 128;

/** The one-time token of an e-mail: one that is not good is refused, whatever is wrong with it. */
export const IsMailToken = (): PropertyDecorator => IsText(MAIL_TOKEN_MAX_CHARACTERS, 1);

export class SignInToDashboardRequest {
  @Note({ example: EXAMPLE_EMAIL })
  @IsEmailAddress()
  email!: string;

  @Note({ example: 'correct horse battery staple' })
  @IsText(PASSWORD_MAX_CHARACTERS, 1)
  password!: string;
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

  @Note({ description: 'Whether live mode may be used.', example: false })
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
    description: 'When the session ends at the latest; it ends after 30 minutes without a request, too.',
    example: '2026-11-20T22:00:00.000Z',
  })
  @IsTimestamp()
  expiresAt!: string;

  @Note({ description: 'The accounts to choose from, with `x-merchant-id`.' })
  @IsArray()
  @ArrayMaxSize(MEMBERSHIPS_MAX)
  @IsObject({ each: true })
  @ValidateNested({ each: true })
  @Type(() => DashboardMerchantView)
  merchants!: DashboardMerchantView[];
}

/** What the answer to a sign-in holds. */
export class NewDashboardSessionView extends DashboardSessionView {
  @Note({ description: 'The session token, for `Authorization: Bearer`.', example: 'dsh_…' })
  @IsText(128, 1)
  token!: string;
}

/** As whom a session acts in the account and mode of a request. */
export class ActingMemberView {
  @Note({ example: EXAMPLE_MERCHANT_ID })
  @IsId('merchant')
  merchantId!: string;

  @Note({ example: 'test' })
  @IsMode()
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
    description: 'The scopes of the role in this mode. They count in operations whose `security` names a session.',
    example: ['api_keys:read', 'members:read'],
  })
  @IsArray()
  @ArrayMaxSize(memberScopes.length)
  @IsIn(memberScopes, { each: true })
  scopes!: MemberScope[];
}

export class CurrentDashboardSessionView extends DashboardSessionView {
  @Note({ description: 'Null while there are several accounts and the request chooses none.' })
  @IsNullable()
  @IsObject()
  @ValidateNested()
  @Type(() => ActingMemberView)
  acting!: ActingMemberView | null;
}

export class ForgotMemberPasswordRequest {
  @Note({ description: 'A token is sent there, if it is the address of a member.', example: EXAMPLE_EMAIL })
  @IsEmailAddress()
  email!: string;
}

export class ResetMemberPasswordRequest {
  @Note({ description: 'The token of the e-mail.', example: 'rst_…' })
  @IsMailToken()
  token!: string;

  @Note({
    description: 'At least 8 characters, and none of the commonest passwords.',
    example: 'a better horse and battery',
  })
  @IsText(PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS)
  password!: string;
}
