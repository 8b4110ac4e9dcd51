import { IsBoolean, IsIn, IsOptional, IsString, Matches } from 'class-validator';
import { Idempotency, SealedIdempotency } from '../kernel/idempotency.js';
import { sendMemberMail } from '../codes/member-mail-commands.js';
import type { Language } from '../vocabulary/languages.js';
import { languages } from '../vocabulary/languages.js';
import { defineCommand } from '../kernel/message.js';
import type { Sealed } from '../vocabulary/sealed.js';
import { IsNullable } from '../schema/declarations.js';
import { IsDigest, IsId, IsListOf, IsNested, IsPageLimit, IsSealed, IsTimestamp } from '../schema/fields.js';
import type { MemberRole, MemberStatus } from '../vocabulary/member-roles.js';
import { memberRoles, memberStatuses } from '../vocabulary/member-roles.js';

export const MEMBERS_PAGE_MAX = 100;

/** A member of a merchant account. */
export class MemberInfo {
  @IsId('member') memberId!: string;
  /** Sealed for the caller, like the name, which is null until the invitation is accepted. */
  @IsSealed() email!: Sealed;
  @IsNullable() @IsSealed() name!: Sealed | null;
  @IsIn(memberRoles) role!: MemberRole;
  @IsIn(memberStatuses) status!: MemberStatus;
  @IsTimestamp() createdAt!: string;
  @IsNullable() @IsTimestamp() joinedAt!: string | null;
}

const changes = ['scope_missing', 'owner_required', 'merchant_inactive'] as const;
const keyed = ['idempotency_key_reused', 'idempotency_key_in_use'] as const;

export class ListMembersCommand {
  @IsId('merchant') merchantId!: string;
  @IsPageLimit(MEMBERS_PAGE_MAX) limit!: number;
  @IsOptional() @IsId('member') startingAfter?: string;
}
export class MembersListed {
  @IsListOf(() => MemberInfo, MEMBERS_PAGE_MAX)
  members!: MemberInfo[];
  @IsBoolean() hasMore!: boolean;
}
/** The members of a merchant account, newest first, invited ones included. */
export const listMembers = defineCommand({
  name: 'list-members',
  owner: 'auth',
  request: ListMembersCommand,
  answer: MembersListed,
  unordered: true,
});

export class InviteMemberCommand {
  @IsId('merchant') merchantId!: string;
  /** The new member's id, chosen by the caller. */
  @IsId('member') memberId!: string;
  /** The member who invites; absent when an `operator` command invites the first owner. */
  @IsOptional() @IsId('member') actorMemberId?: string;
  /** Sealed for auth. */
  @IsSealed() email!: Sealed;
  @IsIn(memberRoles) role!: MemberRole;
  @IsOptional() @IsIn(languages) language?: Language;
  @IsOptional() @IsNested(() => SealedIdempotency) idempotency?: SealedIdempotency;
}
/** Invites somebody by e-mail, with a token that works once. An `operator` command invites owners of accounts that have none yet. */
export const inviteMember = defineCommand({
  name: 'invite-member',
  owner: 'auth',
  staff: 'two',
  request: InviteMemberCommand,
  answer: MemberInfo,
  // not the merchant's: its other commands do not wait for the mail; the same request does for itself
  key: (request) => request.idempotency?.keyHash ?? request.memberId,
  refusals: [
    ...(['member_exists', 'member_limit_reached', 'rate_limited', 'parameter_invalid'] as const),
    ...[...changes, ...keyed, ...sendMemberMail.refusals],
  ],
});

export class InviteMemberAgainCommand {
  @IsId('merchant') merchantId!: string;
  @IsId('member') memberId!: string;
  @IsId('member') actorMemberId!: string;
  @IsOptional() @IsIn(languages) language?: Language;
  @IsOptional() @IsNested(() => SealedIdempotency) idempotency?: SealedIdempotency;
}
/** Sends an invitation that was not accepted again, with a new token; the previous token stops working. */
export const inviteMemberAgain = defineCommand({
  name: 'invite-member-again',
  owner: 'auth',
  request: InviteMemberAgainCommand,
  answer: MemberInfo,
  key: (request) => request.memberId,
  refusals: ['member_not_found', 'member_joined', 'rate_limited', ...changes, ...keyed, ...sendMemberMail.refusals],
});

export class AcceptInvitationCommand {
  /** HMAC of the token in the e-mail. */
  @IsDigest() tokenHash!: string;
  /** All sealed for auth. */
  @IsSealed() name!: Sealed;
  @IsSealed() password!: Sealed;
  @IsSealed() address!: Sealed;
  @IsOptional() @IsNested(() => SealedIdempotency) idempotency?: SealedIdempotency;
}
/**
 * Accepts an invitation. A new person chooses a password; a person who has one must show it, by the same rules as at sign-in.
 */
export const acceptInvitation = defineCommand({
  name: 'accept-invitation',
  owner: 'auth',
  request: AcceptInvitationCommand,
  answer: MemberInfo,
  key: (request) => request.tokenHash,
  unordered: true,
  refusals: [
    ...(['mail_token_invalid', 'password_weak', 'credentials_invalid', 'login_throttled', 'rate_limited'] as const),
    ...(['member_limit_reached', 'merchant_inactive', ...keyed] as const),
  ],
});

export class ChangeMemberRoleCommand {
  @IsId('merchant') merchantId!: string;
  @IsId('member') memberId!: string;
  @IsId('member') actorMemberId!: string;
  @IsIn(memberRoles) role!: MemberRole;
  @IsOptional() @IsNested(() => Idempotency) idempotency?: Idempotency;
}
/** Changes the role of a member. The last active owner keeps the role. */
export const changeMemberRole = defineCommand({
  name: 'change-member-role',
  owner: 'auth',
  staff: 'two',
  request: ChangeMemberRoleCommand,
  answer: MemberInfo,
  refusals: ['member_not_found', 'last_owner', ...changes, ...keyed],
});

export class RemoveMemberCommand {
  @IsId('merchant') merchantId!: string;
  @IsId('member') memberId!: string;
  @IsId('member') actorMemberId!: string;
}
export class MemberRemoved {
  @IsId('member') memberId!: string;
}
/** Ends a membership or an invitation. The member's next request at this account is refused. */
export const removeMember = defineCommand({
  name: 'remove-member',
  owner: 'auth',
  request: RemoveMemberCommand,
  answer: MemberRemoved,
  refusals: ['member_not_found', 'last_owner', ...changes],
});

export class ImportOwnerCommand {
  @IsId('merchant') merchantId!: string;
  @IsId('member') memberId!: string;
  /** Both sealed for auth. */
  @IsSealed() email!: Sealed;
  @IsSealed() name!: Sealed;
  /** argon2id in PHC string form, at m=19456, t=2, p=1 with a tag of 32 bytes. */
  @IsString() @Matches(/^\$argon2id\$v=19\$m=\d+,t=\d+,p=\d+\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/) passwordHash!: string;
}
/** Adds the first owner of an account, with a password that was hashed elsewhere. A person who has a password keeps it. */
export const importOwner = defineCommand({
  name: 'import-owner',
  owner: 'auth',
  staff: 'two',
  callers: [],
  request: ImportOwnerCommand,
  answer: MemberInfo,
  refusals: ['member_exists', 'parameter_invalid', 'scope_missing'],
});

/** A member who was removed. */
export class FormerMember {
  @IsId('member') memberId!: string;
  /** Sealed for the caller; null of an invitation that was not accepted, and after an erasure. */
  @IsNullable() @IsSealed() name!: Sealed | null;
  @IsTimestamp() removedAt!: string;
}
export class FormerMembersListed {
  @IsListOf(() => FormerMember, MEMBERS_PAGE_MAX)
  members!: FormerMember[];
  @IsBoolean() hasMore!: boolean;
}
/** The removed members of a merchant account, those who joined last first. */
export const listFormerMembers = defineCommand({
  name: 'list-former-members',
  owner: 'auth',
  request: ListMembersCommand,
  answer: FormerMembersListed,
  unordered: true,
});

export class EraseFormerMemberCommand {
  @IsId('merchant') merchantId!: string;
  @IsId('member') memberId!: string;
}
/** Erases the name of a removed member. The id stays in the records of what the member did. */
export const eraseFormerMember = defineCommand({
  name: 'erase-former-member',
  owner: 'auth',
  callers: [],
  request: EraseFormerMemberCommand,
  answer: MemberRemoved,
  refusals: ['member_not_found'],
});
