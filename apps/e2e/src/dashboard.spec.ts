import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { eventually, inboxMessages, PaygateHttp, readStack } from '@paygate/testing';

const stack = readStack();
/** Every gateway of the stack: what one has done holds at all. */
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

const ask = (at: PaygateHttp, route: string, session?: string, body?: unknown) => {
  const [method = '', path = ''] = route.split(' ');
  const headers = session === undefined ? {} : { authorization: `Bearer ${session}` };
  return at.request({ method, path, headers, ...(body === undefined ? {} : { body }) });
};
const signIn = async (email: string, password: string): Promise<string> =>
  String((await ask(first, 'POST /dashboard/sessions', undefined, { email, password })).body['token']);
const mailTo = (email: string, token: RegExp) =>
  eventually(async () => {
    const mails = await inboxMessages(stack, email);
    return mails.map(({ text }) => token.exec(text)?.[0]).find((found) => found !== undefined);
  });

test('a member is invited by mail, manages test keys, forgets the password, and is out everywhere when removed', async () => {
  const email = `grace.${randomBytes(6).toString('hex')}@shop.example`;
  const password = `the first password of ${email}`;
  const owner = await signIn(stack.merchant.owner.email, stack.merchant.owner.password);
  const invited = await ask(first, 'POST /members', owner, { email, role: 'developer' });
  expect([invited.status, invited.body['status']]).toEqual([201, 'invited']);

  const token = await mailTo(email, /inv_\w+/);
  expect((await ask(first, 'POST /members/accept', undefined, { token, name: 'Grace', password })).status).toBe(200);
  const again = await ask(first, 'POST /members/accept', undefined, { token, name: 'Eve', password });
  expect(again.body).toMatchObject({ status: 400, code: 'mail_token_invalid' });

  const member = await signIn(email, password);
  const made = await ask(first, 'POST /api-keys', member, { type: 'secret' });
  expect(made.status).toBe(201);
  expect((await ask(first, 'POST /members', member, { email, role: 'viewer' })).body).toMatchObject({
    ...{ status: 403, code: 'scope_missing', scope: 'members:write' },
  });

  expect((await ask(first, 'POST /dashboard/password/forgot', undefined, { email })).status).toBe(202);
  const reset = await mailTo(email, /rst_\w+/);
  const newPassword = `the second password of ${email}`;
  const change = { token: reset, password: newPassword };
  expect((await ask(first, 'POST /dashboard/password/reset', undefined, change)).status).toBe(204);
  expect((await ask(first, 'GET /members', member)).body).toMatchObject({ status: 401, code: 'token_invalid' });

  const last = await signIn(email, newPassword);
  for (const gateway of gateways) expect((await ask(gateway, 'GET /members', last)).status).toBe(200);
  const id = String(invited.body['id']);
  expect((await ask(first, `DELETE /members/${id}`, owner)).status).toBe(204);
  for (const gateway of gateways)
    expect((await ask(gateway, 'GET /members', last)).body).toMatchObject({ code: 'token_invalid' });
  const self = await ask(first, `DELETE /members/${stack.merchant.owner.memberId}`, owner);
  expect(self.body).toMatchObject({ status: 409, code: 'last_owner' });
  expect((await ask(first, 'DELETE /dashboard/sessions/current', owner)).status).toBe(204);
  expect((await ask(first, 'GET /dashboard/sessions/current', owner)).body).toMatchObject({ code: 'token_invalid' });
});
