import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { operations } from '@paygate/contracts';
import { eventually } from '@paygate/testing';
import { AppModule } from '../app.module.js';
import { GatewayUnderTest } from './fixtures/gateway-under-test.js';
import { GatewayWorld } from './fixtures/gateway-world.js';

/* Keys and tokens that auth publishes, at two gateways on the real bus. */

let world: GatewayWorld;
let second: GatewayUnderTest;

beforeAll(async () => {
  world = await GatewayWorld.create();
  second = await GatewayUnderTest.start(AppModule, { ...world.env });
  await eventually(async () => (await codeAt(second, world.secret.key)) === undefined);
});
afterAll(async () => {
  await second.stop();
  await world.end();
});

const post = (path: string, body?: unknown) =>
  world.gateway.ask({ method: 'POST', path, headers: { 'x-api-key': world.secret.key }, body });
/** The code with which a gateway refuses a key; undefined when it accepts it. */
const codeAt = async (gateway: GatewayUnderTest, key: string) =>
  (await gateway.ask({ path: '/api-keys', headers: { 'x-api-key': key } })).body['code'];

test('[1.8] a new key is valid immediately everywhere; a revoked one is refused immediately at its gateway, and within a second everywhere', async () => {
  const { key, id } = (await post('/api-keys', { type: 'secret' })).body as { key: string; id: string };
  expect(await codeAt(world.gateway, key)).toBeUndefined();
  expect(await codeAt(second, key)).toBeUndefined();

  expect((await post(`/api-keys/${id}/revoke`)).status).toBe(200);
  expect(await codeAt(world.gateway, key)).toBe('api_key_revoked');
  await eventually(async () => (await codeAt(second, key)) === 'api_key_revoked');
});

test('[1.38] new origins of a key apply immediately at their gateway, and within a second everywhere', async () => {
  const { key, id } = (await post('/api-keys', { type: 'publishable' })).body as { key: string; id: string };
  const origin = 'https://evil.example';
  const codeFor = async (gateway: GatewayUnderTest) =>
    (await gateway.ask({ path: '/gateway/session', headers: { 'x-api-key': key, origin } })).body['code'];
  expect([await codeFor(world.gateway), await codeFor(second)]).toEqual(Array(2).fill('session_token_invalid'));

  const change = { method: 'PATCH', path: `/api-keys/${id}`, body: { origins: ['https://shop.example'] } };
  const changed = await world.gateway.ask({ ...change, headers: { 'x-api-key': world.secret.key } });
  expect(changed).toMatchObject({ status: 200, body: { id, origins: ['https://shop.example'] } });
  expect(await codeFor(world.gateway)).toBe('origin_not_allowed');
  await eventually(async () => (await codeFor(second)) === 'origin_not_allowed');
});

test('[1.6] while a key is rotated under load no request is refused, neither with the old nor with the new one', async () => {
  const { key, id } = (await post('/api-keys', { type: 'secret' })).body as { key: string; id: string };
  const create = async (using: string) => {
    const body = { amount: '5000', currency: 'XAF' };
    return (await world.gateway.ask({ method: 'POST', path: '/gateway', headers: { 'x-api-key': using }, body }))
      .status;
  };
  const statuses: Promise<number>[] = [];
  const load = setInterval(() => statuses.push(create(key)), 5);
  const successor = (await post(`/api-keys/${id}/rotate`, { overlapSeconds: 60 })).body as { key: string };
  for (let count = 0; count < 20; count += 1) statuses.push(create(successor.key));
  await Promise.all(statuses);
  clearInterval(load);
  expect(new Set(await Promise.all(statuses))).toEqual(new Set([operations.createIntent.success]));
});

test('[1.16] a token that was signed out is denied at every gateway', async () => {
  const signOut = world.goodRequest(operations.signOut);
  const charge = world.goodRequest(operations.charge);
  const token = signOut.headers['authorization'] ?? '';
  const headers = { ...charge.headers, authorization: token, 'x-otp-token': token.slice('Bearer '.length) };
  const chargeAt = async (gateway: GatewayUnderTest) => (await gateway.ask({ ...charge, headers })).body['code'];
  // a gateway refuses tokens while its tables may be out of date
  await eventually(async () => (await chargeAt(world.gateway)) === undefined);
  await eventually(async () => (await chargeAt(second)) === undefined);
  expect((await world.gateway.ask(signOut)).status).toBe(204);
  for (const gateway of [world.gateway, second])
    await eventually(async () => (await chargeAt(gateway)) === 'token_invalid');
});
