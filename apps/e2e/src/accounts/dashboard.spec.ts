import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { eventually, PaygateHttp, readStack } from '@paygate/testing';
import { atDashboard, mailed, memberOf, newMerchant, newSession } from './dashboard.js';

const stack = readStack();
/** Every gateway of the stack: a change by one is visible at all. */
const gateways = stack.services
  .filter(({ service }) => service === 'gateway')
  .map(
    ({ url = stack.gateway.url }) =>
      new PaygateHttp({ baseUrl: url, ca: readFileSync(stack.gateway.ca, 'utf8'), ...stack.merchant }),
  );
afterAll(() => {
  for (const gateway of gateways) gateway.close();
});
const [first] = gateways;
if (first === undefined) throw new Error('the stack has no gateway');

test('[1.31] a member is invited by mail, manages test keys, forgets the password, and loses all access when removed', async () => {
  const email = `grace.${randomBytes(6).toString('hex')}@shop.example`;
  const password = `the first password of ${email}`;
  const owner = await newSession(first, stack.merchant.owner.email, stack.merchant.owner.password);
  const invited = await atDashboard(first, 'POST /members', { session: owner, body: { email, role: 'developer' } });
  expect([invited.status, invited.body['status']]).toEqual([201, 'invited']);

  const token = await mailed(stack, email, /inv_\w+/);
  expect((await atDashboard(first, 'POST /members/accept', { body: { token, name: 'Grace', password } })).status).toBe(
    200,
  );
  const again = await atDashboard(first, 'POST /members/accept', { body: { token, name: 'Eve', password } });
  expect(again.body).toMatchObject({ status: 400, code: 'mail_token_invalid' });

  const member = await newSession(first, email, password);
  const made = (body: object) => atDashboard(first, 'POST /api-keys', { session: member, body });
  expect((await made({ type: 'restricted', scopes: ['intents:write', 'api_keys:write'] })).status).toBe(201);
  // the role may not change the account, so no key of its does
  for (const body of [{ type: 'secret' }, { type: 'restricted', scopes: ['merchant:write'] }])
    expect((await made(body)).body).toMatchObject({ status: 403, code: 'scope_missing' });
  expect(
    (await atDashboard(first, 'POST /members', { session: member, body: { email, role: 'viewer' } })).body,
  ).toMatchObject({
    ...{ status: 403, code: 'scope_missing', scope: 'members:write' },
  });

  expect((await atDashboard(first, 'POST /dashboard/password/forgot', { body: { email } })).status).toBe(202);
  const reset = await mailed(stack, email, /rst_\w+/);
  const newPassword = `the second password of ${email}`;
  const change = { token: reset, password: newPassword };
  expect((await atDashboard(first, 'POST /dashboard/password/reset', { body: change })).status).toBe(204);
  expect((await atDashboard(first, 'GET /members', { session: member })).body).toMatchObject({
    status: 401,
    code: 'token_invalid',
  });

  const last = await newSession(first, email, newPassword);
  for (const gateway of gateways)
    expect((await atDashboard(gateway, 'GET /members', { session: last })).status).toBe(200);
  const id = String(invited.body['id']);
  expect((await atDashboard(first, `DELETE /members/${id}`, { session: owner })).status).toBe(204);
  for (const gateway of gateways)
    expect((await atDashboard(gateway, 'GET /members', { session: last })).body).toMatchObject({
      code: 'token_invalid',
    });
  expect((await atDashboard(first, 'DELETE /dashboard/sessions/current', { session: owner })).status).toBe(204);
  expect((await atDashboard(first, 'GET /dashboard/sessions/current', { session: owner })).body).toMatchObject({
    code: 'token_invalid',
  });
});

test('the only owner of an account cannot leave it', async () => {
  const session = await newMerchant(stack, first);
  const self = await atDashboard(first, `DELETE /members/${await memberOf(first, session)}`, { session });
  expect(self.body).toMatchObject({ status: 409, code: 'last_owner' });
});

test('[1.40] an owner signs in by a cookie, which opens the payments to pages of this origin and to no other site', async () => {
  const { origin } = new URL(stack.gateway.url);
  const own = { origin, 'sec-fetch-site': 'same-origin' };
  const { email, password } = stack.merchant.owner;
  const body = { email, password, delivery: 'cookie' };
  const signedIn = await first.request({ method: 'POST', path: '/dashboard/sessions', headers: own, body });
  expect([signedIn.status, signedIn.body]).toEqual([201, expect.not.objectContaining({ token: expect.anything() })]);
  const cookie = /^__Host-paygate_dashboard=dsh_\w+/.exec(String(signedIn.headers['set-cookie']))?.[0] ?? '';
  const payments = (headers: Record<string, string>) =>
    first.request({ method: 'GET', path: '/gateway?limit=1', headers: { cookie, ...headers } });
  expect((await payments(own)).status).toBe(200);
  for (const elsewhere of [{}, { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }])
    expect((await payments(elsewhere)).body).toMatchObject({ status: 403, code: 'origin_not_allowed' });
  const current = '/dashboard/sessions/current';
  expect((await first.request({ method: 'DELETE', path: current, headers: { cookie, ...own } })).status).toBe(204);
  expect((await payments(own)).body).toMatchObject({ status: 401, code: 'token_invalid' });
});

test('[1.42] a merchant signs up by mail, and its first keys and session work at once, for its own account only', async () => {
  const email = `ada.${randomBytes(6).toString('hex')}@shop.example`;
  const password = `the password of ${email}`;
  const opening = { email, businessName: 'Boutique', country: 'CM' };
  expect(await atDashboard(first, 'POST /dashboard/accounts', { body: opening })).toMatchObject({
    status: 202,
    text: '',
  });
  const token = await mailed(stack, email, /acc_\w+/);
  const confirmation = { token, name: 'Ada', password };
  const opened = await atDashboard(first, 'POST /dashboard/accounts/confirm', { body: confirmation });
  expect(opened).toMatchObject({
    status: 201,
    body: { merchant: { name: 'Boutique', currency: 'XAF' }, owner: { email, role: 'owner' } },
  });
  const key = (opened.body['apiKeys'] as { readonly key: string }[])[1]?.key ?? '';
  const intent = await first.request({
    ...{ method: 'POST', path: '/gateway', headers: { authorization: `Bearer ${key}` } },
    body: { amount: '5000', currency: 'XAF' },
  });
  expect(intent.status).toBe(201);
  const session = await newSession(first, email, password);
  const payments = await atDashboard(first, 'GET /gateway', { session });
  expect(payments.body).toMatchObject({ data: [{ id: intent.body['id'], mode: 'test' }], hasMore: false });
  const foreign = { authorization: `Bearer ${session}`, 'x-merchant-id': stack.merchant.id };
  const others = await first.request({ method: 'GET', path: '/gateway', headers: foreign });
  expect(others.body).toMatchObject({ status: 404, code: 'merchant_not_found' });
  const again = await atDashboard(first, 'POST /dashboard/accounts/confirm', { body: confirmation });
  expect(again.body).toMatchObject({ status: 400, code: 'mail_token_invalid' });
});

test('[1.52] a member finds a refused request of a key in the request log, by its code, within seconds', async () => {
  const session = await newSession(first, stack.merchant.owner.email, stack.merchant.owner.password);
  const headers = { authorization: `Bearer ${stack.merchant.secretKey}` };
  const refused = await first.request({ method: 'GET', path: '/gateway/pi_none?expand=canary', headers });
  const requestId = String(refused.headers['x-request-id']);
  const code = String(refused.body['code']);
  const entry = await eventually(async () => {
    const { body } = await atDashboard(first, `GET /request-logs?code=${code}`, { session });
    return (body['data'] as readonly Record<string, unknown>[]).find((each) => each['requestId'] === requestId);
  });
  expect(entry).toMatchObject({ method: 'GET', path: '/gateway/{id}', status: refused.status, memberId: null });
  expect(JSON.stringify(entry)).not.toMatch(/pi_none|canary/);
  const live = { authorization: `Bearer ${session}`, 'x-mode': 'live' };
  const elsewhere = await first.request({ method: 'GET', path: `/request-logs?code=${code}`, headers: live });
  expect(JSON.stringify(elsewhere.body)).not.toContain(requestId);
});
