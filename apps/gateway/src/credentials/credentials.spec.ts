import { randomBytes } from 'node:crypto';
import { text as textOf } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Operation } from '@paygate/contracts';
import { exampleOf, getIntent, needsApiKey, operationList, operations } from '@paygate/contracts';
import { idOfUuid, mintApiKey, newId, uuidV7 } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../test/fixtures/bus-doubles.js';
import type { Answer } from '../test/fixtures/gateway-under-test.js';
import { certificate, GatewayUnderTest, newApiKey, pepper } from '../test/fixtures/gateway-under-test.js';
import { samplePath, sampleQuery } from '../test/fixtures/sample-paths.js';
import { ApiKeyVerifier } from './api-key-verifier.js';
import { SessionTokens } from './tokens/session-tokens.js';

let gateway: GatewayUnderTest;
const merchantId = newId('merchant');
const known = (more: Parameters<typeof newApiKey>[0] = {}) => {
  const { key, row } = newApiKey({ merchantId, ...more });
  apiKeyRows.put(row.apiKeyId, row);
  return key;
};
const publishable = known({ type: 'publishable' });
const secret = known();
const restricted = known({ type: 'restricted', scopes: ['intents:write', 'charges:write'] });
const ofAnotherMode = known({ mode: 'live' });
const ofAnotherMerchant = known({ merchantId: newId('merchant') });
const publishableOfAnother = known({ type: 'publishable', merchantId: newId('merchant') });

beforeAll(async () => {
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());

test('a mode that does not exist is refused with a key too, where a session would choose it', async () => {
  const listWith = (mode: string) =>
    gateway.ask({ path: '/api-keys', headers: { 'x-api-key': secret, 'x-mode': mode } }).then(({ body }) => body);
  expect(await listWith('production')).toMatchObject({ code: 'parameter_invalid', param: 'x-mode' });
  expect(await listWith('')).toMatchObject({ code: 'parameter_invalid', param: 'x-mode' });
  expect(await listWith('test')).not.toHaveProperty('code', 'parameter_invalid');
});

describe('a key that is not known here yet', () => {
  const madeAt = (ms: number) => {
    const time = ms.toString(16).padStart(12, '0');
    const uuid = `${time.slice(0, 8)}-${time.slice(8)}${uuidV7().slice(13)}`;
    return newApiKey({ merchantId, apiKeyId: idOfUuid('apiKey', uuid) });
  };
  /** Made where the clock is ahead: the wait is the same, however long the request took to arrive. */
  const justMade = () => madeAt(Date.now() + 60_000);
  const readWith = (key: string) =>
    gateway
      .ask({ path: `/gateway/${newId('intent')}`, headers: { 'x-api-key': key } })
      .then(({ body }) => body['code']);

  test('is waited for when it was just made', async () => {
    const { key, row } = justMade();
    const read = readWith(key);
    await eventually(() => apiKeyRows.listening === 1);
    apiKeyRows.put(row.apiKeyId, row);
    expect(await read).toBe('service_unavailable');
    expect(busDouble.last?.name).toBe(getIntent.name);
  });

  test('is refused when it does not arrive, and immediately when its id is older', async () => {
    expect(await readWith(justMade().key)).toBe('api_key_invalid');
    const arrival = gateway.get(ApiKeyVerifier).arrivalOfNew(madeAt(Date.now() - 1_001).key);
    expect(apiKeyRows.listening).toBe(0);
    await arrival;
  });

  test('is waited for by a few requests at a time', async () => {
    const keys = Array.from({ length: 70 }, justMade);
    const arrivals = keys.map(({ key }) => gateway.get(ApiKeyVerifier).arrivalOfNew(key));
    expect(apiKeyRows.listening).toBe(64);
    for (const { row } of keys) apiKeyRows.put(row.apiKeyId, row);
    await Promise.all(arrivals);
    expect(apiKeyRows.listening).toBe(0);
  });
});

test('a key under an older pepper is good while the gateway has that pepper', async () => {
  const next = randomBytes(32).toString('base64');
  // the double answers what passed the check with 503
  for (const [peppers, code] of [
    [`${next},${pepper}`, 'service_unavailable'] as const,
    [next, 'api_key_invalid'] as const,
  ]) {
    const rotated = await GatewayUnderTest.start(GatewayWithDoubles, { API_KEY_PEPPER: peppers });
    const { body } = await rotated.ask({ path: `/gateway/${newId('intent')}`, headers: { 'x-api-key': secret } });
    await rotated.stop();
    expect(body['code']).toBe(code);
  }
});

test('a key that is revoked while the body of a request is on its way is refused', async () => {
  const { key, row } = newApiKey({ merchantId });
  apiKeyRows.put(row.apiKeyId, row);
  const body = JSON.stringify({ amount: '5000', currency: 'XAF' });
  const socket = connect({ host: '127.0.0.1', port: gateway.port, ca: certificate, servername: 'localhost' });
  const answered = textOf(socket);
  const head = ['POST /gateway HTTP/1.1', 'Host: localhost', `x-api-key: ${key}`, 'Connection: close'];
  const content = ['Content-Type: application/json', `Content-Length: ${body.length}`];
  socket.write(`${[...head, ...content].join('\r\n')}\r\n\r\n${body.slice(0, 9)}`);
  expect(await outcome(operations.getIntent, { 'x-api-key': key })).toBe('let in');
  apiKeyRows.put(row.apiKeyId, Object.assign({}, row, { version: 2, revokedAt: new Date().toISOString() }));
  socket.write(body.slice(9));
  expect(await answered).toContain('"api_key_revoked"');
});

/** Commands of operations, without the reports about keys that are sent beside them. */
const commands = () => busDouble.sent.filter(({ name }) => !name.startsWith('report-key')).length;

async function outcome(operation: Operation, headers: Record<string, string>): Promise<string> {
  const before = commands();
  const answer: Answer = await gateway.ask({
    method: operation.method,
    path: samplePath(operation.path) + sampleQuery(operation),
    headers: {
      'x-session-token': gateway.get(SessionTokens).mintBare(newId('intent')),
      'x-otp-token': 'aaaa.bbbb.cccc',
      ...(operation.method === 'POST' ? { 'idempotency-key': newId('request') } : {}),
      ...headers,
    },
    ...(operation.body === undefined ? {} : { body: { ...exampleOf(operation.body), ...unbound } }),
  });
  // no service answers here, so an accepted request sends a command and fails; the user token is checked last
  return commands() > before || answer.body['code'] === 'token_missing' ? 'let in' : String(answer.body['code']);
}
const unbound = { intentionId: undefined };
const intentionId = newId('intent');

const withKey = operationList.filter(needsApiKey);
const ifPublishable = (operation: Operation) => (operation.key === 'secret' ? 'secret_key_required' : 'let in');
const ifScope = (operation: Operation) =>
  ['intents:write', 'charges:write'].includes(operation.scope ?? '') ? 'let in' : 'scope_missing';
test.each<[string, Record<string, string>, string | undefined]>([
  ['nothing', {}, undefined],
  [
    'a publishable key as Bearer',
    { authorization: 'Bearer pk_test_x' },
    'a publishable key, which is sent in x-api-key',
  ],
  ['a token as Bearer', { authorization: 'Bearer x' }, 'a token that is no API key'],
  ['Bearer and nothing', { authorization: 'Bearer ' }, 'nothing after Bearer'],
  ['Basic', { authorization: 'Basic c2tfdGVzdDo=' }, 'does not begin with Bearer'],
  ['a key without Bearer', { authorization: 'sk_test_x' }, 'without the word Bearer'],
])('%s in the place of an API key is named', async (_name, headers, sentence) => {
  const { body } = await gateway.ask({ path: '/gateway', headers });
  expect([body['code'], body['param']]).toEqual(['api_key_missing', sentence && 'authorization']);
  expect(body['detail']).toEqual(expect.stringContaining(sentence ?? 'No API key was sent'));
});

const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

describe.each(withKey.map((operation) => [operation.id, operation] as const))('%s', (id, operation) => {
  const ask = (headers: Record<string, string>) =>
    id === 'charge' ? chargeOutcome(headers) : outcome(operation, headers);

  test.each<[string, Record<string, string>, string]>([
    ['no key', {}, 'api_key_missing'],
    ['an empty key', { 'x-api-key': '' }, 'api_key_missing'],
    ['a publishable key', { 'x-api-key': publishable }, ifPublishable(operation)],
    ['a secret key', { 'x-api-key': secret }, 'let in'],
    ['a secret key as Bearer alone', bearer(secret), 'let in'],
    ['a secret key in both headers', { 'x-api-key': secret, ...bearer(secret) }, 'let in'],
    ['a publishable and a secret key', { 'x-api-key': publishable, ...bearer(secret) }, 'let in'],
    ['a restricted key', { 'x-api-key': restricted }, ifScope(operation)],
    ['a publishable key as Bearer', bearer(publishable), 'api_key_missing'],
    ['keys of two merchants', { 'x-api-key': publishable, ...bearer(ofAnotherMerchant) }, 'api_key_mismatch'],
    [
      'publishable keys of two merchants',
      { 'x-api-key': publishable, ...bearer(publishableOfAnother) },
      'api_key_mismatch',
    ],
    ['keys of two modes', { 'x-api-key': publishable, ...bearer(ofAnotherMode) }, 'api_key_mismatch'],
    ['a good and a bad key', { 'x-api-key': publishable, ...bearer('sk_test_nonsense') }, 'api_key_invalid'],
    ['no key at all', { 'x-api-key': 'hello' }, 'api_key_invalid'],
    [
      'a key with a character changed',
      { 'x-api-key': `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}` },
      'api_key_invalid',
    ],
    ['a key nobody knows', { 'x-api-key': newApiKey().key }, 'api_key_invalid'],
    ['another key under a known id', { 'x-api-key': forgedUnderKnownId() }, 'api_key_invalid'],
    ['a secret key in a browser', { 'x-api-key': secret, origin: 'https://shop.example' }, 'secret_key_in_browser'],
    ['a secret key in a fetch', { 'x-api-key': secret, 'sec-fetch-site': 'same-origin' }, 'secret_key_in_browser'],
    ['a restricted key in a browser', { ...bearer(restricted), origin: 'null' }, 'secret_key_in_browser'],
    [
      'a publishable key in a browser',
      { 'x-api-key': publishable, origin: 'https://shop.example' },
      ifPublishable(operation),
    ],
    ['a revoked key', { 'x-api-key': known({ revokedAt: '2026-01-01T00:00:00.000Z' }) }, 'api_key_revoked'],
    ['an expired key', { 'x-api-key': known({ expiresAt: '2026-01-01T00:00:00.000Z' }) }, 'api_key_expired'],
    ['a key that expires later', { 'x-api-key': known({ expiresAt: '2199-01-01T00:00:00.000Z' }) }, 'let in'],
    ['a key of a closed account', { 'x-api-key': known({ merchantActive: false }) }, 'merchant_inactive'],
  ])('with %s', async (_name, headers, expected) => {
    expect(await ask(headers)).toBe(expected);
  });
});

/** A charge needs a token too, which must not decide here. */
async function chargeOutcome(headers: Record<string, string>): Promise<string> {
  const before = commands();
  const answer = await gateway.ask({
    method: 'POST',
    path: operations.charge.path,
    headers: { 'x-otp-token': 'aaaa.bbbb.cccc', ...headers },
    body: { intentionId },
  });
  return commands() > before ? 'let in' : String(answer.body['code']);
}

/** Well-formed, checksum and all, under the id of a key that exists. */
function forgedUnderKnownId(): string {
  const { key, row } = newApiKey({ merchantId });
  apiKeyRows.put(row.apiKeyId, row);
  const forged = mintApiKey('secret', 'test', row.apiKeyId);
  if (forged === key) throw new Error('two random keys are equal');
  return forged;
}

describe('a publishable key with a list of origins', () => {
  const key = known({ type: 'publishable', origins: ['https://shop.example'] });
  const read = (headers: Record<string, string>) =>
    outcome(operations.getIntentBySession, { 'x-api-key': key, ...headers });

  test('[1.2] serves those pages only', async () => {
    expect(await read({ origin: 'https://shop.example' })).toBe('let in');
    expect(await read({ origin: 'https://shop.example.evil.example' })).toBe('origin_not_allowed');
    expect(await read({ origin: 'http://shop.example' })).toBe('origin_not_allowed');
    expect(await read({ origin: 'null' })).toBe('origin_not_allowed');
    expect(await read({})).toBe('origin_not_allowed');
  });
});

describe('[1.1] the key table', () => {
  test('refuses a key from the first look-up after its revocation', async () => {
    const { key, row } = newApiKey();
    apiKeyRows.put(row.apiKeyId, row);
    const read = () => outcome(operations.getIntent, { 'x-api-key': key });
    expect(await read()).toBe('let in');
    apiKeyRows.put(row.apiKeyId, Object.assign(row, { version: 2, revokedAt: new Date().toISOString() }));
    expect(await read()).toBe('api_key_revoked');
  });

  test('[1.9] that is out of date admits no request', async () => {
    apiKeyRows.isFresh = false;
    try {
      const answer = await gateway.ask({ path: '/gateway/session', headers: { 'x-api-key': publishable } });
      expect(answer.status).toBe(503);
      expect(answer.headers['retry-after']).toBe('1');
      expect(await outcome(operations.getIntent, { 'x-api-key': 'sk_test_nonsense' })).toBe('api_key_invalid');
    } finally {
      apiKeyRows.isFresh = true;
    }
  });
});
