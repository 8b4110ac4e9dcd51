import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { eventually, readStack, stackClient } from '@paygate/testing';
import { order } from '../payments/paying.js';
import { EndpointServer, verified } from '../webhooks/endpoint-server.js';

const stack = readStack();
const api = stackClient(stack);
const { secretKey } = stack.merchant;

const server = new EndpointServer();
beforeAll(() => server.listen(stack.ownEndpoint.url));
afterAll(() => {
  server.close();
  api.close();
});

const send = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, key: string, body?: unknown) =>
  api.request({ method, path, headers: { 'x-api-key': key }, ...(body === undefined ? {} : { body }) });
const made = async (
  path: string,
  key: string,
  body: unknown,
): Promise<{ readonly id: string; readonly key: string; readonly secret: string }> => {
  const answer = await send('POST', path, key, body);
  expect(answer.status).toBe(201);
  return { id: String(answer.body['id']), key: String(answer.body['key']), secret: String(answer.body['secret']) };
};
const secretOf = (name: string, key = secretKey) => made('/api-keys', key, { type: 'secret', name });
/** An address of a server of the attack, or of the shop, that nobody else uses. */
const newPath = (name: string): string => `/${name}-${randomBytes(6).toString('hex')}`;
const endpointAt = (path: string, key: string) =>
  made('/webhook-endpoints', key, { url: new URL(path, stack.ownEndpoint.url).href, events: ['*'] });
const statusOf = async (endpointId: string): Promise<unknown> => {
  const { status, body } = await send('GET', `/webhook-endpoints/${endpointId}`, secretKey);
  return status === 404 ? 'deleted' : body['status'];
};
const revoke = async ({ id }: { readonly id: string }, keep: readonly string[] = []): Promise<void> => {
  expect((await send('POST', `/api-keys/${id}/revoke`, secretKey, { keep })).status).toBe(200);
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

test('[1.58] what a leaked key had sent elsewhere is sent nowhere after its revocation, and a secret that it made signs nothing', async () => {
  const paths = [newPath('shop'), newPath('registered'), newPath('laundered'), newPath('taken'), newPath('signed')];
  const [shop = '', registered = '', laundered = '', taken = '', signed = ''] = paths;
  const own = await endpointAt(shop, secretKey);
  const [moved, turned] = [await endpointAt(newPath('moved'), secretKey), await endpointAt(signed, secretKey)];
  const leaked = await secretOf('leaked');
  const spare = await secretOf('spare', leaked.key);
  const ofLeaked = await endpointAt(registered, leaked.key);
  // whoever holds the key lets a spare one end, and keeps what this one made
  const mule = await secretOf('mule', leaked.key);
  const [heir, ofMule] = [await secretOf('heir', mule.key), await endpointAt(laundered, mule.key)];
  const keep = [heir.id, ofMule.id];
  expect((await send('POST', `/api-keys/${mule.id}/revoke`, leaked.key, { keep })).status).toBe(200);
  const elsewhere = { url: new URL(taken, stack.ownEndpoint.url).href };
  expect((await send('PATCH', `/webhook-endpoints/${moved.id}`, spare.key, elsewhere)).status).toBe(200);
  const { secret } = await made(`/webhook-endpoints/${turned.id}/rotate-secret`, spare.key, { overlapSeconds: 0 });
  const before = await order(api);
  for (const path of paths) await server.arrived(path, before, 'payment.created');

  await revoke(leaked);
  await eventually(async () => (await codeOf(heir.key)) === 'api_key_revoked');
  for (const { id } of [ofLeaked, ofMule]) await eventually(async () => (await statusOf(id)) === 'deleted');
  for (const { id } of [moved, turned]) await eventually(async () => (await statusOf(id)) === 'paused');
  const after = await order(api);
  await server.arrived(shop, after, 'payment.created');
  const arrived = [registered, laundered, taken, signed].flatMap((path) => server.at(path));
  expect(arrived.filter(({ body }) => body.includes(after))).toEqual([]);
  // the merchant has looked at the endpoint, and resumes it
  expect((await send('PATCH', `/webhook-endpoints/${turned.id}`, secretKey, { status: 'enabled' })).status).toBe(200);
  const resumed = await server.arrived(signed, after, 'payment.created');
  expect(() => verified(resumed, secret)).toThrow();
  for (const { id } of [own, moved, turned]) await send('DELETE', `/webhook-endpoints/${id}`, secretKey);
});

test('[1.58] nothing works that a leaked key and its spare make while the key is revoked', async () => {
  const leaked = await secretOf('leaked');
  const spare = await secretOf('spare', leaked.key);
  const shots = Array.from({ length: 50 }, (_, shot) => {
    const key = shot % 2 === 0 ? leaked.key : spare.key;
    const asked: readonly [string, object] =
      [
        ['/webhook-endpoints', { url: stack.ownEndpoint.url, events: ['*'] }] as const,
        ['/payment-links', { amount: '500', currency: 'XAF' }] as const,
        [`/api-keys/${spare.id}/rotate`, { overlapSeconds: 3_600 }] as const,
      ][shot % 5] ?? (['/api-keys', { type: 'secret' }] as const);
    return send('POST', asked[0], key, asked[1]);
  });
  await shots[10];
  await revoke(leaked);
  const answers = (await Promise.all(shots)).filter(({ status }) => status === 201).map(({ body }) => body);
  expect(answers).not.toEqual([]);
  for (const { id, object, key } of answers)
    if (object === 'api_key') await eventually(async () => (await codeOf(String(key))) === 'api_key_revoked');
    else if (object === 'webhook_endpoint') await eventually(async () => (await statusOf(String(id))) === 'deleted');
    else
      await eventually(
        async () => (await send('GET', `/payment-links/${String(id)}`, secretKey)).body['status'] === 'inactive',
      );
});
