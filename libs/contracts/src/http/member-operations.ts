import {
  acceptInvitation,
  changeMemberRole,
  inviteMember,
  inviteMemberAgain,
  listMembers,
  removeMember,
} from '../bus/commands/members.js';
import { mailLanguage, mailTokenKey, sessionHeaders, withoutBody } from './dashboard-operations.js';
import { headers } from './headers.js';
import {
  AcceptInvitationRequest,
  ChangeMemberRoleRequest,
  InviteMemberRequest,
  ListMembersQuery,
  MemberPageAnswer,
  MemberView,
} from './member-bodies.js';
import type { HeaderUse, Operation } from './operations.js';

const idempotencyKey: HeaderUse = {
  name: headers.idempotencyKey,
  required: false,
  description: 'The same key, path and body give the same answer for 30 days: 1 to 255 printable ASCII characters.',
};

/** The members of a merchant account. */
export const memberOperations = {
  listMembers: {
    id: 'listMembers',
    method: 'GET',
    path: '/members',
    summary: 'List members',
    description: 'Newest first, in pages; those who were invited are among them.',
    key: 'session',
    headers: sessionHeaders,
    query: ListMembersQuery,
    answer: MemberPageAnswer,
    success: 200,
    replays: false,
    errors: ['cursor_invalid', ...listMembers.refusals],
  },
  inviteMember: {
    id: 'inviteMember',
    method: 'POST',
    path: '/members',
    summary: 'Invite a member',
    description: 'Sends an e-mail with a token that works once, within 72 hours. Owners are invited by owners.',
    key: 'session',
    headers: [...sessionHeaders, mailLanguage, idempotencyKey],
    body: InviteMemberRequest,
    answer: MemberView,
    success: 201,
    replays: true,
    errors: inviteMember.refusals,
  },
  acceptInvitation: {
    id: 'acceptInvitation',
    method: 'POST',
    path: '/members/accept',
    summary: 'Accept an invitation',
    description:
      'Makes a member of who has the token. Somebody new chooses a password; who is a member of another account shows the one they have, and a wrong one is 401 `credentials_invalid`. A wrong, a used and an expired token read the same.',
    key: 'stranger',
    headers: [mailTokenKey],
    body: AcceptInvitationRequest,
    answer: MemberView,
    success: 200,
    replays: true,
    errors: acceptInvitation.refusals,
  },
  changeMemberRole: {
    id: 'changeMemberRole',
    method: 'POST',
    path: '/members/{id}/role',
    summary: 'Change the role of a member',
    description: 'In force from the next request of the member. Only owners make owners, or take the role from them.',
    key: 'session',
    headers: [...sessionHeaders, idempotencyKey],
    body: ChangeMemberRoleRequest,
    answer: MemberView,
    success: 200,
    replays: true,
    errors: changeMemberRole.refusals,
  },
  inviteMemberAgain: {
    id: 'inviteMemberAgain',
    method: 'POST',
    path: '/members/{id}/invite',
    summary: 'Send an invitation again',
    description: 'With a new token; the one before works no more. Takes no body.',
    key: 'session',
    headers: [...sessionHeaders, mailLanguage, idempotencyKey],
    answer: MemberView,
    success: 200,
    replays: true,
    errors: [...withoutBody, ...inviteMemberAgain.refusals],
  },
  removeMember: {
    id: 'removeMember',
    method: 'DELETE',
    path: '/members/{id}',
    summary: 'Remove a member',
    description:
      'Ends the membership, or the invitation: the next request of the member at this account is refused. Only owners remove owners. Takes no body.',
    key: 'session',
    headers: sessionHeaders,
    success: 204,
    replays: false,
    errors: [...withoutBody, ...removeMember.refusals],
  },
} as const satisfies Readonly<Record<string, Operation>>;
