import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiKeyRow, CreateApiKeyCommand as Request } from '@paygate/contracts';
import { apiKeyTable, createApiKey, listApiKeys, reportKeyUse, revokeApiKey, rotateApiKey } from '@paygate/contracts';
import { newId, parseApiKey, sha256Base64url } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector, receivedOf } from '@paygate/testing';
import { CreateApiKey } from '../../../merchants/api-keys/create-api-key.js';
import { keysIn, madeBy, newMerchantOf, rotation, wanted } from '../../fixtures/api-key-requests.js';
import { AuthUnderTest } from '../../fixtures/auth-under-test.js';

let auth: AuthUnderTest;
let table: EventCollector;
const LIMIT = 12;

beforeAll(async () => {
  auth = await AuthUnderTest.start({ API_KEYS_PER_MERCHANT: String(LIMIT) }, 2);
  table = await eventCollector(auth.topics.prefix, apiKeyTable.stream);
});
afterAll(async () => {
  await table.stop();
  await auth.stop();
});

const newMerchant = () => newMerchantOf(auth);
const made = (merchantId: string, more?: Partial<Request>) => madeBy(auth, merchantId, more);
const keysOf = (merchantId: string) => keysIn(auth, merchantId);
const idempotency = (body: string) => ({ keyHash: sha256Base64url('order 1'), bodyHash: sha256Base64url(body) });

describe('a key that a merchant creates', () => {
  test.each<[string, Partial<Request>, string]>([
    ['without scopes', { type: 'restricted' }, 'scopes'],
    ['with scopes', { scopes: ['intents:read'] }, 'scopes'],
    ['with origins', { origins: ['https://shop.example'] }, 'origins'],
    ['with a time that has passed', { expiresAt: '2026-01-01T00:00:00.000Z' }, 'expiresAt'],
  ])('%s may be refused: %j', async (_name, more, param) => {
    const merchantId = await newMerchant();
    await expect(auth.ask(createApiKey, wanted(merchantId, more))).resolves.toMatchObject({
      ok: false,
      code: 'parameter_invalid',
      param,
    });
  });

  test('under one Idempotency-Key is created once, for any number of requests and instances', async () => {
    const merchantId = await newMerchant();
    const requests = Array.from({ length: 20 }, () => wanted(merchantId, { idempotency: idempotency('a') }));
    const answers = await Promise.all(requests.map((request) => auth.get(createApiKey, request)));
    expect(new Set(answers.map(({ apiKey }) => apiKey.apiKeyId)).size).toBe(1);
    expect(answers.filter(({ key }) => key !== undefined)).toHaveLength(1);
    expect(await keysOf(merchantId)).toHaveLength(1);
    const other = wanted(merchantId, { idempotency: idempotency('b') });
    expect(await auth.ask(createApiKey, other)).toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('is refused when there are too many, also for concurrent requests', async () => {
    const merchantId = await newMerchant();
    for (let count = 0; count < LIMIT - 4; count += 1) await made(merchantId);
    const requests = Array.from({ length: 12 }, () => wanted(merchantId));
    // past the bus, which hands over the commands of one merchant one after the other
    const replies = await Promise.all(
      requests.map((request) =>
        auth.app.get(CreateApiKey).create(request, receivedOf(createApiKey, request, 'operator')),
      ),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(4);
    const detail = `An account has at most ${LIMIT} API keys in force in each mode.`;
    expect(replies).toContainEqual({ ok: false, code: 'api_key_limit_reached', detail });
    const [first] = await keysOf(merchantId);
    await auth.get(revokeApiKey, { apiKeyId: first?.id ?? '', merchantId, mode: 'test' });
    expect(await auth.ask(createApiKey, wanted(merchantId))).toMatchObject({ ok: true });
  });
});

describe('rotation', () => {
  test('gives a successor with the same rights at once; the key itself ends after the overlap', async () => {
    const merchantId = await newMerchant();
    const more: Partial<Request> = { type: 'publishable', origins: ['https://shop.example'], name: 'web' };
    const old = await made(merchantId, more);
    const request = rotation(merchantId, old.apiKeyId, { overlapSeconds: 600 });
    const { apiKey, key } = await auth.get(rotateApiKey, request);
    const text = auth.open('operator', key, 'api-key.text');
    const own = { apiKeyId: request.newApiKeyId, createdAt: apiKey.createdAt, publicText: text };
    expect(apiKey).toEqual(Object.assign({}, old, own));
    expect(parseApiKey(text)).toMatchObject({ apiKeyId: request.newApiKeyId, type: 'publishable', mode: 'test' });

    const isRow = (payload: unknown, id: string, version: number) =>
      (payload as ApiKeyRow).apiKeyId === id && (payload as ApiKeyRow).version === version;
    const retired = (await table.next(({ payload }) => isRow(payload, old.apiKeyId, 2))).payload as ApiKeyRow;
    const successor = (await table.next(({ payload }) => isRow(payload, apiKey.apiKeyId, 1))).payload as ApiKeyRow;
    expect(successor).toMatchObject({ origins: ['https://shop.example'], expiresAt: null });
    expect(Date.parse(retired.expiresAt ?? '') - Date.parse(apiKey.createdAt)).toBeGreaterThanOrEqual(599_000);
    expect(Date.parse(retired.expiresAt ?? '') - Date.parse(apiKey.createdAt)).toBeLessThanOrEqual(610_000);
  });

  test('of one key by concurrent requests creates one successor, whose text is shown once', async () => {
    const merchantId = await newMerchant();
    const { apiKeyId } = await made(merchantId);
    const requests = Array.from({ length: 30 }, () => rotation(merchantId, apiKeyId));
    const replies = await Promise.all(requests.map((request) => auth.ask(rotateApiKey, request)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(replies.filter((reply) => !reply.ok && reply.code === 'api_key_inactive')).toHaveLength(29);
    expect(await keysOf(merchantId)).toHaveLength(2);
  });

  test('[6.8] that is repeated returns the same successor without its text', async () => {
    const merchantId = await newMerchant();
    const { apiKeyId } = await made(merchantId);
    const request = rotation(merchantId, apiKeyId, { idempotency: idempotency('a') });
    const { apiKey } = await auth.get(rotateApiKey, request);
    const again = { ok: true, data: { apiKey }, replayed: true };
    expect(await auth.ask(rotateApiKey, request)).toEqual(again);
    expect(await auth.ask(rotateApiKey, Object.assign(request, { newApiKeyId: newId('apiKey') }))).toEqual(again);
    const other = rotation(merchantId, apiKeyId, { idempotency: idempotency('b') });
    expect(await auth.ask(rotateApiKey, other)).toMatchObject({ code: 'idempotency_key_reused' });
  });

  test('[1.7] never prolongs a key that has an expiry', async () => {
    const merchantId = await newMerchant();
    const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
    const { apiKeyId } = await made(merchantId, { expiresAt });
    expect((await auth.get(rotateApiKey, rotation(merchantId, apiKeyId))).apiKey.expiresAt).toBe(expiresAt);
    const { apiKeys } = await auth.get(listApiKeys, { merchantId, mode: 'test', limit: 10 });
    expect(apiKeys.map((key) => key.expiresAt)).toEqual([expiresAt, expiresAt]);
    await expect(
      auth.sql(`UPDATE api_key SET expires_at = expires_at + interval '1 s' WHERE id = $1`, apiKeyId),
    ).rejects.toThrow('refused');
  });

  test('of a key by itself leaves it valid long enough to recover from a lost answer', async () => {
    const merchantId = await newMerchant();
    const { apiKeyId } = await made(merchantId);
    const ofItself = (overlapSeconds: number) =>
      auth.ask(rotateApiKey, rotation(merchantId, apiKeyId, { actorKeyId: apiKeyId, overlapSeconds }), 'gateway');
    const tooSoon = { ok: false, code: 'parameter_invalid', param: 'overlapSeconds' };
    for (const seconds of [0, 59]) expect(await ofItself(seconds)).toMatchObject(tooSoon);
    expect(await keysOf(merchantId)).toHaveLength(1);
    const lost = await ofItself(60);
    if (!lost.ok) throw new Error(lost.code);

    const requester = { actorKeyId: apiKeyId };
    const revocation = { apiKeyId: lost.data.apiKey.apiKeyId, merchantId, mode: 'test' as const, ...requester };
    expect(await auth.ask(revokeApiKey, revocation, 'gateway')).toMatchObject({ ok: true });
    const [{ expiresAt } = { expiresAt: null }] = await auth.sql<{ expiresAt: Date | null }>(
      'SELECT expires_at AS "expiresAt" FROM api_key WHERE id = $1',
      apiKeyId,
    );
    const another = wanted(merchantId, { ...requester, ...(expiresAt && { expiresAt: expiresAt.toISOString() }) });
    expect(await auth.ask(createApiKey, another, 'gateway')).toMatchObject({ ok: true });
  });

  test('of a key that has ended, of another merchant or of the other mode is refused', async () => {
    const merchantId = await newMerchant();
    const revoked = await made(merchantId);
    await auth.get(revokeApiKey, { apiKeyId: revoked.apiKeyId, merchantId, mode: 'test' });
    const inactive = { code: 'api_key_inactive' };
    expect(await auth.ask(rotateApiKey, rotation(merchantId, revoked.apiKeyId))).toMatchObject(inactive);
    const { apiKeyId } = await made(merchantId);
    await auth.get(rotateApiKey, rotation(merchantId, apiKeyId, { overlapSeconds: 0 }));
    expect(await auth.ask(rotateApiKey, rotation(merchantId, apiKeyId))).toMatchObject(inactive);

    const live = await made(merchantId, { mode: 'live' });
    const others = await made(await newMerchant());
    for (const id of [live.apiKeyId, others.apiKeyId, newId('apiKey')]) {
      const missing = { ok: false, code: 'api_key_not_found' };
      expect(await auth.ask(rotateApiKey, rotation(merchantId, id))).toEqual(missing);
      expect(await auth.ask(revokeApiKey, { apiKeyId: id, merchantId, mode: 'test' })).toEqual(missing);
    }
  });
});

test('the rights of a key never change and a revoked key stays revoked, for any writer of the table', async () => {
  const merchantId = await newMerchant();
  const { apiKeyId } = await made(merchantId, { type: 'restricted', scopes: ['intents:read'] });
  await auth.get(revokeApiKey, { apiKeyId, merchantId, mode: 'test' });
  for (const change of [
    'revoked_at = NULL',
    `mode = 'live'`,
    `scopes = '{intents:write}'`,
    `type = 'secret', scopes = '{}'`,
  ])
    await expect(auth.sql(`UPDATE api_key SET ${change} WHERE id = $1`, apiKeyId)).rejects.toThrow('refused');
});

describe('a list', () => {
  test('shows the keys of one merchant and mode, newest first, page by page', async () => {
    const merchantId = await newMerchant();
    const made5 = [];
    for (let count = 0; count < 5; count += 1) made5.unshift(await made(merchantId, { name: `key ${count}` }));
    await made(merchantId, { mode: 'live' });
    await made(await newMerchant());

    const first = await auth.get(listApiKeys, { merchantId, mode: 'test', limit: 3 });
    expect(first).toEqual({ apiKeys: made5.slice(0, 3), hasMore: true });
    const startingAfter = first.apiKeys[2]?.apiKeyId ?? '';
    const last = await auth.get(listApiKeys, { merchantId, mode: 'test', limit: 3, startingAfter });
    expect(last).toEqual({ apiKeys: made5.slice(3), hasMore: false });
  });

  test('[1.7] shows when a key was last used, and no report sets that time back or into the future', async () => {
    const merchantId = await newMerchant();
    const { apiKeyId } = await made(merchantId);
    const lastUsed = async () => {
      const { apiKeys } = await auth.get(listApiKeys, { merchantId, mode: 'test', limit: 1 });
      return apiKeys[0]?.lastUsedAt;
    };
    expect(await lastUsed()).toBeNull();
    const report = (...times: string[]) =>
      auth.ask(reportKeyUse, { uses: times.map((usedAt) => ({ apiKeyId, usedAt })) }, 'gateway');
    await report('2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z');
    expect(await lastUsed()).toBe('2026-01-03T00:00:00.000Z');
    await report('2026-01-01T00:00:00.000Z');
    expect(await lastUsed()).toBe('2026-01-03T00:00:00.000Z');
    await report('2199-01-01T00:00:00.000Z');
    const [row] = await auth.sql<{ ok: boolean }>(
      'SELECT last_used_at <= clock_timestamp() AS ok FROM api_key WHERE id = $1',
      apiKeyId,
    );
    expect(row?.ok).toBe(true);
  });

  test('accepts concurrent reports about the same keys from many gateways', async () => {
    const merchantId = await newMerchant();
    const keys = await Promise.all(Array.from({ length: 10 }, () => made(merchantId)));
    const reports = Array.from({ length: 20 }, (_, turn) =>
      (turn % 2 === 0 ? keys : [...keys].reverse()).map(({ apiKeyId }) => ({
        apiKeyId,
        usedAt: `2026-01-01T00:00:${String(turn + 10)}.000Z`,
      })),
    );
    const replies = await Promise.all(reports.map((uses) => auth.ask(reportKeyUse, { uses }, 'gateway')));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(20);
    const { apiKeys } = await auth.get(listApiKeys, { merchantId, mode: 'test', limit: 10 });
    expect(new Set(apiKeys.map((key) => key.lastUsedAt))).toEqual(new Set(['2026-01-01T00:00:29.000Z']));
  });
});
