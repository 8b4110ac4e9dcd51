import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiKeyInfo, CreateApiKeyCommand as Request } from '@paygate/contracts';
import { createApiKey, revokeApiKey, rotateApiKey } from '@paygate/contracts';
import { receivedOf } from '@paygate/testing';
import { CreateApiKey } from '../../../merchants/api-keys/create-api-key.js';
import { RevokeApiKey } from '../../../merchants/api-keys/revoke-api-key.js';
import { keysIn, madeBy, newMerchantOf, rotation, wanted } from '../../fixtures/api-key-requests.js';
import { AuthUnderTest } from '../../fixtures/auth-under-test.js';

let auth: AuthUnderTest;
const PER_DAY = 9;

beforeAll(async () => {
  auth = await AuthUnderTest.start({ API_KEYS_MADE_PER_DAY: String(PER_DAY) });
});
afterAll(() => auth.stop());

const newMerchant = () => newMerchantOf(auth);
const made = (merchantId: string, more?: Partial<Request>) => madeBy(auth, merchantId, more);
const keysOf = (merchantId: string) => keysIn(auth, merchantId);

describe('a key that a merchant creates', () => {
  test('[1.3] through the gateway needs the rights of the acting key', async () => {
    const merchantId = await newMerchant();
    const secret = await made(merchantId);
    const writer = await made(merchantId, { type: 'restricted', scopes: ['api_keys:write', 'intents:read'] });
    const ended = await made(merchantId);
    await auth.get(revokeApiKey, { apiKeyId: ended.apiKeyId, merchantId, mode: 'test' });
    const foreign = await made(await newMerchant());
    const live = await made(merchantId, { mode: 'live' });
    const ask = (actor: ApiKeyInfo | undefined, more: Partial<Request> = {}) =>
      auth.ask(
        createApiKey,
        wanted(merchantId, { ...more, ...(actor === undefined ? {} : { actorKeyId: actor.apiKeyId }) }),
        'gateway',
      );
    expect(await ask(secret)).toMatchObject({ ok: true });
    expect(await ask(writer, { type: 'restricted', scopes: ['intents:read'] })).toMatchObject({ ok: true });
    expect(await ask(ended)).toMatchObject({ code: 'api_key_revoked' });
    for (const [actor, more] of [
      [undefined, {}],
      [foreign, {}],
      [live, {}],
      [writer, {}],
      [writer, { type: 'publishable' }],
      [writer, { type: 'restricted', scopes: ['intents:write'] }],
    ] as const)
      expect(await ask(actor, { ...more } as Partial<Request>)).toMatchObject({ code: 'scope_missing' });
    const secretRotated = rotation(merchantId, secret.apiKeyId, { actorKeyId: writer.apiKeyId });
    expect(await auth.ask(rotateApiKey, secretRotated, 'gateway')).toMatchObject({ code: 'scope_missing' });
  });

  test('through the gateway lasts no longer than the acting key', async () => {
    const merchantId = await newMerchant();
    const now = Date.now();
    const end = new Date(now + 3_600_000).toISOString();
    const later = new Date(now + 3_600_001).toISOString();
    const actor = await made(merchantId, { expiresAt: end });
    const lasting = await made(merchantId);
    const before = await keysOf(merchantId);
    const requester = { actorKeyId: actor.apiKeyId };
    const tooLong = { ok: false, code: 'parameter_invalid', param: 'expiresAt' };
    const tooLongOnes: Partial<Request>[] = [requester, { ...requester, expiresAt: later }];
    for (const more of tooLongOnes)
      expect(await auth.ask(createApiKey, wanted(merchantId, more), 'gateway')).toMatchObject(tooLong);
    const successor = rotation(merchantId, lasting.apiKeyId, requester);
    expect(await auth.ask(rotateApiKey, successor, 'gateway')).toMatchObject({ code: 'scope_missing' });
    expect(await keysOf(merchantId)).toEqual(before);

    const shorter = await auth.get(createApiKey, wanted(merchantId, { ...requester, expiresAt: end }), 'gateway');
    expect(shorter.apiKey.expiresAt).toBe(end);
    const own = await auth.get(rotateApiKey, rotation(merchantId, actor.apiKeyId, requester), 'gateway');
    expect(own.apiKey.expiresAt).toBe(end);
  });
});

describe('the keys that a merchant creates within a day', () => {
  const refused = { code: 'api_key_limit_reached', detail: expect.stringMatching(/^At most \d+ .* 24 hours\.$/) };

  test('are limited, also for concurrent requests, and revoked keys count', async () => {
    const merchantId = await newMerchant();
    const { apiKeyId: actorKeyId } = await made(merchantId);
    const creation = () => wanted(merchantId, { actorKeyId });
    const use = auth.app.get(CreateApiKey);
    const replies = await Promise.all(
      Array.from({ length: PER_DAY }, creation).map((request) =>
        use.create(request, receivedOf(createApiKey, request)),
      ),
    );
    const created = replies.flatMap((reply) => (reply.ok ? [reply.data.apiKey] : []));
    expect(created).toHaveLength(PER_DAY - 1);
    expect(replies.find(({ ok }) => !ok)).toMatchObject(refused);

    for (const { apiKeyId } of created) await auth.get(revokeApiKey, { apiKeyId, merchantId, mode: 'test' });
    expect(await auth.ask(createApiKey, creation(), 'gateway')).toMatchObject(refused);
    const successor = rotation(merchantId, actorKeyId, { actorKeyId });
    expect(await auth.ask(rotateApiKey, successor, 'gateway')).toMatchObject(refused);
  });

  test('are counted by mode and by day, and the limit does not bind an operator', async () => {
    const merchantId = await newMerchant();
    const live = await made(merchantId, { mode: 'live' });
    const test = await made(merchantId);
    for (let count = 1; count < PER_DAY; count += 1) await made(merchantId);
    const ask = ({ apiKeyId: actorKeyId, mode }: ApiKeyInfo) =>
      auth.ask(createApiKey, wanted(merchantId, { actorKeyId, mode }), 'gateway');
    expect(await ask(test)).toMatchObject(refused);
    expect(await ask(live)).toMatchObject({ ok: true });
    expect(await auth.ask(createApiKey, wanted(merchantId))).toMatchObject({ ok: true });
    await auth.sql(
      `UPDATE api_key SET created_at = created_at - interval '24 hours' WHERE merchant_id = $1`,
      merchantId,
    );
    expect(await ask(test)).toMatchObject({ ok: true });
  });
});

describe('revocation through the gateway', () => {
  const revocation = async (merchantId: string, apiKeyId: string, actor?: ApiKeyInfo) =>
    auth.ask(
      revokeApiKey,
      { apiKeyId, merchantId, mode: 'test', ...(actor === undefined ? {} : { actorKeyId: actor.apiKeyId }) },
      'gateway',
    );
  const inForce = async (merchantId: string) =>
    (
      await auth.sql<{ id: string }>(
        'SELECT id FROM api_key WHERE merchant_id = $1 AND revoked_at IS NULL ORDER BY id',
        merchantId,
      )
    ).map(({ id }) => id);

  test('needs the rights of the revoked key', async () => {
    const merchantId = await newMerchant();
    const secret = await made(merchantId);
    const writer = await made(merchantId, { type: 'restricted', scopes: ['api_keys:write', 'intents:read'] });
    const stronger = await made(merchantId, { type: 'restricted', scopes: ['api_keys:write', 'intents:write'] });
    const publishable = await made(merchantId, { type: 'publishable' });
    const foreign = await made(await newMerchant());
    const before = await inForce(merchantId);
    for (const [actor, key] of [
      [undefined, secret],
      [foreign, secret],
      [writer, secret],
      [writer, stronger],
      [writer, publishable],
      [publishable, writer],
    ] as const)
      expect(await revocation(merchantId, key.apiKeyId, actor)).toMatchObject({ code: 'scope_missing' });
    expect(await inForce(merchantId)).toEqual(before);

    const weaker = await made(merchantId, { type: 'restricted', scopes: ['intents:read'] });
    for (const [actor, key] of [
      [writer, weaker],
      [writer, writer],
      [secret, stronger],
      [secret, secret],
    ] as const)
      expect(await revocation(merchantId, key.apiKeyId, actor)).toMatchObject({ ok: true });
    expect(await inForce(merchantId)).toEqual([publishable.apiKeyId]);
  });

  test('is refused to a key that has ended; a repeated revocation that it had made is answered again', async () => {
    const merchantId = await newMerchant();
    const [actor, expired, key, victim] = [
      await made(merchantId),
      await made(merchantId),
      await made(merchantId),
      await made(merchantId),
    ];
    await auth.get(rotateApiKey, rotation(merchantId, expired.apiKeyId, { overlapSeconds: 0 }));
    expect(await revocation(merchantId, victim.apiKeyId, expired)).toMatchObject({ code: 'api_key_expired' });
    await revocation(merchantId, key.apiKeyId, actor);
    await revocation(merchantId, actor.apiKeyId, actor);
    expect(await revocation(merchantId, victim.apiKeyId, actor)).toMatchObject({ code: 'api_key_revoked' });
    expect(await revocation(merchantId, key.apiKeyId, actor)).toMatchObject({ ok: true, replayed: true });
    expect(await inForce(merchantId)).toContain(victim.apiKeyId);
  });

  test('of a stronger key is refused, also when that has been revoked', async () => {
    const merchantId = await newMerchant();
    const [secret, other] = [await made(merchantId), await made(merchantId)];
    const weak = await made(merchantId, { type: 'restricted', scopes: ['api_keys:write'] });
    expect(await revocation(merchantId, secret.apiKeyId, weak)).toEqual({ ok: false, code: 'scope_missing' });
    await revocation(merchantId, secret.apiKeyId, other);
    expect(await revocation(merchantId, secret.apiKeyId, weak)).toEqual({ ok: false, code: 'scope_missing' });
  });

  test('of two keys by each other at once ends one of them', async () => {
    const merchantId = await newMerchant();
    const [one, other] = [await made(merchantId), await made(merchantId)];
    const use = auth.app.get(RevokeApiKey);
    const replies = await Promise.all(
      [
        { apiKeyId: one.apiKeyId, actorKeyId: other.apiKeyId },
        { apiKeyId: other.apiKeyId, actorKeyId: one.apiKeyId },
      ].map((keys) => {
        const request = { ...keys, merchantId, mode: 'test' as const };
        return use.revoke(request, receivedOf(revokeApiKey, request));
      }),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(replies).toContainEqual({ ok: false, code: 'api_key_revoked' });
  });
});
