import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createApiKey, reportKeyUse, revokeApiKey, rotateApiKey, setMerchant } from '@paygate/contracts';
import { newId, sha256Base64url, uuidV7 } from '@paygate/platform';
import { repetitions, withClient } from '@paygate/testing';
import { ScheduledJobs } from '../scheduled-jobs.js';
import { madeBy, newMerchantOf, rotation } from './fixtures/api-key-requests.js';
import { AuthUnderTest } from './fixtures/auth-under-test.js';

const reused = { ok: false, code: 'idempotency_key_reused' };

let auth: AuthUnderTest;
let merchantId: string;
beforeAll(async () => {
  auth = await AuthUnderTest.start();
  merchantId = await newMerchantOf(auth);
});
afterAll(() => auth.stop());

/** The digests of idempotency key and request that the gateway sends. */
const keyed = (key: string, asked: string) => ({ keyHash: sha256Base64url(key), bodyHash: sha256Base64url(asked) });

describe('one key', () => {
  test('[6.3] that rotates an API key rotates no other', async () => {
    const [first, second] = [await madeBy(auth, merchantId), await madeBy(auth, merchantId)];
    const key = uuidV7();
    const rotate = ({ apiKeyId }: { apiKeyId: string }) =>
      auth.ask(rotateApiKey, rotation(merchantId, apiKeyId, { idempotency: keyed(key, apiKeyId) }));
    expect(await rotate(first)).toMatchObject({ ok: true });
    expect(await rotate(second)).toEqual(reused);
    expect(await auth.sql('SELECT FROM api_key WHERE predecessor_id = $1', second.apiKeyId)).toEqual([]);
  });

  test('[6.2] that revokes an API key gets the first answer again, whatever the API key was used for since', async () => {
    const { apiKeyId } = await madeBy(auth, merchantId);
    const other = await madeBy(auth, merchantId);
    const key = uuidV7();
    const revoke = (id: string) =>
      auth.ask(revokeApiKey, { apiKeyId: id, merchantId, mode: 'test', idempotency: keyed(key, id) });
    const first = await revoke(apiKeyId);
    await auth.get(reportKeyUse, { uses: [{ apiKeyId, usedAt: new Date().toISOString() }] }, 'gateway');
    expect(await revoke(apiKeyId)).toEqual({ ...first, replayed: true });
    expect(await revoke(other.apiKeyId)).toEqual(reused);
  });
});

test.each(repetitions)('$name, of a request for an API key', async ({ first, later, isSame }) => {
  const keyHash = sha256Base64url(uuidV7());
  const create = (digests: typeof first) => {
    const wanted = { apiKeyId: newId('apiKey'), merchantId, mode: 'test', type: 'secret', name: 'shop' } as const;
    return auth.ask(createApiKey, { ...wanted, idempotency: { keyHash, ...digests } });
  };
  expect(await create(first)).toMatchObject({ ok: true });
  expect(await create(later)).toMatchObject(isSame ? { ok: true, replayed: true } : reused);
});

describe('a record', () => {
  const ofKey = 'FROM idempotency_record AS r WHERE key_hash = $1';

  test('[6.10] holds neither the answer nor a digest of the body in the clear, and is deleted after its time', async () => {
    const [apiKeyId, key] = [newId('apiKey'), uuidV7()];
    const { keyHash, bodyHash } = keyed(key, 'a body');
    const contentHash = sha256Base64url('its content');
    const wanted = { apiKeyId, merchantId, mode: 'test', type: 'secret', name: 'shop' } as const;
    await auth.get(createApiKey, { ...wanted, idempotency: { keyHash, bodyHash, contentHash } });
    const [row] = await auth.sql<{ text: string }>(`SELECT r::text AS text ${ofKey}`, keyHash);
    expect(row?.text).toContain('auth.d1.');
    const [body, content] = [bodyHash, contentHash].map((digest) => Buffer.from(digest, 'base64url').toString('hex'));
    for (const secret of [apiKeyId, body, content]) expect(row?.text).not.toContain(secret);
    await auth.sql(
      `UPDATE idempotency_record SET created_at = created_at - interval '31 days' WHERE key_hash = $1`,
      keyHash,
    );
    await auth.app.get(ScheduledJobs).deleteExpired();
    expect(await auth.sql(`SELECT ${ofKey}`, keyHash)).toEqual([]);
  });

  test('is stored for an effect and not for a refusal: the same request succeeds once the cause of the refusal is gone', async () => {
    const { apiKeyId } = await madeBy(auth, merchantId);
    const idempotency = keyed(uuidV7(), apiKeyId);
    const rotate = () => auth.ask(rotateApiKey, rotation(merchantId, apiKeyId, { idempotency }));
    await auth.get(setMerchant, { merchantId, active: false });
    expect(await rotate()).toMatchObject({ ok: false, code: 'merchant_inactive' });
    expect(await auth.sql(`SELECT ${ofKey}`, idempotency.keyHash)).toEqual([]);
    await auth.get(setMerchant, { merchantId, active: true });
    expect(await rotate()).toMatchObject({ ok: true });
  });

  test('is not stored without a key', async () => {
    const before = await auth.sql('SELECT key_hash FROM idempotency_record');
    await madeBy(auth, merchantId);
    expect(await auth.sql('SELECT key_hash FROM idempotency_record')).toEqual(before);
  });

  test('makes another request with its key wait, and fail when the first takes too long', async () => {
    const { apiKeyId } = await madeBy(auth, merchantId);
    const revoke = (idempotency?: ReturnType<typeof keyed>) =>
      auth.ask(revokeApiKey, { apiKeyId, merchantId, mode: 'test', ...(idempotency && { idempotency }) });
    await withClient(auth.database.url, async (client) => {
      await client.query('BEGIN');
      await client.query('SELECT FROM merchant WHERE id = $1 FOR UPDATE', [merchantId]);
      expect(await revoke()).toMatchObject({ code: 'service_unavailable' });
      expect(await revoke(keyed(uuidV7(), apiKeyId))).toMatchObject({ code: 'idempotency_key_in_use' });
      await client.query('ROLLBACK');
    });
    expect(await revoke()).toMatchObject({ ok: true });
  });
});
