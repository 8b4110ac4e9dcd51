import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ApiKeyInfo, ErrorCode } from '@paygate/contracts';
import { accept, errorCatalogue, refuse, updateApiKey } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const asking = newApiKey();
const { merchantId } = asking.row;

const info = (more: Partial<ApiKeyInfo>): ApiKeyInfo => ({
  ...{ apiKeyId: newId('apiKey'), mode: 'test', type: 'publishable', name: 'website', scopes: [], origins: [] },
  ...{ createdAt: '2026-11-20T10:00:00.000Z', expiresAt: null, revokedAt: null, lastUsedAt: null },
  ...more,
});

beforeAll(async () => {
  apiKeyRows.put(asking.row.apiKeyId, asking.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
});

const sent = (name: string) => busDouble.sent.filter((command) => command.name === name).map(({ payload }) => payload);

describe('[2.9] changing a key', () => {
  const patch = (path: string, body?: unknown) =>
    gateway.ask({ method: 'PATCH', path, headers: { 'x-api-key': asking.key }, body });

  test.each([
    [
      { name: 'website', origins: ['https://shop.example'] },
      { name: 'website', origins: ['https://shop.example'] },
    ],
    [
      { origins: ['capacitor://localhost', 'ionic://localhost'] },
      { origins: ['capacitor://localhost', 'ionic://localhost'] },
    ],
    [{ name: 'website' }, { name: 'website' }],
    [{ origins: [] }, { origins: [] }],
    [{ name: null, origins: null }, {}],
    [{}, {}],
  ])('with %j asks auth for %j, in the name of the key that asks', async (body, changes) => {
    const { row } = newApiKey({ merchantId, type: 'publishable', origins: ['https://shop.example'] });
    apiKeyRows.put(row.apiKeyId, row);
    busDouble.on(updateApiKey, () => accept(info({ apiKeyId: row.apiKeyId, origins: row.origins })));
    const answer = await patch(`/api-keys/${row.apiKeyId}`, body);
    expect(answer).toMatchObject({
      status: 200,
      body: { id: row.apiKeyId, object: 'api_key', name: 'website', origins: row.origins },
    });
    const actor = { merchantId, mode: 'test', actorKeyId: asking.row.apiKeyId };
    expect(sent('update-api-key')).toEqual([{ ...actor, apiKeyId: row.apiKeyId, ...changes }]);
  });

  test('answers when its origins apply here', async () => {
    const { key, row } = newApiKey({ merchantId, type: 'publishable' });
    apiKeyRows.put(row.apiKeyId, row);
    const origins = ['https://shop.example'];
    busDouble.on(updateApiKey, () => {
      setImmediate(() => {
        apiKeyRows.put(row.apiKeyId, Object.assign({}, row, { version: 2, origins }));
      });
      return accept(info({ apiKeyId: row.apiKeyId, origins }));
    });
    expect((await patch(`/api-keys/${row.apiKeyId}`, { origins })).status).toBe(200);
    const used = await gateway.ask({
      path: '/gateway/session',
      headers: { 'x-api-key': key, origin: 'https://a.example' },
    });
    expect(used.body).toMatchObject({ status: 403, code: 'origin_not_allowed' });
  });

  test.each<[unknown, ErrorCode, string]>([
    [{ name: '' }, 'parameter_invalid', 'name'],
    [{ name: 'x'.repeat(121) }, 'parameter_invalid', 'name'],
    [{ origins: ['https://shop.example/'] }, 'parameter_invalid', 'origins.0'],
    [{ origins: ['capacitor://shop.example'] }, 'parameter_invalid', 'origins.0'],
    [{ origins: ['ionic://localhost:8100'] }, 'parameter_invalid', 'origins.0'],
    [{ scopes: ['intents:read'] }, 'parameter_unknown', 'scopes'],
    [{ type: 'secret' }, 'parameter_unknown', 'type'],
    [{ expiresAt: null }, 'parameter_unknown', 'expiresAt'],
  ])('is refused for %j', async (body, code, param) => {
    expect((await patch(`/api-keys/${newId('apiKey')}`, body)).body).toMatchObject({ status: 400, code, param });
    expect(sent('update-api-key')).toEqual([]);
  });

  test.each(updateApiKey.refusals)('may be refused with %s', async (code) => {
    busDouble.on(updateApiKey, () => refuse(code));
    const { status } = errorCatalogue[code];
    expect((await patch(`/api-keys/${newId('apiKey')}`, {})).body).toMatchObject({ status, code });
  });

  test('that does not exist is answered like one of another merchant', async () => {
    busDouble.on(updateApiKey, () => refuse('api_key_not_found'));
    const others = await patch(`/api-keys/${newId('apiKey')}`, {});
    const none = await patch('/api-keys/hello', {});
    expect({ ...none.body, requestId: '' }).toEqual({ ...others.body, requestId: '' });
  });
});
