import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import {
  createApiKey,
  createMerchant,
  reportKeyInBrowser,
  revokeApiKey,
  rotateApiKey,
  verifyAuditTrail,
} from '@paygate/contracts';
import { Database, newId } from '@paygate/platform';
import { inParallel } from '@paygate/testing';
import pg from 'pg';
import type { AuditEntry } from '../../audit/audit-trail.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { AuthUnderTest } from '../fixtures/auth-under-test.js';

interface StoredRecord {
  readonly sequence: number;
  readonly action: string;
  readonly subject: string;
  readonly actor: string;
  readonly detail: string;
}

describe('the audit trail', () => {
  let auth: AuthUnderTest;
  let merchantId: string;

  beforeAll(async () => {
    auth = await AuthUnderTest.start({}, 2);
  });
  afterAll(() => auth.stop());
  beforeEach(async () => {
    merchantId = newId('merchant');
    await auth.get(createMerchant, { merchantId, name: 'Boulangerie du Port' });
  });

  const newKey = async (): Promise<string> => {
    const request = { apiKeyId: newId('apiKey'), merchantId, mode: 'test', type: 'secret', name: 'server' } as const;
    return (await auth.get(createApiKey, request)).apiKey.apiKeyId;
  };
  const newKeys = (count: number) => Promise.all(Array.from({ length: count }, newKey));
  const records = () =>
    auth.sql<StoredRecord>(
      'SELECT sequence, action, subject, actor, detail FROM audit_record WHERE merchant_id = $1 ORDER BY sequence',
      merchantId,
    );
  const verdict = () => auth.get(verifyAuditTrail, { merchantId });
  /** Changes the tables as their owner could. */
  const tamper = async (statement: string): Promise<void> => {
    await auth.sql('ALTER TABLE audit_record DISABLE TRIGGER audit_record_is_immutable');
    await auth.sql('GRANT UPDATE, DELETE ON audit_record TO CURRENT_USER');
    await auth.sql(statement, merchantId);
    await auth.sql('ALTER TABLE audit_record ENABLE ALWAYS TRIGGER audit_record_is_immutable');
  };

  test('[1.25] holds the changes of keys with their actors, in order', async () => {
    const actorKeyId = await newKey();
    const apiKeyId = newId('apiKey');
    const key = { apiKeyId, merchantId, mode: 'test', actorKeyId } as const;
    await auth.get(
      createApiKey,
      { ...key, type: 'publishable', name: 'web', origins: ['https://shop.example'] },
      'gateway',
    );
    const newApiKeyId = newId('apiKey');
    await auth.get(rotateApiKey, { ...key, newApiKeyId, overlapSeconds: 60 }, 'gateway');
    await auth.get(revokeApiKey, key, 'gateway');
    await auth.get(revokeApiKey, key, 'gateway');
    await auth.get(reportKeyInBrowser, { apiKeyId: actorKeyId, origin: 'https://shop.example' }, 'gateway');
    const found = await records();
    expect(found.map(({ sequence, action, subject, actor }) => [sequence, action, subject, actor])).toEqual([
      [1, 'api_key.created', actorKeyId, 'operator'],
      [2, 'api_key.created', apiKeyId, actorKeyId],
      [3, 'api_key.rotated', apiKeyId, actorKeyId],
      [4, 'api_key.revoked', apiKeyId, actorKeyId],
      [5, 'api_key.in_browser', actorKeyId, 'gateway'],
    ]);
    expect(JSON.parse(found[1]?.detail ?? '')).toMatchObject({ name: 'web', origins: ['https://shop.example'] });
    expect(JSON.parse(found[2]?.detail ?? '')).toMatchObject({ successor: newApiKeyId });
    expect(await verdict()).toEqual({ records: 5, intact: true });
  });

  test('has no record of a refused change', async () => {
    const apiKeyId = await newKey();
    const otherMerchantId = newId('merchant');
    await auth.get(createMerchant, { merchantId: otherMerchantId, name: 'Other' });
    await auth.ask(revokeApiKey, { apiKeyId, merchantId: otherMerchantId, mode: 'test' });
    await auth.ask(rotateApiKey, {
      apiKeyId: newId('apiKey'),
      newApiKeyId: newId('apiKey'),
      merchantId,
      mode: 'test',
      overlapSeconds: 0,
    });
    expect(await records()).toHaveLength(1);
    expect(await auth.get(verifyAuditTrail, { merchantId: otherMerchantId })).toEqual({ records: 0, intact: true });
  });

  test('of an unknown merchant is refused', async () => {
    expect(await auth.ask(verifyAuditTrail, { merchantId: newId('merchant') })).toMatchObject({
      ok: false,
      code: 'parameter_invalid',
      param: 'merchantId',
    });
  });

  test('is one chain, also when many append concurrently', async () => {
    await newKeys(40);
    expect((await records()).map(({ sequence }) => sequence)).toEqual(Array.from({ length: 40 }, (_, n) => n + 1));
    expect(await verdict()).toEqual({ records: 40, intact: true });
  });

  test('is one chain for each merchant, also when many append concurrently to several in any order', async () => {
    const [database, trail] = [auth.app.get(Database), auth.app.get(AuditTrail)];
    const chains = Array.from({ length: 8 }, () => newId('merchant'));
    const entryIn = (chain: string): AuditEntry => ({
      merchantId: chain,
      mode: 'live',
      action: 'member.signed_in',
      subject: 'one',
      actor: 'one',
      requestId: newId('request'),
    });
    await inParallel(Array.from({ length: 40 }).keys(), (turn) => {
      const entries = (turn % 2 === 0 ? chains : chains.toReversed()).map(entryIn);
      return database.transaction((tx) => trail.append(tx, ...entries));
    });
    for (const chain of chains) expect(await trail.verify(chain)).toEqual({ records: 40, brokenAt: undefined });
  });

  test.each([
    `UPDATE audit_record SET actor = 'nobody' WHERE merchant_id = $1`,
    'DELETE FROM audit_record WHERE merchant_id = $1',
  ])('cannot be changed: %s', async (statement) => {
    await newKey();
    await expect(auth.sql(statement, merchantId)).rejects.toThrow(/refused|denied/);
    await expect(auth.sql('TRUNCATE audit_record')).rejects.toThrow(/refused|denied/);
    await expect(auth.sql('DELETE FROM audit_head WHERE merchant_id = $1', merchantId)).rejects.toThrow('refused');
  });

  test.each(['sequence - 1', 'sequence + 2'])('goes on from where it ended: %s', async (sequence) => {
    await newKeys(2);
    const moved = `UPDATE audit_head SET sequence = ${sequence} WHERE merchant_id = $1`;
    await expect(auth.sql(moved, merchantId)).rejects.toThrow('refused');
    await newKey();
    expect(await verdict()).toEqual({ records: 3, intact: true });
  });

  test.each([
    [`UPDATE audit_record SET actor = 'nobody'`],
    ['DELETE FROM audit_record'],
    ['TRUNCATE audit_record, audit_head'],
    ['ALTER TABLE audit_record DISABLE TRIGGER audit_record_is_immutable'],
    ['ALTER TABLE audit_head DISABLE TRIGGER ALL'],
    [`SET session_replication_role = 'replica'`],
    ['DROP TABLE audit_record'],
  ])('cannot be changed by the role of the service, triggers or none: %s', async (statement) => {
    const service = new pg.Client({ connectionString: auth.database.serviceUrl });
    await service.connect();
    await expect(service.query(statement)).rejects.toMatchObject({ code: '42501' });
    await service.end();
  });

  test.each<[string, string, number]>([
    ['a changed record', `UPDATE audit_record SET actor = 'nobody' WHERE merchant_id = $1 AND sequence = 2`, 2],
    [
      'a time moved by a millisecond',
      `UPDATE audit_record SET occurred_at = occurred_at + interval '1 ms' WHERE merchant_id = $1 AND sequence = 3`,
      3,
    ],
    ['a record removed from the middle', 'DELETE FROM audit_record WHERE merchant_id = $1 AND sequence = 2', 2],
    ['the last record removed', 'DELETE FROM audit_record WHERE merchant_id = $1 AND sequence = 4', 4],
    ['all records removed', 'DELETE FROM audit_record WHERE merchant_id = $1', 1],
    [
      'a record with a hash of no key',
      `UPDATE audit_record SET actor = 'nobody', hash = sha256('nobody') WHERE merchant_id = $1 AND sequence = 1`,
      1,
    ],
    [
      'a record put in place of another',
      `UPDATE audit_record AS a SET subject = b.subject, detail = b.detail, occurred_at = b.occurred_at, hash = b.hash,
          request_id = b.request_id
        FROM audit_record b WHERE a.merchant_id = $1 AND b.merchant_id = $1 AND a.sequence = 2 AND b.sequence = 3`,
      2,
    ],
  ])('[1.25] betrays %s', async (_name, statement, brokenAt) => {
    await newKeys(4);
    expect(await verdict()).toEqual({ records: 4, intact: true });
    await tamper(statement);
    expect(await verdict()).toEqual({ records: brokenAt - 1, intact: false, brokenAt });
  });
});
