import { IsIn } from 'class-validator';
import {
  MEMBERS_PAGE_MAX,
  acceptInvitation,
  changeMemberRole,
  inviteMember,
  inviteMemberAgain,
  listFormerMembers,
  listMembers,
  removeMember,
} from './member-commands.js';
import { IsMailToken } from './dashboard-sessions.js';
import { counted, ending, ofAddress } from '../kernel/stored.js';
import {
  mailLanguage,
  mailTokenIdempotencyKey,
  memberIdempotencyKey,
  sessionHeaders,
} from '../kernel/request-headers.js';
import { noBodyErrors, operationsOf } from '../kernel/operation.js';
import { PageLimit, pageOf, StartsAfter } from '../kernel/shapes/page.js';
import { NotedCreation } from '../kernel/shapes/noted-fields.js';
import { MemberPassword } from '../customers/users.js';
import { IsNullable, Note } from '../schema/declarations.js';
import { IsEmailAddress, IsId, IsNewLine, IsText, IsTimestamp, NAME_MAX_CHARACTERS } from '../schema/fields.js';
import type { MemberRole, MemberStatus } from '../vocabulary/member-roles.js';
import { memberRoles, memberStatuses } from '../vocabulary/member-roles.js';

/** Bodies of requests and answers about members. */
export class ListMembersQuery {
  @PageLimit('members', MEMBERS_PAGE_MAX)
  limit?: number;

  @StartsAfter('member')
  startingAfter?: string;
}

export class InviteMemberRequest {
  @Note({ description: 'The e-mail address to which the invitation is sent.', example: 'grace@shop.example' })
  @IsEmailAddress()
  email!: string;

  @Note({
    description:
      'Viewers read; cashiers also make links and refunds; developers manage test keys; admins also manage live keys and members; owners also manage owners.',
    example: 'developer',
  })
  @IsIn(memberRoles)
  role!: MemberRole;
}

export class AcceptInvitationRequest {
  @Note({ description: 'The token of the e-mail.', example: 'inv_…' })
  @IsMailToken()
  token!: string;

  @Note({ description: 'The name of the member, as the other members see it.', example: 'Grace' })
  @IsNewLine(NAME_MAX_CHARACTERS)
  name!: string;

  @MemberPassword()
  password!: string;
}

export class ChangeMemberRoleRequest {
  @Note({ example: 'admin' })
  @IsIn(memberRoles)
  role!: MemberRole;
}

export class MemberView {
  @Note({ example: 'mem_01k8zq3y8ng3sw0v6d7jep5f9x' })
  @IsId('member')
  id!: string;

  @Note({ example: 'member' })
  @IsIn(['member'])
  object!: 'member';

  @Note({ example: 'grace@shop.example' })
  @IsEmailAddress()
  email!: string;

  @Note({ description: 'The name of the member; null until the invitation is accepted.', example: 'Grace' })
  @IsNullable()
  @IsText(120, 1)
  name!: string | null;

  @Note({ example: 'developer' })
  @IsIn(memberRoles)
  role!: MemberRole;

  @Note({ example: 'active' })
  @IsIn(memberStatuses)
  status!: MemberStatus;

  @NotedCreation()
  createdAt!: string;

  @Note({ description: 'The time at which the invitation was accepted.', example: '2026-11-20T10:05:00.000Z' })
  @IsNullable()
  @IsTimestamp()
  joinedAt!: string | null;
}

/** A page of members, newest first. */
export class MemberPageAnswer extends pageOf(() => MemberView, 'member', MEMBERS_PAGE_MAX) {}

export class FormerMemberView {
  @Note({ example: 'mem_01k8zq3y8ng3sw0v6d7jep5f9x' })
  @IsId('member')
  id!: string;

  @Note({ example: 'former_member' })
  @IsIn(['former_member'])
  object!: 'former_member';

  @Note({
    description:
      'The name that the member had; null for an invitation that was not accepted, and once the name is erased.',
    example: 'Grace',
  })
  @IsNullable()
  @IsText(120, 1)
  name!: string | null;

  @Note({ description: 'The time of the removal.', example: '2026-11-20T10:05:00.000Z' })
  @IsTimestamp()
  removedAt!: string;
}

/** A page of removed members. */
export class FormerMemberPageAnswer extends pageOf(() => FormerMemberView, 'member', MEMBERS_PAGE_MAX) {}

/** The members of a merchant account. */
export const memberOperations = operationsOf({
  listMembers: {
    method: 'GET',
    path: '/members',
    summary: 'List members',
    description: 'Newest first, in pages, invited members included.',
    key: 'session',
    scope: 'members:read',
    headers: sessionHeaders,
    query: ListMembersQuery,
    answer: MemberPageAnswer,
    errors: ['cursor_invalid', ...listMembers.refusals],
  },
  listFormerMembers: {
    method: 'GET',
    path: '/members/former',
    summary: 'List former members',
    description:
      'Members who were removed, with the names that they had, for records that hold their ids. Those who were invited last come first, in pages. Members who were removed before 28 November 2026 are not listed.',
    key: 'session',
    scope: 'members:read',
    headers: sessionHeaders,
    query: ListMembersQuery,
    answer: FormerMemberPageAnswer,
    errors: ['cursor_invalid', ...listFormerMembers.refusals],
  },
  inviteMember: {
    method: 'POST',
    path: '/members',
    summary: 'Invite a member',
    description: 'Sends an e-mail with a token that works once, within 72 hours. Only owners invite owners.',
    key: 'session',
    scope: 'members:write',
    headers: [...sessionHeaders, mailLanguage, memberIdempotencyKey],
    body: InviteMemberRequest,
    answer: MemberView,
    success: 201,
    replays: true,
    stores: counted('member', 'mail_token', 'message', 'audit_record', 'idempotency_record'),
    errors: inviteMember.refusals,
  },
  acceptInvitation: {
    method: 'POST',
    path: '/members/accept',
    summary: 'Accept an invitation',
    description:
      'The holder of the token becomes a member. A new person chooses a password. A person who is already a member of another account sends the existing password; a wrong password gets 401 `credentials_invalid`. Wrong, used and expired tokens get the same answer.',
    key: 'anonymous',
    scope: null,
    headers: [mailTokenIdempotencyKey],
    body: AcceptInvitationRequest,
    answer: MemberView,
    replays: true,
    stores: ofAddress('audit_record', 'idempotency_record'),
    errors: acceptInvitation.refusals,
  },
  changeMemberRole: {
    method: 'POST',
    path: '/members/{id}/role',
    summary: 'Change the role of a member',
    description: 'Applies from the member’s next request. Only owners can assign or remove the role of owner.',
    key: 'session',
    scope: 'members:write',
    headers: [...sessionHeaders, memberIdempotencyKey],
    body: ChangeMemberRoleRequest,
    answer: MemberView,
    replays: true,
    stores: counted('audit_record', 'idempotency_record'),
    errors: changeMemberRole.refusals,
  },
  inviteMemberAgain: {
    method: 'POST',
    path: '/members/{id}/invite',
    summary: 'Send an invitation again',
    description: 'Sends a new token; the previous one is void. Takes no body.',
    key: 'session',
    scope: 'members:write',
    headers: [...sessionHeaders, mailLanguage, memberIdempotencyKey],
    answer: MemberView,
    replays: true,
    stores: counted('mail_token', 'message', 'audit_record', 'idempotency_record'),
    errors: [...noBodyErrors, ...inviteMemberAgain.refusals],
  },
  removeMember: {
    method: 'DELETE',
    path: '/members/{id}',
    summary: 'Remove a member',
    description:
      'Ends the membership, or the invitation: the next request of the member at this account is refused. Only owners remove owners. Takes no body.',
    key: 'session',
    scope: 'members:write',
    headers: sessionHeaders,
    success: 204,
    stores: ending('audit_record'),
    errors: [...noBodyErrors, ...removeMember.refusals],
  },
});
