import { afterAll, expect, test } from '@jest/globals';
import { eventually, readStack, stackClient } from '@paygate/testing';

const stack = readStack();
const api = stackClient(stack);
const { publishableKey, secretKey } = stack.merchant;

afterAll(() => {
  api.close();
});

const send = (method: 'GET' | 'POST' | 'PATCH', path: string, key: string, body?: unknown) =>
  api.request({ method, path, headers: { 'x-api-key': key }, ...(body === undefined ? {} : { body }) });
const newKey = async (body: Readonly<Record<string, unknown>>): Promise<{ id: string; key: string }> => {
  const { status, body: made } = await send('POST', '/api-keys', secretKey, body);
  expect(status).toBe(201);
  return { id: String(made['id']), key: String(made['key']) };
};
const codeOf = async (key: string, path = '/api-keys'): Promise<unknown> => (await send('GET', path, key)).body['code'];

test('[1.3] a restricted key does what its scopes say, can be rotated and revoked, and shows when it was used', async () => {
  const { id, key } = await newKey({ type: 'restricted', scopes: ['api_keys:read'], name: 'bookkeeping' });
  expect(await codeOf(key)).toBeUndefined();
  expect((await send('POST', '/api-keys', key, { type: 'secret' })).body).toMatchObject({ code: 'scope_missing' });

  const rotated = await send('POST', `/api-keys/${id}/rotate`, secretKey, { overlapSeconds: 0 });
  expect(rotated.status).toBe(201);
  expect(await codeOf(String(rotated.body['key']))).toBeUndefined();
  await eventually(async () => (await codeOf(key)) === 'api_key_expired');
  expect((await send('POST', `/api-keys/${id}/rotate`, secretKey, {})).body).toMatchObject({
    code: 'api_key_inactive',
  });

  const revoked = await send('POST', `/api-keys/${String(rotated.body['id'])}/revoke`, secretKey);
  expect(revoked.status).toBe(200);
  expect(await codeOf(String(rotated.body['key']))).toBe('api_key_revoked');

  const { body: page } = await send('GET', '/api-keys?limit=2', secretKey);
  expect(page).toMatchObject({ data: [{ id: rotated.body['id'], revokedAt: revoked.body['revokedAt'] }, { id }] });
  expect(JSON.stringify(page)).not.toContain(key);
});

test('[1.2] a publishable key serves its own pages only, until another page is added to it', async () => {
  const { id, key } = await newKey({ type: 'publishable', origins: ['https://shop.example'] });
  const read = async (origin: string) => {
    const headers = { 'x-api-key': key, origin };
    return (await api.request({ method: 'GET', path: '/gateway/session', headers })).body['code'];
  };
  expect(await read('https://shop.example')).toBe('session_token_invalid');
  expect(await read('https://new.example')).toBe('origin_not_allowed');
  const origins = ['https://shop.example', 'https://new.example'];
  const changed = await send('PATCH', `/api-keys/${id}`, secretKey, { name: 'website', origins });
  expect(changed).toMatchObject({ status: 200, body: { id, name: 'website', origins } });
  await eventually(async () => (await read('https://new.example')) === 'session_token_invalid');
  expect(await read('https://evil.example')).toBe('origin_not_allowed');
});

test('[1.16] a token that was signed out is refused everywhere', async () => {
  const [user] = stack.users;
  if (user === undefined) throw new Error('the stack has no user');
  const { body } = await api.signIn(user.phoneNumber, user.password);
  const leave = () =>
    api.request({
      method: 'POST',
      path: '/auth/logout',
      headers: { 'x-api-key': publishableKey, authorization: `Bearer ${body.token}` },
    });
  expect((await leave()).status).toBe(204);
  expect((await leave()).body).toMatchObject({ status: 401, code: 'token_invalid' });
});
