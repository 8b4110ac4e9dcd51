import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ApiKeyRow } from '@paygate/contracts';
import {
  API_VERSION,
  apiKeyTable,
  createApiKey,
  eventStreams,
  pinApiVersion,
  setMerchant,
  verifyAuditTrail,
} from '@paygate/contracts';
import { Counters } from '@paygate/messaging';
import { Database, newId } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector, eventually, withClient } from '@paygate/testing';
import { ApiKeysRepository } from '../../merchants/api-keys/api-keys.repository.js';
import type { ApiKey } from '../../merchants/api-keys/api-key.js';
import { madeBy, newMerchantOf, wanted } from '../fixtures/api-key-requests.js';
import { AuthUnderTest } from '../fixtures/auth-under-test.js';

let auth: AuthUnderTest;
let table: EventCollector;
let events: EventCollector;
beforeAll(async () => {
  auth = await AuthUnderTest.start();
  table = await eventCollector(auth.topics.prefix, apiKeyTable.stream);
  events = await eventCollector(auth.topics.prefix, eventStreams.auth);
});
afterAll(async () => {
  await Promise.all([table.stop(), events.stop()]);
  await auth.stop();
});

const rowOf = async (apiKeyId: string, version: number) => {
  const isIt = (row: ApiKeyRow) => row.apiKeyId === apiKeyId && row.version === version;
  return (await table.next(({ payload }) => isIt(payload as ApiKeyRow))).payload as ApiKeyRow;
};
const renewalWaits = async (): Promise<boolean> => {
  const waiting = await auth.sql(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query LIKE '%UPDATE api_key%'`,
  );
  return waiting.length > 0;
};
const recordsOf = (merchantId: string) =>
  auth.sql<{ action: string; actor: string; detail: string }>(
    `SELECT action, actor, detail FROM audit_record WHERE merchant_id = $1 AND action = 'merchant.changed'
      ORDER BY sequence`,
    merchantId,
  );

describe('the settings of a merchant', () => {
  test('[1.24] admit its live keys once it is activated, and its test keys from the beginning', async () => {
    const merchantId = await newMerchantOf(auth);
    const [live, other] = [await madeBy(auth, merchantId, { mode: 'live' }), await madeBy(auth, merchantId)];
    expect((await rowOf(live.apiKeyId, 1)).merchantActive).toBe(false);
    expect((await rowOf(other.apiKeyId, 1)).merchantActive).toBe(true);
    await auth.get(setMerchant, { merchantId, liveActive: true });
    expect((await rowOf(live.apiKeyId, 2)).merchantActive).toBe(true);
    await auth.get(setMerchant, { merchantId, active: false });
    expect((await rowOf(live.apiKeyId, 3)).merchantActive).toBe(false);
    expect((await rowOf(other.apiKeyId, 3)).merchantActive).toBe(false);
    expect(await auth.ask(createApiKey, wanted(merchantId))).toMatchObject({ code: 'merchant_inactive' });
  });

  test('[1.25] are recorded in the audit trail when they change, and only then', async () => {
    const merchantId = await newMerchantOf(auth);
    const { apiKeyId } = await madeBy(auth, merchantId);
    for (let n = 0; n < 2; n += 1)
      expect(await auth.get(setMerchant, { merchantId, customerSignIn: 'always', active: true })).toEqual({
        ...{
          merchantId,
          active: true,
          liveActive: false,
          customerSignIn: 'always',
          otherPhones: false,
          guestPayments: true,
          apiVersion: null,
        },
      });
    expect(await rowOf(apiKeyId, 2)).toMatchObject({ customerSignIn: 'always', requireSignIn: true });
    expect(await recordsOf(merchantId)).toEqual([
      { action: 'merchant.changed', actor: 'operator', detail: '{"customerSignIn":"always"}' },
    ]);
    expect(await auth.get(verifyAuditTrail, { merchantId })).toMatchObject({ intact: true });
  });

  test('are changed by operators only, for merchants that exist', async () => {
    const merchantId = await newMerchantOf(auth);
    void auth.ask(setMerchant, { merchantId, active: false }, 'gateway');
    await eventually(() => auth.app.get(Counters).read('messages_foreign_producer') === 1);
    expect(await auth.sql('SELECT active FROM merchant WHERE id = $1', merchantId)).toEqual([{ active: true }]);
    expect(await auth.ask(setMerchant, { merchantId: newId('merchant'), active: false })).toMatchObject({
      ...{ code: 'parameter_invalid', param: 'merchantId' },
    });
  });
});

test('[2.14] a merchant is pinned to the version of its first call, once, and the pin is published', async () => {
  const merchantId = await newMerchantOf(auth);
  const { apiKeyId } = await madeBy(auth, merchantId);
  const pins = Array.from({ length: 5 }, () =>
    auth.ask(pinApiVersion, { merchantId, apiVersion: API_VERSION }, 'gateway'),
  );
  for (const reply of await Promise.all(pins)) expect(reply).toMatchObject({ data: { apiVersion: API_VERSION } });
  expect((await rowOf(apiKeyId, 2)).apiVersion).toBe(API_VERSION);
  const pinned = await events.next(({ key }) => key === merchantId);
  expect(pinned).toMatchObject({ type: 'merchant.version-pinned', payload: { merchantId, apiVersion: API_VERSION } });
  const [row] = await auth.sql<{ version: number }>('SELECT version FROM api_key WHERE id = $1', apiKeyId);
  expect(row?.version).toBe(2);
  await expect(auth.sql(`UPDATE merchant SET api_version = '2020-01-01' WHERE id = $1`, merchantId)).rejects.toThrow(
    'pinned',
  );
});

test('a change locks the keys of a merchant in the order in which their uses are recorded', async () => {
  const merchantId = await newMerchantOf(auth);
  const [lesser, greater] = [newId('apiKey'), newId('apiKey')].toSorted() as [string, string];
  for (const apiKeyId of [greater, lesser]) await madeBy(auth, merchantId, { apiKeyId });
  const keys = auth.app.get(ApiKeysRepository);
  let renewing: Promise<readonly ApiKey[]> | undefined;
  await withClient(auth.database.url, async (client) => {
    await client.query('BEGIN');
    await client.query('SELECT FROM api_key WHERE id = $1 FOR UPDATE', [lesser]);
    renewing = auth.app.get(Database).transaction(async (tx) => {
      await tx.execute({ text: 'SET LOCAL lock_timeout = 0' });
      return keys.renew(tx, merchantId);
    });
    await eventually(renewalWaits);
    await keys.noteUses([{ apiKeyId: greater, usedAt: new Date().toISOString() }]);
    await client.query('ROLLBACK');
  });
  expect((await renewing)?.map(({ version }) => version)).toEqual([2, 2]);
});
