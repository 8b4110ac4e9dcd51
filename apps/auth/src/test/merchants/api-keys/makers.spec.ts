import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { createApiKey, rotateApiKey } from '@paygate/contracts';
import type { QueryRunner } from 'typeorm';
import { MakersOfKeys1796250010000 } from '../../../migrations/api-keys/1796250010000-makers-of-keys.js';
import { madeBy, newMerchantOf, rotation, wanted } from '../../fixtures/api-key-requests.js';
import { AuthUnderTest } from '../../fixtures/auth-under-test.js';

let auth: AuthUnderTest;
beforeAll(async () => {
  auth = await AuthUnderTest.start();
});
afterAll(() => auth.stop());

/** Takes the migration back and runs it again, as the owner of the database. */
async function migrated(): Promise<void> {
  const runner = { query: (text: string) => auth.sql(text) } as unknown as QueryRunner;
  await new MakersOfKeys1796250010000().down(runner);
  await new MakersOfKeys1796250010000().up(runner);
}

test('keys of before have their makers from the audit trail, also through rotations', async () => {
  const merchantId = await newMerchantOf(auth);
  const maker = await madeBy(auth, merchantId);
  const actorKeyId = maker.apiKeyId;
  const made = (await auth.get(createApiKey, wanted(merchantId, { actorKeyId }))).apiKey;
  const other = await madeBy(auth, merchantId);
  const taken = rotation(merchantId, other.apiKeyId, { actorKeyId });
  const after = rotation(merchantId, made.apiKeyId);
  for (const request of [taken, after]) await auth.get(rotateApiKey, request);
  const last = rotation(merchantId, after.newApiKeyId);
  await auth.get(rotateApiKey, last);
  const text = 'SELECT id, maker_id AS "makerId" FROM api_key WHERE merchant_id = $1 ORDER BY id';
  const before = await auth.sql<{ id: string; makerId: string | null }>(text, merchantId);
  await migrated();
  expect(await auth.sql(text, merchantId)).toEqual(before);
  const makers = new Map(before.map(({ id, makerId }) => [id, makerId]));
  for (const id of [made.apiKeyId, taken.newApiKeyId, after.newApiKeyId, last.newApiKeyId])
    expect(makers.get(id)).toBe(actorKeyId);
  for (const id of [actorKeyId, other.apiKeyId]) expect(makers.get(id)).toBeNull();
});

test('the maker of a key never changes', async () => {
  const merchantId = await newMerchantOf(auth);
  const [key, other] = [await madeBy(auth, merchantId), await madeBy(auth, merchantId)];
  await expect(
    auth.sql('UPDATE api_key SET maker_id = $2 WHERE id = $1', key.apiKeyId, other.apiKeyId),
  ).rejects.toThrow('refused');
});

test('a restricted key whose events follow its scopes rotates none that reads all events', async () => {
  const merchantId = await newMerchantOf(auth);
  const scopes = ['api_keys:write', 'events:read'] as const;
  const [own, old] = [
    await madeBy(auth, merchantId, { type: 'restricted', scopes: [...scopes] }),
    await madeBy(auth, merchantId, { type: 'restricted', scopes: ['events:read'] }),
  ];
  const rotate = () =>
    auth.ask(rotateApiKey, rotation(merchantId, old.apiKeyId, { actorKeyId: own.apiKeyId }), 'gateway');
  await auth.sql(`
    BEGIN;
    SET LOCAL session_replication_role = replica;
    UPDATE api_key SET events_by_scope = false WHERE id = '${old.apiKeyId}';
    COMMIT`);
  expect(await rotate()).toMatchObject({ ok: false, code: 'scope_missing' });
  expect(await auth.ask(rotateApiKey, rotation(merchantId, old.apiKeyId), 'operator')).toMatchObject({ ok: true });
});
