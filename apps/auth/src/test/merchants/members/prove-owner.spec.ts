import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MemberRole, Reply } from '@paygate/contracts';
import { memberRoles } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { MembersUnderTest, okay, password } from '../../fixtures/members-under-test.js';
import { SecondFactorRequests } from '../../fixtures/second-factor-requests.js';

let world: MembersUnderTest;
let factors: SecondFactorRequests;
beforeAll(async () => {
  world = await MembersUnderTest.start({ SIGN_IN_FIRST_WAIT_SECONDS: '600', SIGN_IN_QUEUE_SIZE: '64' });
  factors = new SecondFactorRequests(world);
});
afterAll(() => world.stop());

const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);
const newHolder = async () => {
  const owner = await world.newOwner();
  return { ...owner, ...(await factors.enable(owner.email)) };
};

describe('an owner is proven for one act', () => {
  test('[12.2] by the code of the app, which is used up, or by a recovery code', async () => {
    const { sessionId, merchantId, memberId, secret, recoveryCodes } = await newHolder();
    const code = await factors.codeOf(secret, 1);
    expect(okay(await factors.prove(sessionId, merchantId, code))).toEqual({ memberId });
    expect(codeOf(await factors.prove(sessionId, merchantId, code))).toBe('second_factor_invalid');
    const [recovery = ''] = recoveryCodes;
    expect(okay(await factors.prove(sessionId, merchantId, recovery))).toEqual({ memberId });
    expect(codeOf(await factors.prove(sessionId, merchantId, recovery))).toBe('second_factor_invalid');
  });

  test('[12.2] and not by a session of somebody without a second factor, whatever code it shows', async () => {
    const { email, merchantId } = await world.newOwner();
    const sessionId = await world.sessionOf(await world.tokenOf(email));
    expect(codeOf(await factors.prove(sessionId, merchantId, '000000'))).toBe('second_factor_missing');
    await factors.secretOf(sessionId); // begun, and not confirmed
    expect(codeOf(await factors.prove(sessionId, merchantId, '000000'))).toBe('second_factor_missing');
  });

  test('[12.2] and not by guesses at the code, which end the session, are recorded, and keep no other session or sign-in waiting', async () => {
    const { sessionId, merchantId, memberId, email, secret, recoveryCodes } = await newHolder();
    const signedIn = await world.signIn(email, password, { code: recoveryCodes[0] ?? '' });
    const token = world.auth.open('gateway', okay(signedIn).token, 'dashboard.token');
    const other = await world.sessionOf(token);
    const codes: string[] = [];
    for (let guess = 0; guess < 6; guess += 1) codes.push(codeOf(await factors.prove(sessionId, merchantId, '000000')));
    expect(codes).toEqual([...Array<string>(5).fill('second_factor_invalid'), 'token_invalid']);
    expect(codeOf(await factors.prove(sessionId, merchantId, recoveryCodes[1] ?? ''))).toBe('token_invalid');
    expect(okay(await factors.prove(other, merchantId, recoveryCodes[1] ?? ''))).toEqual({ memberId });
    expect(codeOf(await world.signIn(email, password, { code: await factors.codeOf(secret, 1) }))).toBe('ok');
    expect((await world.trailOf(merchantId)).map(({ action }) => action)).toContain('member.second_factor_refused');
  });

  test('and not by more guesses of one session at once', async () => {
    const { sessionId, merchantId } = await newHolder();
    const guesses = Array.from({ length: 12 }, () => factors.proveAtOnce(sessionId, merchantId, '000000'));
    const codes = (await Promise.all(guesses)).map(codeOf);
    expect(codes.filter((code) => code === 'second_factor_invalid')).toHaveLength(5);
    expect(codes.filter((code) => code === 'token_invalid')).toHaveLength(7);
  });

  test.each(memberRoles.filter((role): role is Exclude<MemberRole, 'owner'> => role !== 'owner'))(
    '[12.2] and not by a member with the role %s, whose code stays unused',
    async (role) => {
      const owner = await world.newOwner();
      const { email } = await world.newMember(owner, role);
      const { sessionId, secret } = await factors.enable(email);
      const code = await factors.codeOf(secret, 1);
      expect(codeOf(await factors.prove(sessionId, owner.merchantId, code))).toBe('owner_required');
    },
  );

  test.each(memberRoles)('[12.21] for an act of admins, too, the role %s is enough or not', async (role) => {
    const owner = await world.newOwner();
    const { email, memberId } = await world.newMember(owner, role);
    const { sessionId, secret } = await factors.enable(email);
    const proved = await factors.proveOrAdmin(sessionId, owner.merchantId, await factors.codeOf(secret, 1));
    if (role === 'owner' || role === 'admin') expect(okay(proved)).toEqual({ memberId });
    else expect(codeOf(proved)).toBe('owner_required');
  });

  test('and not by the owner of another account, or by a session that is none', async () => {
    const [own, other] = [await newHolder(), await world.newOwner()];
    const code = await factors.codeOf(own.secret, 1);
    expect(codeOf(await factors.prove(own.sessionId, other.merchantId, code))).toBe('owner_required');
    expect(codeOf(await factors.prove(newId('dashboardSession'), own.merchantId, code))).toBe('token_invalid');
    expect(codeOf(await factors.prove(own.sessionId, own.merchantId, code))).toBe('ok');
  });

  test('and no longer once another owner has taken the role away', async () => {
    const { sessionId, merchantId, secret, memberId, email } = await newHolder();
    const other = await world.newMember({ memberId, merchantId, email }, 'owner');
    okay(await world.changeRole(other, memberId, 'admin'));
    expect(codeOf(await factors.prove(sessionId, merchantId, await factors.codeOf(secret, 1)))).toBe('owner_required');
  });
});
