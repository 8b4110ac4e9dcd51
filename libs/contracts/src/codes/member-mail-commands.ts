import { IsBoolean, IsIn, IsOptional } from 'class-validator';
import type { Language } from '../vocabulary/languages.js';
import { languages } from '../vocabulary/languages.js';
import { ActedDestination, ActedPayout } from '../kernel/acted-objects.js';
import { defineCommand } from '../kernel/message.js';
import { NoticeFacts, noticeKinds } from '../kernel/shapes/notices.js';
import type { MemberRole } from '../vocabulary/member-roles.js';
import { memberRoles } from '../vocabulary/member-roles.js';
import type { Mode } from '../vocabulary/modes.js';
import type { ProtectiveSetting } from '../vocabulary/protections.js';
import { protectiveSettings } from '../vocabulary/protections.js';
import type { Sealed } from '../vocabulary/sealed.js';
import { IsIntBetween, IsMode, IsNested, IsSealed, IsSubsetOf, IsText } from '../schema/fields.js';

/** Notices about an account to each of its owners. They carry no token. */
export const ownerNotices = [
  'payout_destination_added',
  'payout_destination_revoked',
  'payout_batch_approved',
  'secret_key_created',
  'key_origins_loosened',
  'settings_loosened',
  'manager_invited',
  'role_changed',
  'refunds_half_of_balance',
  'payment_reversed',
  'payment_matched',
] as const;
export type OwnerNotice = (typeof ownerNotices)[number];

/** The kinds of e-mail to members; `none` for an address that no member has, so that the caller sees no difference. */
export const memberMails = [
  ...(['invitation', 'password_reset', 'account_confirmation'] as const),
  ...ownerNotices,
  ...noticeKinds,
  'none',
] as const;
export type MemberMail = (typeof memberMails)[number];

export class SendMemberMailCommand {
  @IsText(64, 1) mailId!: string;
  @IsIn(memberMails) mail!: MemberMail;
  /** Both sealed for otp. */
  @IsSealed() email!: Sealed;
  /** In a notice that members choose, the one that stops such mails; absent in other notices. */
  @IsOptional() @IsSealed() token?: Sealed;
  /** The mode that a notice is about. */
  @IsOptional() @IsMode() mode?: Mode;
  /** The destination that a notice is about. */
  @IsOptional() @IsNested(() => ActedDestination) destination?: ActedDestination;
  /** The payout that a notice of the version before is about. */
  @IsOptional() @IsNested(() => ActedPayout) payout?: ActedPayout;
  /** The facts of a notice that a member has chosen. */
  @IsOptional() @IsNested(() => NoticeFacts) facts?: NoticeFacts;
  /** True when the member gets no more notices of this kind today. */
  @IsOptional() @IsBoolean() isLastOfDay?: boolean;
  /** The settings that a notice is about. */
  @IsOptional() @IsSubsetOf(protectiveSettings) loosened?: ProtectiveSetting[];
  /** The role that a notice is about. */
  @IsOptional() @IsIn(memberRoles) role?: MemberRole;
  /** The acts of an hour that a notice to owners is about, beyond those of the day that have a notice each. */
  @IsOptional() @IsIntBetween(1, 1_000_000) further?: number;
  /** Named in an invitation and in a notice. */
  @IsOptional() @IsText(120, 1) merchantName?: string;
  @IsIntBetween(1, 720) validHours!: number;
  @IsOptional() @IsIn(languages) language?: Language;
}
export class MemberMailTaken {
  @IsText(64, 1) mailId!: string;
}
/** Accepts an e-mail to a member, to be sent as soon as possible. */
export const sendMemberMail = defineCommand({
  name: 'send-member-mail',
  owner: 'otp',
  callers: ['auth'],
  request: SendMemberMailCommand,
  answer: MemberMailTaken,
  key: (request) => request.mailId,
  unordered: true,
  refusals: ['channel_unsupported'],
});
