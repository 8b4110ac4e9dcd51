import { describe, expect, test } from '@jest/globals';
import type { ErrorCode } from '@paygate/contracts';
import {
  acceptInvitation,
  beginPasswordReset,
  changeMemberRole,
  confirmRegistration,
  createApiKey,
  forgetMemberPassword,
  inviteMember,
  inviteMemberAgain,
  registerUser,
  removeMember,
  resetMemberPassword,
  resetPassword,
  revokeApiKey,
  rotateApiKey,
  signInToDashboard,
  signOut,
} from '@paygate/contracts';
import { lastingRefusals } from './lasting-refusals.js';

/** Commands that are answered once. */
const commands = [
  ...[createApiKey, rotateApiKey, revokeApiKey, signOut, signInToDashboard],
  ...[registerUser, confirmRegistration, beginPasswordReset, resetPassword],
  ...[inviteMember, inviteMemberAgain, acceptInvitation, changeMemberRole, removeMember],
  ...[forgetMemberPassword, resetMemberPassword],
];

/** Which are not kept, and why no refusal is lost with them. */
const passing: Readonly<Partial<Record<ErrorCode, string>>> = {
  phone_invalid: 'says what was sent',
  password_weak: 'says what was sent',
  mail_token_invalid: 'a token that is used or has expired is never good again',
  otp_invalid: 'a wrong code stays wrong, and a claim that is used up is never open again',
  token_invalid: 'a token that has ended has ended for good',
  member_joined: 'who has accepted an invitation is not invited again',
  api_key_inactive: 'a key that has ended has ended for good',
  api_key_expired: 'a key that has ended has ended for good',
  api_key_revoked: 'a key that has ended has ended for good',
  rate_limited: 'a flood costs no row each',
  login_throttled: 'a flood costs no row each',
  idempotency_key_reused: 'of keys',
  idempotency_key_in_use: 'of keys',
};

describe('a refusal of a command without a key', () => {
  test('is one that lasts, or one that no other moment turns into a grant', () => {
    const refusals = [...new Set(commands.flatMap((command) => command.refusals))].sort();
    expect([...lastingRefusals, ...Object.keys(passing)].sort()).toEqual(refusals);
  });

  test('that strangers get before they are counted is not kept', () => {
    const strangers: readonly ErrorCode[] = ['phone_invalid', 'password_weak', 'mail_token_invalid', 'rate_limited'];
    expect(strangers.filter((code) => lastingRefusals.includes(code))).toEqual([]);
  });
});
