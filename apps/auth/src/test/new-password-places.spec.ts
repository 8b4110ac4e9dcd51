import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { beginPasswordReset, importUsers, registerUser, resetPassword } from '@paygate/contracts';
import { hashPassword, newId } from '@paygate/platform';
import { AccountRequests } from './account-requests.js';
import { AuthUnderTest, freshPhone } from './auth-under-test.js';
import { OtpStandIn } from './otp-stand-in.js';
import { accepted, password } from './registering.js';

/*
 * Eight places for new passwords, hashed one after the other: who comes with eight at one time, each at a merchant of its own,
 * finds a place for each where nothing else is in the way.
 */

let auth: AuthUnderTest;
let otp: OtpStandIn;
beforeAll(async () => {
  auth = await AuthUnderTest.start({ NEW_PASSWORD_PLACES: '8' });
  otp = await OtpStandIn.start(auth.busEnv);
}, 60_000);
afterAll(() => Promise.all([otp.stop(), auth.stop()]));

const mode = 'live';
const address = '203.0.113.7';
const atMerchants = <Answer>(count: number, ask: (asking: AccountRequests) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: count }, () => ask(new AccountRequests(auth))));
const refusals = (replies: readonly Reply<unknown>[]) => replies.flatMap((reply) => (reply.ok ? [] : [reply.code]));

const register = (asking: AccountRequests, from: { address?: string }) =>
  auth.ask(registerUser, asking.register(freshPhone(), password, { mode, ...from }), 'gateway');

/** A user's reset that waits for its code, and how to send it. */
async function waitingReset(asking: AccountRequests) {
  const phone = freshPhone();
  const phoneNumber = auth.seal(phone, 'import-users.phone');
  const user = { userId: newId('user'), phoneNumber, passwordHash: await hashPassword(password) };
  await auth.get(importUsers, { mode, users: [user] });
  const { resetId } = accepted(await auth.ask(beginPasswordReset, asking.forgot(phone, { mode }), 'gateway'));
  return (from: { address?: string }) =>
    auth.ask(resetPassword, asking.reset(resetId, otp.code, 'a better horse', { mode, ...from }), 'gateway');
}

test('one address has half of the places for registrations, at however many merchants; servers have all', async () => {
  const replies = await atMerchants(8, (asking) => register(asking, { address }));
  expect(new Set(refusals(replies))).toEqual(new Set(['rate_limited']));
  expect(refusals(await atMerchants(8, (asking) => register(asking, {})))).toEqual([]);
});

test('one address has half of the places for resets, at however many merchants; servers have all', async () => {
  const [crowd, servers] = [await atMerchants(8, waitingReset), await atMerchants(8, waitingReset)];
  const replies = await Promise.all(crowd.map((reset) => reset({ address })));
  expect(new Set(refusals(replies))).toEqual(new Set(['rate_limited']));
  expect(refusals(await Promise.all(servers.map((reset) => reset({}))))).toEqual([]);
});

test('resets that nobody has begun take no place, and are answered like a wrong code', async () => {
  const replies = await atMerchants(40, (asking) =>
    auth.ask(resetPassword, asking.reset(newId('passwordReset'), otp.code, password, { mode, address }), 'gateway'),
  );
  expect(replies).toEqual(Array.from({ length: 40 }, () => ({ ok: false, code: 'otp_invalid' })));
});
