import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { listDashboardSessions, readSecondFactor } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { base32 } from '../../../merchants/members/second-factor/totp.js';
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
const stateOf = async (sessionId: string) => okay(await world.ask(readSecondFactor, { sessionId }));
const newHolder = async () => {
  const owner = await world.newOwner();
  return { owner, ...(await factors.enable(owner.email)) };
};
const signIn = (email: string, code?: string) => world.signIn(email, password, code === undefined ? {} : { code });

test('[1.48] a password alone begins no session once a second factor is enabled; with the code of the app it does', async () => {
  const { email, secret, owner } = await newHolder();
  const refused = await signIn(email);
  expect(refused).toEqual({ ok: false, code: 'second_factor_required' });
  expect(codeOf(await signIn(email, await factors.codeOf(secret, 5)))).toBe('second_factor_invalid');
  expect(codeOf(await signIn(email, await factors.codeOf(secret, 1)))).toBe('ok');
  expect(codeOf(await world.signIn(email, 'wrong', { code: await factors.codeOf(secret, 1) }))).toBe(
    'credentials_invalid',
  );
  const trail = (await world.trailOf(owner.merchantId)).map(({ action }) => action);
  expect(trail.slice(-3)).toEqual([
    ...['member.second_factor_enabled', 'member.second_factor_refused', 'member.signed_in'],
  ]);
});

test('[1.48] a secret that no code confirmed changes nothing, and another one replaces it', async () => {
  const { email } = await world.newOwner();
  const sessionId = await world.sessionOf(await world.tokenOf(email));
  expect(codeOf(await factors.confirm(sessionId, '000000'))).toBe('second_factor_missing');
  const first = await factors.secretOf(sessionId);
  const second = await factors.secretOf(sessionId);
  expect(second).not.toEqual(first);
  expect(codeOf(await signIn(email))).toBe('ok');
  expect(await stateOf(sessionId)).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });
  expect(codeOf(await factors.confirm(sessionId, await factors.codeOf(first)))).toBe('second_factor_invalid');
  expect(codeOf(await factors.confirm(sessionId, await factors.codeOf(second)))).toBe('ok');
  expect(await stateOf(sessionId)).toEqual({ enabledAt: expect.any(String), recoveryCodesLeft: 10 });
  expect(codeOf(await factors.begin(sessionId))).toBe('second_factor_enabled');
  expect(codeOf(await factors.confirm(sessionId, await factors.codeOf(second, 1)))).toBe('second_factor_enabled');
});

test('[1.48] the sessions that began without the second factor end when it is enabled, and no other person’s', async () => {
  const [owner, other] = [await world.newOwner(), await world.newOwner()];
  const [stolen, foreign] = [await world.tokenOf(owner.email), await world.tokenOf(other.email)];
  const { sessionId } = await factors.enable(owner.email);
  expect(codeOf(await world.check(stolen))).toBe('token_invalid');
  expect(okay(await world.ask(listDashboardSessions, { sessionId })).sessions).toHaveLength(1);
  expect(codeOf(await world.check(foreign))).toBe('ok');
});

test('[1.49] one code begins one session, however many sign-ins present it at once', async () => {
  const { email, secret, recoveryCodes } = await newHolder();
  const [recoveryCode = ''] = recoveryCodes;
  const atOnce = async (code: string) => {
    const replies = await Promise.all(Array.from({ length: 4 }, () => world.signInAtOnce(email, { code })));
    return replies.map(codeOf).sort();
  };
  const once = ['ok', ...Array<string>(3).fill('second_factor_invalid')];
  expect(await atOnce(await factors.codeOf(secret, 1))).toEqual(once);
  expect(codeOf(await signIn(email, recoveryCodes[1]))).toBe('ok'); // resets the count of wrong codes
  expect(await atOnce(recoveryCode)).toEqual(once);
});

test('[1.49] the database refuses an earlier time step, another secret and another time of an enabled second factor', async () => {
  await newHolder();
  const change = (set: string) => world.auth.sql(`UPDATE second_factor SET ${set} WHERE enabled_at IS NOT NULL`);
  for (const set of ['last_step = last_step - 1', "sealed_secret = 'x'", 'enabled_at = NULL'])
    await expect(change(set)).rejects.toThrow('an enabled second factor keeps its secret, and its time step grows');
});

test('[1.49] a recovery code works once, however it is typed, and its use is recorded', async () => {
  const { email, sessionId, recoveryCodes, owner } = await newHolder();
  const [first = '', second = ''] = recoveryCodes;
  expect(codeOf(await signIn(email, ` ${first.toUpperCase().replaceAll('-', ' ')}`))).toBe('ok');
  expect(codeOf(await signIn(email, first))).toBe('second_factor_invalid');
  expect(codeOf(await signIn(email, second))).toBe('ok');
  expect((await stateOf(sessionId)).recoveryCodesLeft).toBe(8);
  expect((await world.trailOf(owner.merchantId)).map(({ action }) => action)).toContain('member.recovery_code_used');
  const untrusted = await newHolder();
  expect(codeOf(await signIn(untrusted.email, recoveryCodes[2]))).toBe('second_factor_invalid');
});

test('[1.50] wrong codes are bounded per person over all networks that the person has not used, and a right one then has to wait too', async () => {
  const { email, secret } = await newHolder();
  const codes: string[] = [];
  for (let guess = 0; guess < 6; guess += 1)
    codes.push(codeOf(await world.signIn(email, password, { code: '000000', address: `198.51.${guess}.7` })));
  expect(codes).toEqual([...Array<string>(5).fill('second_factor_invalid'), 'login_throttled']);
  const right = await world.signIn(email, password, { code: await factors.codeOf(secret, 1), address: '198.51.9.7' });
  expect(right).toMatchObject({ code: 'login_throttled', fields: { retryAfter: expect.any(Number) } });
  await world.auth.sql("UPDATE second_factor SET blocked_until = clock_timestamp() - interval '1 s'");
  expect(codeOf(await signIn(email, await factors.codeOf(secret, 1)))).toBe('ok');
});

test('[1.50] whoever has the password locks neither the code at networks that the person has used, nor recovery codes anywhere', async () => {
  const { email, secret, sessionId, recoveryCodes } = await newHolder();
  const untrusted = '198.51.100.7';
  for (let guess = 0; guess < 6; guess += 1)
    await world.signIn(email, password, { code: '000000', address: untrusted });
  const [code] = recoveryCodes;
  expect(
    codeOf(await world.signIn(email, password, { code: await factors.codeOf(secret, 1), address: untrusted })),
  ).toBe('login_throttled');
  expect(codeOf(await signIn(email, await factors.codeOf(secret, 1)))).toBe('ok');
  expect(codeOf(await world.signIn(email, password, { code: code ?? '', address: '198.51.200.7' }))).toBe('ok');
  // within trusted networks and sessions wrong codes are bounded as well
  const codes: string[] = [];
  for (let guess = 0; guess < 6; guess += 1) codes.push(codeOf(await factors.disable(sessionId, '000000')));
  expect(codes).toEqual([...Array<string>(5).fill('second_factor_invalid'), 'login_throttled']);
  expect(codeOf(await signIn(email, '000000'))).toBe('login_throttled');
  okay(await factors.disable(sessionId, recoveryCodes[1] ?? ''));
});

test('wrong codes do not use up the attempts at the password, and wrong passwords not those at the code', async () => {
  const { email, recoveryCodes } = await newHolder();
  for (let step = 0; step < 7; step += 1) expect(codeOf(await signIn(email))).toBe('second_factor_required');
  for (let guess = 0; guess < 4; guess += 1) await world.signIn(email, `guess ${guess}`);
  expect(codeOf(await signIn(email, '000000'))).toBe('second_factor_invalid');
  expect(codeOf(await signIn(email, recoveryCodes[0]))).toBe('ok');
});

test('[1.56] recovery codes are renewed with a code of the app or one of themselves; the earlier ones count no more, and it is recorded', async () => {
  const { email, secret, sessionId, recoveryCodes, owner } = await newHolder();
  const renewed = factors.codesIn(
    okay(await factors.renewCodes(sessionId, await factors.codeOf(secret, 1))).recoveryCodes,
  );
  expect(new Set([...renewed, ...recoveryCodes]).size).toBe(20);
  expect((await stateOf(sessionId)).recoveryCodesLeft).toBe(10);
  expect(codeOf(await signIn(email, recoveryCodes[0]))).toBe('second_factor_invalid');
  expect(codeOf(await signIn(email, renewed[0]))).toBe('ok');
  okay(await factors.renewCodes(sessionId, renewed[1] ?? ''));
  expect(codeOf(await signIn(email, renewed[2]))).toBe('second_factor_invalid');
  const trail = (await world.trailOf(owner.merchantId)).map(({ action }) => action);
  expect(trail.filter((action) => action === 'member.recovery_codes_renewed')).toHaveLength(2);
});

test('[1.56] a stolen session renews no recovery codes: it ends with its fifth wrong code, and the codes stay', async () => {
  const { email, sessionId, recoveryCodes } = await newHolder();
  const answers: string[] = [];
  for (let guess = 0; guess < 6; guess += 1) answers.push(codeOf(await factors.renewCodes(sessionId, '000000')));
  expect(answers).toEqual([...Array<string>(5).fill('second_factor_invalid'), 'token_invalid']);
  expect(codeOf(await signIn(email, recoveryCodes[0]))).toBe('ok');
  const { email: other } = await world.newOwner();
  const without = await world.sessionOf(await world.tokenOf(other));
  expect(codeOf(await factors.renewCodes(without, '000000'))).toBe('second_factor_missing');
});

test('[1.51] disabling needs the password and a code; neither alone, nor a session, suffices', async () => {
  const { email, sessionId, recoveryCodes, owner } = await newHolder();
  const [code = ''] = recoveryCodes;
  expect(codeOf(await factors.disable(sessionId, code, 'wrong'))).toBe('credentials_invalid');
  expect(codeOf(await factors.disable(sessionId, '000000'))).toBe('second_factor_invalid');
  expect(codeOf(await factors.disable(newId('dashboardSession'), code))).toBe('token_invalid');
  expect(codeOf(await signIn(email))).toBe('second_factor_required');
  okay(await factors.disable(sessionId, code));
  expect(await stateOf(sessionId)).toEqual({ enabledAt: null, recoveryCodesLeft: 0 });
  expect(codeOf(await factors.disable(sessionId, code))).toBe('second_factor_missing');
  expect(codeOf(await signIn(email))).toBe('ok');
  expect((await world.trailOf(owner.merchantId)).map(({ action }) => action)).toContain(
    'member.second_factor_disabled',
  );
});

test('[1.51] a stolen session begins no second factor without the password, and guesses are throttled', async () => {
  const { email } = await world.newOwner();
  const sessionId = await world.sessionOf(await world.tokenOf(email));
  const codes: string[] = [];
  for (let guess = 0; guess < 6; guess += 1) codes.push(codeOf(await factors.begin(sessionId, `guess ${guess}`)));
  expect(codes).toEqual([...Array<string>(5).fill('credentials_invalid'), 'login_throttled']);
  expect(codeOf(await factors.confirm(newId('dashboardSession'), '000000'))).toBe('token_invalid');
  expect(codeOf(await world.ask(readSecondFactor, { sessionId: newId('dashboardSession') }))).toBe('token_invalid');
});

test('[1.50] a new password keeps the second factor, and the waits after wrong codes', async () => {
  const { email, recoveryCodes } = await newHolder();
  for (let guess = 0; guess < 5; guess += 1) await signIn(email, '000000');
  okay(await world.forget(email));
  const better = 'a better horse and battery';
  okay(await world.reset(world.otp.tokenTo(email), better));
  expect(codeOf(await world.signIn(email, better))).toBe('second_factor_required');
  expect(codeOf(await world.signIn(email, better, { code: '000000' }))).toBe('login_throttled');
  expect(codeOf(await world.signIn(email, better, { code: recoveryCodes[0] ?? '' }))).toBe('ok');
});

test('[1.51] the database holds neither secret nor recovery code in the clear, and forgets them with the person', async () => {
  const owner = await world.newOwner();
  const member = await world.newMember(owner, 'viewer');
  const { secret, recoveryCodes } = await factors.enable(member.email);
  const rows = await world.auth.sql<{ text: string }>(
    'SELECT f::text AS text FROM second_factor f UNION ALL SELECT c::text FROM recovery_code c',
  );
  const text = rows.map((row) => row.text).join('\n');
  expect(text).toMatch(/\w/);
  for (const clear of [secret.toString('hex'), base32(secret), ...recoveryCodes]) expect(text).not.toContain(clear);
  const count = async () => (await world.auth.sql('SELECT FROM second_factor')).length;
  const before = await count();
  okay(await world.remove(owner, member.memberId));
  expect(await count()).toBe(before - 1);
});
