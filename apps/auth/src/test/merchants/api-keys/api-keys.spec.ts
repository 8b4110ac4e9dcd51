import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiKeyRow, CreateApiKeyCommand } from '@paygate/contracts';
import {
  apiKeyTable,
  createApiKey,
  createMerchant,
  listApiKeys,
  readAuthTable,
  revokeApiKey,
} from '@paygate/contracts';
import { apiKeyHash, newId, parseApiKey } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector } from '@paygate/testing';
import { wanted as wantedBy } from '../../fixtures/api-key-requests.js';
import { AuthUnderTest } from '../../fixtures/auth-under-test.js';

describe('merchants and API keys', () => {
  let auth: AuthUnderTest;
  let table: EventCollector;
  let merchantId: string;

  beforeAll(async () => {
    auth = await AuthUnderTest.start();
    table = await eventCollector(auth.topics.prefix, apiKeyTable.stream);
    merchantId = newId('merchant');
    await auth.get(createMerchant, { merchantId, name: 'Boulangerie du Port' });
  });
  afterAll(async () => {
    await table.stop();
    await auth.stop();
  });

  const wanted = (more: Partial<CreateApiKeyCommand> = {}): CreateApiKeyCommand => wantedBy(merchantId, more);

  /** The row of a key in the table, in one version. */
  const row = async (apiKeyId: string, version: number): Promise<ApiKeyRow> => {
    const isIt = (payload: ApiKeyRow): boolean => payload.apiKeyId === apiKeyId && payload.version === version;
    return (await table.next(({ payload }) => isIt(payload as ApiKeyRow))).payload as ApiKeyRow;
  };

  const rowsInDatabase = (apiKeyId: string): Promise<{ hash: string; version: number }[]> =>
    auth.sql('SELECT hash, version FROM api_key WHERE id = $1', apiKeyId);

  test('a merchant who is created again stays as it was', async () => {
    await expect(auth.ask(createMerchant, { merchantId, name: 'Another name' })).resolves.toEqual({
      ok: true,
      data: { merchantId },
    });
    const request = wanted();
    await auth.get(createApiKey, request);
    await expect(row(request.apiKeyId, 1)).resolves.toMatchObject({ merchantName: 'Boulangerie du Port' });
  });

  test('[1.5] a key is sealed for the requester, and readers get enough to recognise it and nothing to use it', async () => {
    const request = wanted({ type: 'publishable', mode: 'live' });
    const { key } = await auth.get(createApiKey, request);
    const text = auth.open('operator', key, 'api-key.text');
    expect(parseApiKey(text)).toEqual({ type: 'publishable', mode: 'live', apiKeyId: request.apiKeyId });
    await expect(row(request.apiKeyId, 1)).resolves.toEqual({
      apiKeyId: request.apiKeyId,
      eventsByScope: true,
      version: 1,
      merchantId,
      merchantName: 'Boulangerie du Port',
      merchantActive: false,
      customerSignIn: 'wallet',
      requireSignIn: false,
      otherPhones: false,
      guestPayments: true,
      apiVersion: null,
      mode: 'live',
      type: 'publishable',
      hash: apiKeyHash(createSecretKey(Buffer.from(auth.pepper, 'base64')), text),
      scopes: [],
      origins: [],
      expiresAt: null,
      revokedAt: null,
    });
  });

  test('[1.5] the text of a publishable key can be read again; that of a secret or restricted key is stored nowhere', async () => {
    const publishable = wanted({ type: 'publishable' });
    const { key } = await auth.get(createApiKey, publishable);
    const others = [wanted({ type: 'secret' }), wanted({ type: 'restricted', scopes: ['intents:read'] })];
    for (const other of others) await auth.get(createApiKey, other);
    const { apiKeys } = await auth.get(listApiKeys, { merchantId, mode: 'test', limit: 100 }, 'gateway');
    const textOf = (apiKeyId: string) => apiKeys.find((found) => found.apiKeyId === apiKeyId)?.publicText;
    expect(textOf(publishable.apiKeyId)).toBe(auth.open('operator', key, 'api-key.text'));
    expect(others.map(({ apiKeyId }) => textOf(apiKeyId))).toEqual([undefined, undefined]);
    const ids = others.map(({ apiKeyId }) => apiKeyId);
    const stored = await auth.sql('SELECT FROM api_key WHERE id = ANY ($1) AND public_text IS NOT NULL', ids);
    expect(stored).toEqual([]);
    await expect(auth.sql("UPDATE api_key SET public_text = 'pk_x' WHERE id = ANY ($1)", ids)).rejects.toThrow(
      'api_key_public_text',
    );
  });

  test('a repeated command makes no second key and does not show the first again', async () => {
    const request = wanted();
    await auth.get(createApiKey, request);
    const before = await rowsInDatabase(request.apiKeyId);
    await expect(auth.ask(createApiKey, request)).resolves.toEqual({
      ok: true,
      data: { apiKey: expect.objectContaining({ apiKeyId: request.apiKeyId }) },
      replayed: true,
    });
    await expect(rowsInDatabase(request.apiKeyId)).resolves.toEqual(before);
  });

  test('of 40 concurrent commands with one id exactly one shows a key, and it is the stored one', async () => {
    const request = wanted();
    const answers = await Promise.all(Array.from({ length: 40 }, () => auth.get(createApiKey, request)));
    const shown = answers.flatMap(({ key }) => (key === undefined ? [] : [key]));
    expect(shown).toHaveLength(1);
    const hash = apiKeyHash(
      createSecretKey(Buffer.from(auth.pepper, 'base64')),
      auth.open('operator', shown[0], 'api-key.text'),
    );
    await expect(rowsInDatabase(request.apiKeyId)).resolves.toEqual([{ hash, version: 1 }]);
  });

  test.each<[Partial<CreateApiKeyCommand>, Partial<CreateApiKeyCommand>]>([
    [{}, { type: 'publishable' }],
    [{}, { mode: 'live' }],
    [{}, { name: 'other' }],
    [{}, { expiresAt: '2099-01-01T00:00:00.000Z' }],
    [
      { type: 'restricted', scopes: ['intents:read'] },
      { type: 'restricted', scopes: ['intents:read', 'users:write'] },
    ],
    [
      { type: 'publishable', origins: ['https://a.example'] },
      { type: 'publishable', origins: ['https://b.example'] },
    ],
  ])('the id of a key with %j is refused for one with %j', async (first, other) => {
    const request = wanted(first);
    await auth.get(createApiKey, request);
    await expect(auth.ask(createApiKey, wanted({ apiKeyId: request.apiKeyId, ...other }))).resolves.toMatchObject({
      ok: false,
      code: 'parameter_invalid',
      param: 'apiKeyId',
    });
  });

  test('a merchant who does not exist or is not active gets no key', async () => {
    const refusal = { ok: false, code: 'merchant_inactive' };
    await expect(auth.ask(createApiKey, wanted({ merchantId: newId('merchant') }))).resolves.toMatchObject(refusal);

    const inactive = newId('merchant');
    await auth.get(createMerchant, { merchantId: inactive, name: 'Closed' });
    await auth.sql('UPDATE merchant SET active = false WHERE id = $1', inactive);
    await expect(auth.ask(createApiKey, wanted({ merchantId: inactive }))).resolves.toMatchObject(refusal);
  });

  test('a revoked key is published to every reader under a higher version, and keeps its first time of revocation', async () => {
    const request = wanted();
    const { apiKeyId } = (await auth.get(createApiKey, request)).apiKey;
    const { revokedAt } = await auth.get(revokeApiKey, { apiKeyId, merchantId, mode: 'test' });
    const revoked = await row(apiKeyId, 2);
    expect(revoked.revokedAt).toBe(revokedAt);
    expect(Object.assign({}, revoked, { version: 1, revokedAt: null })).toEqual(await row(apiKeyId, 1));

    const again = await Promise.all(
      Array.from({ length: 5 }, () => auth.ask(revokeApiKey, { apiKeyId, merchantId, mode: 'test' })),
    );
    for (const reply of again) expect(reply).toMatchObject({ ok: true, data: { apiKeyId, revokedAt }, replayed: true });
    await expect(rowsInDatabase(apiKeyId)).resolves.toMatchObject([{ version: 2 }]);
  });

  test("another merchant's key is answered like a missing one, and is not revoked", async () => {
    const { apiKeyId } = (await auth.get(createApiKey, wanted())).apiKey;
    const otherMerchantId = newId('merchant');
    await auth.get(createMerchant, { merchantId: otherMerchantId, name: 'Other' });
    const others = await auth.ask(revokeApiKey, { apiKeyId, merchantId: otherMerchantId, mode: 'test' });
    const none = await auth.ask(revokeApiKey, { apiKeyId: newId('apiKey'), merchantId: otherMerchantId, mode: 'test' });
    expect(others).toEqual(none);
    expect(others).toMatchObject({ ok: false, code: 'api_key_not_found' });
    await expect(auth.sql('SELECT revoked_at FROM api_key WHERE id = $1', apiKeyId)).resolves.toEqual([
      { revoked_at: null },
    ]);
  });

  test('readers get every key page by page, except those that ended long ago', async () => {
    const [longRevoked, longExpired, kept, revoked] = [wanted(), wanted(), wanted(), wanted()];
    for (const request of [longRevoked, longExpired, kept, revoked]) await auth.get(createApiKey, request);
    await auth.get(revokeApiKey, { apiKeyId: revoked.apiKeyId, merchantId, mode: 'test' });
    const weekAgo = `clock_timestamp() - interval '7 days'`;
    await auth.sql(`UPDATE api_key SET revoked_at = ${weekAgo} WHERE id = $1`, longRevoked.apiKeyId);
    await auth.sql(`UPDATE api_key SET expires_at = ${weekAgo} WHERE id = $1`, longExpired.apiKeyId);

    const versions = new Map<string, number>();
    for (let after = ''; ;) {
      const { rows } = await auth.get(readAuthTable, { table: apiKeyTable.type, after }, 'gateway');
      if (rows.length === 0) break;
      for (const { apiKeyId, version } of rows as ApiKeyRow[]) versions.set((after = apiKeyId), version);
    }
    const ids = [longRevoked, longExpired, kept, revoked].map(({ apiKeyId }) => apiKeyId);
    expect(ids.map((id) => versions.get(id))).toEqual([undefined, undefined, 1, 2]);
  });
});
