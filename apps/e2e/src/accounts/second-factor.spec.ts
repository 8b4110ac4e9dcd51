import { randomBytes } from 'node:crypto';
import { afterAll, expect, test } from '@jest/globals';
import type { Answer } from '@paygate/testing';
import { codeOfApp, readStack, stackClient } from '@paygate/testing';
import { atDashboard, mailed, newSession } from './dashboard.js';

const stack = readStack();
const api = stackClient(stack);
afterAll(() => {
  api.close();
});

const ask = (route: string, session?: string, body?: unknown): Promise<Answer> =>
  atDashboard(api, route, { ...(session === undefined ? {} : { session }), body });
const outcomeOf = ({ status, body }: Answer) => [status, body['code']];

/** A member of the demo merchant, who joined just now. */
async function newMember() {
  const email = `grace.${randomBytes(6).toString('hex')}@shop.example`;
  const password = `the password of ${email}`;
  const owner = await newSession(api, stack.merchant.owner.email, stack.merchant.owner.password);
  const invited = await ask('POST /members', owner, { email, role: 'viewer' });
  expect(invited.status).toBe(201);
  const token = await mailed(stack, email, /inv_\w+/);
  expect((await ask('POST /members/accept', undefined, { token, name: 'Grace', password })).status).toBe(200);
  return { email, password, session: await newSession(api, email, password) };
}

test('[1.48][1.49] a member enables a second factor, signs in with a code once each, and disables it with password and code', async () => {
  const { email, password, session } = await newMember();
  const path = '/dashboard/second-factor';
  const signIn = (code?: string) => ask('POST /dashboard/sessions', undefined, { email, password, code });

  expect((await ask(`GET ${path}`, session)).body).toEqual({
    ...{ object: 'second_factor', enabled: false, enabledAt: null, recoveryCodesLeft: 0 },
  });
  expect(outcomeOf(await ask(`POST ${path}/confirm`, session, { code: '000000' }))).toEqual([
    ...[409, 'second_factor_missing'],
  ]);
  expect(outcomeOf(await ask(`POST ${path}`, session, { password: 'wrong' }))).toEqual([401, 'credentials_invalid']);
  const begun = await ask(`POST ${path}`, session, { password });
  expect(begun.status).toBe(201);
  const secret = String(begun.body['secret']);
  expect(begun.body['otpauthUrl']).toBe(
    `otpauth://totp/Paygate:${encodeURIComponent(email)}?secret=${secret}&issuer=Paygate`,
  );
  expect(outcomeOf(await ask(`POST ${path}/confirm`, session, { code: '00000' }))).toEqual([
    ...[401, 'second_factor_invalid'],
  ]);
  const other = await newSession(api, email, password);
  const confirmed = await ask(`POST ${path}/confirm`, session, { code: codeOfApp(secret) });
  expect([confirmed.status, confirmed.body['enabled']]).toEqual([200, true]);
  const codes = confirmed.body['recoveryCodes'] as readonly string[];
  expect(codes).toHaveLength(10);
  expect(outcomeOf(await ask(`POST ${path}`, session, { password }))).toEqual([409, 'second_factor_enabled']);
  expect(outcomeOf(await ask(`POST ${path}/confirm`, session, { code: codeOfApp(secret, 1) }))).toEqual([
    ...[409, 'second_factor_enabled'],
  ]);
  expect(outcomeOf(await ask('GET /members', other))).toEqual([401, 'token_invalid']);

  const refused = await signIn();
  expect(outcomeOf(refused)).toEqual([401, 'second_factor_required']);
  expect(refused.text).not.toMatch(/dsh_/);
  expect(
    outcomeOf(await ask('POST /dashboard/sessions', undefined, { email, password: 'wrong', code: codes[0] })),
  ).toEqual([401, 'credentials_invalid']);
  const code = codeOfApp(secret, 1);
  expect((await signIn(code)).status).toBe(201);
  expect(outcomeOf(await signIn(code))).toEqual([401, 'second_factor_invalid']);
  expect((await signIn(codes[0])).status).toBe(201);
  expect(outcomeOf(await signIn(codes[0]))).toEqual([401, 'second_factor_invalid']);
  expect((await ask(`GET ${path}`, session)).body).toMatchObject({ enabled: true, recoveryCodesLeft: 9 });

  const disable = (body: object) => ask(`POST ${path}/disable`, session, body);
  expect(outcomeOf(await disable({ password: 'wrong', code: codes[1] }))).toEqual([401, 'credentials_invalid']);
  expect(outcomeOf(await disable({ password, code: '000000' }))).toEqual([401, 'second_factor_invalid']);
  expect((await disable({ password, code: codes[1] })).status).toBe(204);
  expect(outcomeOf(await disable({ password, code: codes[1] }))).toEqual([409, 'second_factor_missing']);
  expect((await signIn()).status).toBe(201);
});
