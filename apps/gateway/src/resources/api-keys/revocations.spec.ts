import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ApiKeyInfo } from '@paygate/contracts';
import { accept, readKeyWork, refuse, revokeApiKey } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { apiKeyRows, busDouble, GatewayWithDoubles } from '../../test/fixtures/bus-doubles.js';
import { GatewayUnderTest, newApiKey } from '../../test/fixtures/gateway-under-test.js';

let gateway: GatewayUnderTest;
const asking = newApiKey();
const { merchantId } = asking.row;
const apiKeyId = newId('apiKey');

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
  apiKeyRows.put(asking.row.apiKeyId, asking.row);
  gateway = await GatewayUnderTest.start(GatewayWithDoubles);
});
afterAll(() => gateway.stop());
beforeEach(() => {
  busDouble.sent.length = 0;
});

const get = (path: string) => gateway.ask({ path, headers: { 'x-api-key': asking.key } });
const post = (path: string, body?: unknown) =>
  gateway.ask({ method: 'POST', path, headers: { 'x-api-key': asking.key }, body });

describe('[2.9] revoking a key', () => {
  test('is answered when this gateway refuses the key', async () => {
    const { key, row } = newApiKey({ merchantId });
    apiKeyRows.put(row.apiKeyId, row);
    const revokedAt = new Date().toISOString();
    busDouble.on(revokeApiKey, () => {
      setImmediate(() => {
        apiKeyRows.put(row.apiKeyId, Object.assign({}, row, { version: 2, revokedAt }));
      });
      return accept(info({ apiKeyId: row.apiKeyId, revokedAt }));
    });
    const answer = await post(`/api-keys/${row.apiKeyId}/revoke`);
    expect(answer.body).toEqual({ ...view, id: row.apiKeyId, revokedAt, ended: [], endedCount: 0 });
    const used = await gateway.ask({ path: '/api-keys', headers: { 'x-api-key': key } });
    expect(used.body).toMatchObject({ status: 401, code: 'api_key_revoked' });
  });

  test('names what ended with it, and passes on what is kept', async () => {
    const revoked = newApiKey({ merchantId, revokedAt: '2026-11-20T11:00:00.000Z' });
    apiKeyRows.put(revoked.row.apiKeyId, revoked.row);
    const [kept, id] = [newId('webhookEndpoint'), newId('apiKey')];
    const ended = [{ id, object: 'api_key' as const, act: 'created' as const, at: '2026-11-20T10:00:00.000Z' }];
    const answered = info({ apiKeyId: revoked.row.apiKeyId, revokedAt: revoked.row.revokedAt });
    busDouble.on(revokeApiKey, () => accept(Object.assign(answered, { ended, endedCount: 1 })));
    const answer = await post(`/api-keys/${revoked.row.apiKeyId}/revoke`, { keep: [kept, 'payout_schedule'] });
    expect(answer.body).toMatchObject({ ended, endedCount: 1 });
    expect(busDouble.sent.at(-1)?.payload).toMatchObject({ keep: [kept, 'payout_schedule'] });
    const wrong = await post(`/api-keys/${revoked.row.apiKeyId}/revoke`, { keep: ['we_1 OR 1'] });
    expect(wrong.body).toMatchObject({ status: 400, code: 'parameter_invalid' });
  });

  test('shows before what would end with it', async () => {
    const data = [
      {
        id: 'payout_schedule',
        object: 'payout_schedule' as const,
        act: 'changed' as const,
        at: '2026-11-20T10:00:00.000Z',
      },
    ];
    busDouble.on(readKeyWork, () => accept({ data, count: 1 }));
    const answer = await get(`/api-keys/${apiKeyId}/work`);
    expect(answer.body).toEqual({ data, count: 1 });
  });

  test('of another merchant is answered like a missing one', async () => {
    busDouble.on(revokeApiKey, () => refuse('api_key_not_found'));
    const others = await post(`/api-keys/${newId('apiKey')}/revoke`);
    const none = await post('/api-keys/hello/revoke');
    expect(others.status).toBe(404);
    expect({ ...none.body, requestId: '' }).toEqual({ ...others.body, requestId: '' });
    busDouble.on(readKeyWork, () => refuse('api_key_not_found'));
    expect((await get(`/api-keys/${newId('apiKey')}/work`)).body).toMatchObject({
      status: 404,
      code: 'api_key_not_found',
    });
  });
});
