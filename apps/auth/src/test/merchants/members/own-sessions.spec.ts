import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { endDashboardSession, listDashboardSessions } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { MembersUnderTest, okay, password } from '../../fixtures/members-under-test.js';

let world: MembersUnderTest;
beforeAll(async () => {
  world = await MembersUnderTest.start();
});
afterAll(() => world.stop());

const better = 'a better horse and battery';
const ended = { ok: false, code: 'token_invalid' };
const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);
const end = (sessionId: string, actorSessionId: string) =>
  world.ask(endDashboardSession, { sessionId, actorSessionId });
const idsOf = async (sessionId: string) =>
  okay(await world.ask(listDashboardSessions, { sessionId })).sessions.map((session) => session.sessionId);

test('[1.44] a person sees the open sessions of her own, newest first, and ends one of them', async () => {
  const [{ email }, other] = [await world.newOwner(), await world.newOwner()];
  const tokens = [await world.tokenOf(email), await world.tokenOf(email), await world.tokenOf(email)];
  const [first = '', second = '', third = ''] = await Promise.all(tokens.map((token) => world.sessionOf(token)));
  const foreign = await world.sessionOf(await world.tokenOf(other.email));
  expect(await idsOf(first)).toEqual([third, second, first]);
  await world.auth.sql("UPDATE dashboard_session SET seen_at = seen_at - interval '31 min' WHERE id = $1", third);
  expect(await idsOf(first)).toEqual([second, first]);
  okay(await end(second, first));
  expect(await world.check(tokens[1] ?? '')).toEqual(ended);
  expect(await idsOf(first)).toEqual([first]);
  expect(await idsOf(foreign)).toEqual([foreign]);
});

test('[1.57] a session is listed with the browser and system that began it, and one without them has none', async () => {
  const { email } = await world.newOwner();
  const sessionId = await world.sessionOf(await world.tokenOf(email));
  okay(await world.signIn(email, password, { device: 'Firefox, Android' }));
  const { sessions } = okay(await world.ask(listDashboardSessions, { sessionId }));
  expect(sessions.map(({ device }) => device)).toEqual(['Firefox, Android', undefined]);
});

test('[1.44] the session of another person is not found, like one that nobody has, and stays', async () => {
  const [one, two] = [await world.newOwner(), await world.newOwner()];
  const token = await world.tokenOf(two.email);
  const [own, foreign] = [await world.sessionOf(await world.tokenOf(one.email)), await world.sessionOf(token)];
  const missing = await end(newId('dashboardSession'), own);
  expect(codeOf(missing)).toBe('session_not_found');
  expect(await end(foreign, own)).toEqual(missing);
  expect(codeOf(await world.check(token))).toBe('ok');
});

test('[1.45] a changed password ends every session but the one that changed it, and is recorded at every account', async () => {
  const owner = await world.newOwner();
  const [own, other] = [await world.tokenOf(owner.email), await world.tokenOf(owner.email)];
  okay(await world.changePassword(await world.sessionOf(own), password, better));
  expect(codeOf(await world.check(own))).toBe('ok');
  expect(await world.check(other)).toEqual(ended);
  expect(codeOf(await world.signIn(owner.email))).toBe('credentials_invalid');
  expect(codeOf(await world.signIn(owner.email, better))).toBe('ok');
  const { memberId: subject } = owner;
  const record = { action: 'member.password_changed', subject, actor: subject };
  expect(await world.trailOf(owner.merchantId)).toContainEqual(record);
});

test('[1.45] a stolen session does not change the password: the current one is asked for, and guesses are throttled', async () => {
  const { email } = await world.newOwner();
  const token = await world.tokenOf(email);
  const sessionId = await world.sessionOf(token);
  const codes: string[] = [];
  for (let guess = 0; guess < 7; guess += 1)
    codes.push(codeOf(await world.changePassword(sessionId, `guess ${guess}`, better)));
  expect(codes.slice(0, 5)).toEqual(Array<string>(5).fill('credentials_invalid'));
  expect(codes.at(-1)).toBe('login_throttled');
  expect(codeOf(await world.check(token))).toBe('ok');
  for (const weak of ['password', email])
    expect(codeOf(await world.changePassword(sessionId, password, weak))).toBe('password_weak');
  expect(codeOf(await world.changePassword(newId('dashboardSession'), password, better))).toBe('token_invalid');
});
