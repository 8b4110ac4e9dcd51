import { afterAll, expect, test } from '@jest/globals';
import { eventually, readStack, stackClient } from '@paygate/testing';

const stack = readStack();
const api = stackClient(stack);
const { secretKey } = stack.merchant;

afterAll(() => {
  api.close();
});

const send = (method: 'GET' | 'POST' | 'PATCH', path: string, key: string, body?: unknown) =>
  api.request({ method, path, headers: { 'x-api-key': key }, ...(body === undefined ? {} : { body }) });
const made = async (
  path: string,
  key: string,
  body: unknown,
): Promise<{ readonly id: string; readonly key: string }> => {
  const answer = await send('POST', path, key, body);
  expect(answer.status).toBe(201);
  return { id: String(answer.body['id']), key: String(answer.body['key']) };
};
const codeOf = async (key: string): Promise<unknown> => (await send('GET', '/api-keys', key)).body['code'];

test('[1.58] nothing that a leaked key made works after its revocation, except what was kept', async () => {
  const leaked = await made('/api-keys', secretKey, { type: 'secret', name: 'leaked' });
  const spare = await made('/api-keys', leaked.key, { type: 'secret', name: 'spare' });
  const ofSpare = await made('/api-keys', spare.key, { type: 'restricted', scopes: ['api_keys:read'] });
  const kept = await made('/api-keys', leaked.key, { type: 'restricted', scopes: ['api_keys:read'] });
  const taken = await made(`/api-keys/${leaked.id}/rotate`, leaked.key, { overlapSeconds: 3_600 });
  const endpoint = await made('/webhook-endpoints', spare.key, { url: stack.ownEndpoint.url, events: ['*'] });
  const link = await made('/payment-links', leaked.key, { amount: '500', currency: 'XAF' });
  const work = [spare, ofSpare, kept, taken, endpoint, link].map(({ id }) => id).sort();
  const shown = await eventually(async () => {
    const { body } = await send('GET', `/api-keys/${leaked.id}/work`, secretKey);
    const ids = (body['data'] as readonly { readonly id: string }[]).map(({ id }) => id).sort();
    return ids.length === work.length && ids;
  });
  expect(shown).toEqual(work);
  const revoked = await send('POST', `/api-keys/${leaked.id}/revoke`, secretKey, { keep: [kept.id] });
  expect(revoked).toMatchObject({ status: 200, body: { endedCount: work.length - 1 } });
  for (const { key } of [leaked, spare, ofSpare, taken])
    await eventually(async () => (await codeOf(key)) === 'api_key_revoked');
  expect(await codeOf(kept.key)).toBeUndefined();
  await eventually(async () => (await send('GET', `/webhook-endpoints/${endpoint.id}`, secretKey)).status === 404);
  await eventually(
    async () => (await send('GET', `/payment-links/${link.id}`, secretKey)).body['status'] === 'inactive',
  );
});
