import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiKeyInfo, ApiKeyRow, CreateApiKeyCommand, UpdateApiKeyCommand as Request } from '@paygate/contracts';
import { apiKeyTable, revokeApiKey, setMerchant, updateApiKey, verifyAuditTrail } from '@paygate/contracts';
import type { EventCollector } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import { madeBy, newMerchantOf } from '../../fixtures/api-key-requests.js';
import { AuthUnderTest } from '../../fixtures/auth-under-test.js';

let auth: AuthUnderTest;
let table: EventCollector;

beforeAll(async () => {
  auth = await AuthUnderTest.start();
  table = await eventCollector(auth.topics.prefix, apiKeyTable.stream);
});
afterAll(async () => {
  await table.stop();
  await auth.stop();
});

const SHOP = 'https://shop.example';
const made = (merchantId: string, more?: Partial<CreateApiKeyCommand>) => madeBy(auth, merchantId, more);
const change = (merchantId: string, { apiKeyId, mode }: ApiKeyInfo, more: Partial<Request>, actor?: ApiKeyInfo) => {
  const requester = actor === undefined ? {} : { actorKeyId: actor.apiKeyId };
  return auth.ask(updateApiKey, { apiKeyId, merchantId, mode, ...requester, ...more }, 'gateway');
};
const rowsOf = (apiKeyId: string) =>
  table.events
    .filter(({ payload }) => (payload as ApiKeyRow).apiKeyId === apiKeyId)
    .map(({ payload }) => payload as ApiKeyRow);
const recordsOf = (merchantId: string) =>
  auth.sql<{ action: string; actor: string; detail: string }>(
    `SELECT action, actor, detail FROM audit_record WHERE merchant_id = $1 AND action = 'api_key.changed' ORDER BY sequence`,
    merchantId,
  );

describe('a change of a key', () => {
  test('[1.38] is stored, recorded in the audit trail, and published with the next version of the row', async () => {
    const merchantId = await newMerchantOf(auth);
    const [secret, page] = [await made(merchantId), await made(merchantId, { type: 'publishable' })];
    const reply = await change(merchantId, page, { name: 'website', origins: [SHOP, SHOP] }, secret);
    expect(reply).toEqual({ ok: true, data: Object.assign({}, page, { name: 'website', origins: [SHOP] }) });
    await eventually(() => Promise.resolve(rowsOf(page.apiKeyId).length === 2));
    expect(rowsOf(page.apiKeyId).map(({ version, origins }) => [version, origins])).toEqual([
      [1, []],
      [2, [SHOP]],
    ]);
    const detail = JSON.stringify({ name: 'website', origins: [SHOP] });
    expect(await recordsOf(merchantId)).toEqual([{ action: 'api_key.changed', actor: secret.apiKeyId, detail }]);
    expect(await auth.get(verifyAuditTrail, { merchantId })).toMatchObject({ intact: true });
  });

  test('leaves what it does not name, and has no second effect when it is repeated', async () => {
    const merchantId = await newMerchantOf(auth);
    const secret = await made(merchantId);
    const page = await made(merchantId, { type: 'publishable', name: 'website', origins: [SHOP] });
    for (const more of [{ name: 'shop' }, { name: 'shop' }, {}, { origins: [SHOP] }])
      expect(await change(merchantId, page, more, secret)).toMatchObject({ data: { name: 'shop', origins: [SHOP] } });
    expect(await recordsOf(merchantId)).toHaveLength(1);
    expect(await change(merchantId, page, { origins: [] }, secret)).toMatchObject({ data: { origins: [] } });
  });

  test('sets origins of publishable keys only', async () => {
    const merchantId = await newMerchantOf(auth);
    const secret = await made(merchantId);
    expect(await change(merchantId, secret, { origins: [SHOP] }, secret)).toMatchObject({
      code: 'parameter_invalid',
      param: 'origins',
    });
  });

  test('is refused for a key that has ended, is not of the merchant and mode, or when the merchant is suspended', async () => {
    const merchantId = await newMerchantOf(auth);
    const [secret, ended] = [await made(merchantId), await made(merchantId)];
    await auth.get(revokeApiKey, { apiKeyId: ended.apiKeyId, merchantId, mode: 'test' });
    const foreign = await made(await newMerchantOf(auth));
    const live = await made(merchantId, { mode: 'live' });
    const wanted = { name: 'other' };
    expect(await change(merchantId, ended, wanted, secret)).toMatchObject({ code: 'api_key_inactive' });
    expect(await change(merchantId, foreign, wanted, secret)).toMatchObject({ code: 'api_key_not_found' });
    expect(await change(merchantId, live, { ...wanted, mode: 'test' }, secret)).toMatchObject({
      code: 'api_key_not_found',
    });
    await auth.get(setMerchant, { merchantId, active: false });
    expect(await change(merchantId, secret, wanted, secret)).toMatchObject({ code: 'merchant_inactive' });
    expect(await recordsOf(merchantId)).toEqual([]);
  });

  test('[1.38] needs the rights of the changed key', async () => {
    const merchantId = await newMerchantOf(auth);
    const scopes = ['api_keys:write', 'intents:read'] as const;
    const writer = await made(merchantId, { type: 'restricted', scopes: [...scopes] });
    const weaker = await made(merchantId, { type: 'restricted', scopes: ['intents:read'] });
    const stronger = await made(merchantId, { type: 'restricted', scopes: ['intents:write'] });
    const page = await made(merchantId, { type: 'publishable' });
    const ended = await made(merchantId);
    await auth.get(revokeApiKey, { apiKeyId: ended.apiKeyId, merchantId, mode: 'test' });
    const wanted = { name: 'other' };
    for (const key of [writer, weaker])
      expect(await change(merchantId, key, wanted, writer)).toMatchObject({ ok: true });
    for (const [key, actor] of [
      [stronger, writer],
      [page, writer],
      [page, undefined],
    ] as const)
      expect(await change(merchantId, key, wanted, actor)).toMatchObject({ code: 'scope_missing' });
    expect(await change(merchantId, page, wanted, ended)).toMatchObject({ code: 'api_key_revoked' });
  });
});
