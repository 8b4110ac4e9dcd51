import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import type { ApiKeyInfo, CreateApiKeyCommand, ErrorCode, RotateApiKeyCommand } from '@paygate/contracts';
import {
  accept,
  createApiKey,
  errorCatalogue,
  listApiKeys,
  refuse,
  reportKeyInBrowser,
  reportKeyUse,
  rotateApiKey,
} from '@paygate/contracts';
import { newId, parseKeyring, Sealer } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { KeyUseReports } from '../../credentials/key-use-reports.js';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, keys, newApiKey } from '../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const asking = newApiKey();
const { merchantId } = asking.row;
const auth = new Sealer('auth', parseKeyring(keys.SEAL_KEYS));
const apiKeyId = newId('apiKey');
const text = 'sk_test_the-new-key';

const info = (more: Partial<ApiKeyInfo> = {}): ApiKeyInfo => ({
  apiKeyId,
  mode: 'test',
  type: 'secret',
  name: 'server',
  scopes: [],
  origins: [],
  createdAt: '2026-11-20T10:00:00.000Z',
  expiresAt: null,
  revokedAt: null,
  lastUsedAt: null,
  ...more,
});
const view = {
  ...{ id: apiKeyId, object: 'api_key', mode: 'test', type: 'secret', name: 'server', scopes: [], origins: [] },
  ...{
    createdAt: '2026-11-20T10:00:00.000Z',
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    publishableKey: null,
  },
};

beforeAll(async () => {
  for (const { row } of [asking, newApiKey({ apiKeyId })]) apiKeyRows.put(row.apiKeyId, row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
  const issued = () => accept({ apiKey: info(), key: auth.seal('gateway', text, 'api-key.text') });
  busDouble.on(createApiKey, issued);
  busDouble.on(rotateApiKey, issued);
  busDouble.on(listApiKeys, () => accept({ apiKeys: [info()], hasMore: false }));
});

const get = (path: string) => gateway.ask({ path, headers: { 'x-api-key': asking.key } });
const post = (path: string, body?: unknown, headers: Record<string, string> = {}) =>
  gateway.ask({ method: 'POST', path, headers: { 'x-api-key': asking.key, ...headers }, body });
const sent = (name: string) => busDouble.sent.filter((command) => command.name === name).map(({ payload }) => payload);

test('[1.5] the text of a publishable key is in every answer about it, and that of another key in none', async () => {
  const publishable = info({ type: 'publishable', publicText: 'pk_test_of-the-shop' });
  busDouble.on(listApiKeys, () => accept({ apiKeys: [publishable, info()], hasMore: false }));
  const { body } = await get('/api-keys');
  expect(body['data']).toMatchObject([{ publishableKey: 'pk_test_of-the-shop' }, { publishableKey: null }]);
});

describe('[2.9] creating a key', () => {
  test('shows it once and not on the bus, and names the acting key in the command', async () => {
    const body = {
      type: 'restricted',
      name: 'bookkeeping',
      scopes: ['intents:read'],
      expiresAt: '2199-01-01T00:00:00.000Z',
    };
    const answer = await post('/api-keys', body, { 'idempotency-key': 'order 1' });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ ...view, key: text });
    const [command] = sent('create-api-key') as CreateApiKeyCommand[];
    expect(command).toMatchObject({ ...body, merchantId, mode: 'test', actorKeyId: asking.row.apiKeyId });
    expect(JSON.stringify(command?.idempotency)).not.toContain('order 1');
  });

  test('[6.8] again does not show the key, and is marked as a replay', async () => {
    busDouble.on(createApiKey, () => ({ ...accept({ apiKey: info() }), replayed: true }));
    const answer = await post('/api-keys', { type: 'secret' });
    expect(answer.body).toEqual(view);
    expect(answer.headers['idempotency-replayed']).toBe('true');
    expect(sent('create-api-key')).toMatchObject([{ name: 'secret key' }]);
  });

  test('again does not wait for a key that has been changed, revoked or deleted since', async () => {
    const { row: revoked } = newApiKey({ merchantId, revokedAt: '2026-11-20T11:00:00.000Z' });
    const { row: changed } = newApiKey({ merchantId, type: 'publishable', origins: ['https://shop.example'] });
    for (const row of [revoked, changed]) apiKeyRows.put(row.apiKeyId, row);
    const waits = jest.spyOn(apiKeyRows, 'onChange');
    for (const id of [revoked.apiKeyId, changed.apiKeyId, newId('apiKey')]) {
      busDouble.on(createApiKey, () => ({ ...accept({ apiKey: info({ apiKeyId: id }) }), replayed: true }));
      expect((await post('/api-keys', { type: 'secret' })).body).toEqual({ ...view, id });
    }
    expect(waits).not.toHaveBeenCalled();
    waits.mockRestore();
  });

  test.each<[unknown, ErrorCode, string]>([
    [{ type: 'root' }, 'parameter_invalid', 'type'],
    [{ type: 'restricted', scopes: ['everything'] }, 'parameter_invalid', 'scopes'],
    [{ type: 'restricted', scopes: 'intents:read' }, 'parameter_invalid', 'scopes'],
    [{ type: 'publishable', origins: ['shop.example'] }, 'parameter_invalid', 'origins'],
    [{ type: 'publishable', origins: ['http://shop.example'] }, 'parameter_invalid', 'origins'],
    [{ type: 'publishable', origins: ['https://shop.example/'] }, 'parameter_invalid', 'origins'],
    [{ type: 'publishable', origins: ['https://SHOP.example'] }, 'parameter_invalid', 'origins'],
    [{ type: 'publishable', origins: ['https://*'] }, 'parameter_invalid', 'origins'],
    [{ type: 'publishable', origins: ['null'] }, 'parameter_invalid', 'origins'],
    [{ type: 'secret', expiresAt: 'tomorrow' }, 'parameter_invalid', 'expiresAt'],
    [{ type: 'secret', expiresAt: '2027-W47-5T10:00:00.000Z' }, 'parameter_invalid', 'expiresAt'],
    [{ type: 'secret', name: '' }, 'parameter_invalid', 'name'],
    [{ type: 'secret', mode: 'live' }, 'parameter_unknown', 'mode'],
    [{ type: 'secret', merchantId: newId('merchant') }, 'parameter_unknown', 'merchantId'],
    [{ name: 'x' }, 'parameter_missing', 'type'],
  ])('is refused for %j', async (body, code, param) => {
    const answer = await post('/api-keys', body);
    expect(answer.body).toMatchObject({ status: 400, code });
    expect(String(answer.body['param'])).toMatch(new RegExp(`^${param}`));
    expect(sent('create-api-key')).toEqual([]);
  });

  test.each<ErrorCode>([
    'scope_missing',
    'api_key_limit_reached',
    'api_key_revoked',
    'api_key_expired',
    'idempotency_key_reused',
  ])('may be refused with %s', async (code) => {
    busDouble.on(createApiKey, () => refuse(code));
    expect((await post('/api-keys', { type: 'secret' })).body).toMatchObject({
      code,
      status: errorCatalogue[code].status,
    });
  });

  test('accepts well-formed idempotency keys only', async () => {
    const answer = await post('/api-keys', { type: 'secret' }, { 'idempotency-key': 'é'.repeat(3) });
    expect(answer.body).toMatchObject({ code: 'idempotency_key_invalid' });
  });
});

describe('[2.9] rotating a key', () => {
  test('[6.3] compares the API key that the path names besides the body', async () => {
    const [first, second] = [newId('apiKey'), newId('apiKey')];
    for (const id of [first, second]) await post(`/api-keys/${id}/rotate`, {}, { 'idempotency-key': 'once' });
    const [one, other] = (sent('rotate-api-key') as RotateApiKeyCommand[]).map(({ idempotency }) => idempotency);
    expect(one?.keyHash).toBe(other?.keyHash);
    expect(one?.bodyHash).not.toBe(other?.bodyHash);
  });

  test.each([
    [{}, 86_400],
    [{ overlapSeconds: null }, 86_400],
    [{ overlapSeconds: 0 }, 0],
    [{ overlapSeconds: 2_592_000 }, 2_592_000],
  ])('[1.6] with %j lets the old one go on for %i seconds', async (body, overlapSeconds) => {
    const old = newId('apiKey');
    const answer = await post(`/api-keys/${old}/rotate`, body);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({ ...view, key: text });
    const [command] = sent('rotate-api-key') as RotateApiKeyCommand[];
    expect(command).toMatchObject({ apiKeyId: old, merchantId, mode: 'test', overlapSeconds });
    expect(command?.actorKeyId).toBe(asking.row.apiKeyId);
  });

  test.each([
    ['no body', undefined, {}],
    ['an empty body', '', { 'content-length': '0' }],
    ['an empty body of JSON', '', { 'content-type': 'application/json', 'content-length': '0' }],
  ])('[1.6] with %s lets the old one go on for a day', async (_name, body, headers) => {
    const answer = await post(`/api-keys/${newId('apiKey')}/rotate`, body, headers);
    expect(answer.status).toBe(201);
    expect(sent('rotate-api-key')).toMatchObject([{ overlapSeconds: 86_400 }]);
  });

  test.each([-1, 2_592_001, 1.5, '60'])('is refused for an overlap of %j', async (overlapSeconds) => {
    const answer = await post(`/api-keys/${newId('apiKey')}/rotate`, { overlapSeconds });
    expect(answer.body).toMatchObject({ code: 'parameter_invalid', param: 'overlapSeconds' });
  });

  test('that has been rotated, or does not exist, is refused', async () => {
    busDouble.on(rotateApiKey, () => refuse('api_key_inactive'));
    const inactive = await post(`/api-keys/${newId('apiKey')}/rotate`, {});
    expect(inactive.body).toMatchObject({ status: 409, code: 'api_key_inactive' });
    busDouble.on(rotateApiKey, () => refuse('api_key_not_found'));
    const unknown = await post(`/api-keys/${newId('apiKey')}/rotate`, {});
    const none = await post('/api-keys/hello/rotate', {});
    expect(none.status).toBe(404);
    expect({ ...none.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' });
  });
});

describe('[2.9] listing keys', () => {
  test('gives pages of twenty, and where the next one begins', async () => {
    busDouble.on(listApiKeys, () => accept({ apiKeys: [info()], hasMore: true }));
    const answer = await get('/api-keys');
    expect(answer.body).toEqual({ data: [view], hasMore: true, nextCursor: apiKeyId });
    expect(sent('list-api-keys')).toEqual([{ merchantId, mode: 'test', limit: 20 }]);
  });

  test('ends with a page that has no cursor', async () => {
    const answer = await get(`/api-keys?limit=100&startingAfter=${apiKeyId}`);
    expect(answer.body).toEqual({ data: [view], hasMore: false, nextCursor: null });
    expect(sent('list-api-keys')).toEqual([{ merchantId, mode: 'test', limit: 100, startingAfter: apiKeyId }]);
  });

  test.each<[string, ErrorCode]>([
    ['startingAfter=hello', 'cursor_invalid'],
    [`startingAfter=${newId('intent')}`, 'cursor_invalid'],
    ['limit=0', 'parameter_invalid'],
    ['limit=101', 'parameter_invalid'],
    ['limit=1e1', 'parameter_invalid'],
    ['limit=2&limit=3', 'parameter_invalid'],
    ['mode=live', 'parameter_unknown'],
  ])('with %s is refused', async (query, code) => {
    expect((await get(`/api-keys?${query}`)).body).toMatchObject({ status: 400, code });
  });
});

describe('the use of keys', () => {
  test('is reported to auth in one command, and again when auth did not record it', async () => {
    const reports = gateway.get(KeyUseReports);
    await reports.reportUses();
    busDouble.on(reportKeyUse, () => refuse('service_unavailable'));
    for (let count = 0; count < 3; count += 1) await get('/api-keys');
    await reports.reportUses();
    busDouble.on(reportKeyUse, ({ uses }) => accept({ count: uses.length }));
    busDouble.sent.length = 0;
    await reports.reportUses();
    await reports.reportUses();
    const use = { apiKeyId: asking.row.apiKeyId, usedAt: expect.any(String) };
    expect(sent('report-key-use')).toEqual([{ uses: [use] }]);
  });

  test('[1.11] in browsers is reported immediately, and repeated uses are not', async () => {
    const { key, row } = newApiKey();
    apiKeyRows.put(row.apiKeyId, row);
    const origin = `https://${'x'.repeat(300)}.example`;
    busDouble.on(reportKeyInBrowser, () => accept({ apiKeyId: row.apiKeyId }));
    const ask = () => gateway.ask({ path: '/api-keys', headers: { 'x-api-key': key, origin } });
    const answers = await Promise.all(Array.from({ length: 20 }, ask));
    for (const { body } of answers) expect(body).toMatchObject({ status: 403, code: 'secret_key_in_browser' });
    expect(sent('report-key-in-browser')).toEqual([{ apiKeyId: row.apiKeyId, origin: origin.slice(0, 200) }]);
  });

  test('in browsers is reported again when auth did not record it', async () => {
    const { key, row } = newApiKey();
    apiKeyRows.put(row.apiKeyId, row);
    busDouble.on(reportKeyInBrowser, () => refuse('service_unavailable'));
    const ask = () => gateway.ask({ path: '/api-keys', headers: { 'x-api-key': key, 'sec-fetch-site': 'cross-site' } });
    await eventually(async () => {
      await ask();
      return sent('report-key-in-browser').length >= 2;
    });
  });
});
