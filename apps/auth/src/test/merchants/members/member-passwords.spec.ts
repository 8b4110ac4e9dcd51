import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { mintOpaqueToken } from '@paygate/platform';
import { freshEmail, MembersUnderTest, okay, password } from '../../fixtures/members-under-test.js';

let world: MembersUnderTest;
beforeAll(async () => {
  world = await MembersUnderTest.start({}, 2);
});
afterAll(() => world.stop());

const better = 'a better horse and battery';
const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);
const invalid = { ok: false, code: 'mail_token_invalid' };
const freshAddress = () => `198.51.100.${Math.floor(Math.random() * 256)}`;

test('[1.36] a forgotten password is replaced with a mailed token: all sessions end, and every account has a record of it', async () => {
  const [one, two] = [await world.newOwner(), await world.newOwner()];
  const { memberId } = await world.newMember(two, 'viewer', one.email);
  const sessions = [await world.tokenOf(one.email), await world.tokenOf(one.email)];
  const unhurt = await world.tokenOf(two.email);
  okay(await world.forget(one.email));
  const { personId } = okay(await world.reset(world.otp.tokenTo(one.email), better));
  expect(personId).toMatch(/^per_/);
  for (const token of sessions) expect(await world.check(token)).toEqual({ ok: false, code: 'token_invalid' });
  expect((await world.check(unhurt)).ok).toBe(true);
  expect(codeOf(await world.signIn(one.email))).toBe('credentials_invalid');
  expect(okay(await world.signIn(one.email, better)).memberships).toHaveLength(2);
  for (const [merchantId, subject] of [
    [one.merchantId, one.memberId],
    [two.merchantId, memberId],
  ] as const)
    expect(await world.trailOf(merchantId)).toContainEqual({
      action: 'member.password_reset',
      subject,
      actor: subject,
    });
});

test('the answer does not reveal whether an address is a member’s, and nothing is mailed to an unknown one', async () => {
  const [{ email }, nobody, invited] = [await world.newOwner(), freshEmail(), freshEmail()];
  okay(await world.invite(await world.newOwner(), 'viewer', invited));
  const answers = await Promise.all([email, nobody, invited].map((address) => world.forget(address)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(world.otp.mails.filter(({ to }) => to === nobody).map(({ mail }) => mail)).toEqual(['none']);
  expect(world.otp.mails.filter(({ to }) => to === invited).map(({ mail }) => mail)).toEqual(['invitation', 'none']);
  for (const address of [nobody, invited])
    expect(await world.reset(world.otp.mails.findLast(({ to }) => to === address)?.token ?? '', better)).toEqual(
      invalid,
    );
});

test('[1.35] a token works once within an hour; wrong, used, expired and foreign tokens get the same answer', async () => {
  const { email } = await world.newOwner();
  const other = await world.newOwner();
  okay(await world.forget(email));
  const first = world.otp.tokenTo(email);
  okay(await world.forget(email));
  const second = world.otp.tokenTo(email);
  const [row] = await world.auth.sql<{ minutes: number }>(
    'SELECT round(extract(epoch FROM expires_at - clock_timestamp()) / 60)::int AS minutes FROM mail_token WHERE hash = $1',
    world.hashOf(second),
  );
  expect(row?.minutes).toBe(60);
  okay(await world.reset(second, better));
  okay(await world.forget(other.email));
  const expired = world.otp.tokenTo(other.email);
  await world.auth.sql('UPDATE mail_token SET expires_at = clock_timestamp() WHERE hash = $1', world.hashOf(expired));
  const invitee = freshEmail();
  okay(await world.invite(other, 'viewer', invitee));
  for (const token of [first, second, expired, world.otp.tokenTo(invitee), mintOpaqueToken('passwordReset')])
    expect(await world.reset(token, password)).toEqual(invalid);
});

test('[1.35] of forty concurrent requests with one token one changes the password', async () => {
  const { email } = await world.newOwner();
  okay(await world.forget(email));
  const token = world.otp.tokenTo(email);
  const secrets = Array.from({ length: 40 }, (_, index) => `${better} ${index}`);
  const replies = await Promise.all(secrets.map((secret) => world.resetAtOnce(token, secret)));
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  okay(await world.signIn(email, secrets[replies.findIndex(({ ok }) => ok)]));
});

test('[1.36] no session begins with a password that is changed at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { email } = await world.newOwner();
    okay(await world.forget(email));
    const token = world.otp.tokenTo(email);
    const signIns = Promise.all(Array.from({ length: 4 }, () => world.signIn(email)));
    okay(await world.reset(token, better));
    for (const reply of await signIns)
      if (reply.ok) {
        const text = world.auth.open('gateway', reply.data.token, 'dashboard.token');
        expect(await world.check(text)).toEqual({ ok: false, code: 'token_invalid' });
      }
  }
});

test('a new password ends the wait after wrong ones, and must not be a weak one', async () => {
  const { email } = await world.newOwner();
  for (let count = 0; count < 5; count += 1) await world.signIn(email, 'a wrong password');
  expect(codeOf(await world.signIn(email))).toBe('login_throttled');
  okay(await world.forget(email));
  const token = world.otp.tokenTo(email);
  for (const weak of ['password', email, email.toUpperCase()])
    expect(codeOf(await world.reset(token, weak))).toBe('password_weak');
  okay(await world.reset(token, better));
  okay(await world.signIn(email, better));
});

test('the network where a password was just chosen is trusted, however often others guess elsewhere', async () => {
  const owner = await world.newOwner();
  const { email: newcomer } = await world.newMember(owner, 'viewer');
  okay(await world.forget(owner.email));
  okay(await world.reset(world.otp.tokenTo(owner.email), better));
  for (const [email, secret] of [
    [newcomer, password],
    [owner.email, better],
  ] as const) {
    for (let count = 0; count < 5; count += 1)
      await world.signIn(email, 'a wrong password', { address: '198.51.100.9' });
    expect(codeOf(await world.signIn(email, secret, { address: '192.0.2.9' }))).toBe('login_throttled');
    okay(await world.signIn(email, secret));
  }
});

test('one address gets a limited number of mails, known or not, and a repeated request counts once', async () => {
  for (const email of [(await world.newOwner()).email, freshEmail()]) {
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => world.forget(email, { address: freshAddress() })),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(5);
    expect(replies.map(codeOf)).toContain('rate_limited');
  }
  const email = freshEmail();
  for (let count = 0; count < 8; count += 1) okay(await world.forget(email, { key: 'one' }));
  expect(world.otp.mails.filter(({ to }) => to === email)).toHaveLength(1);
});
