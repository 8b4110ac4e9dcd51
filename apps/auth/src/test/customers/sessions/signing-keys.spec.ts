import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SigningKeyRow } from '@paygate/contracts';
import { importUsers, userTokenKeyTable } from '@paygate/contracts';
import { hashPassword, newId } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector } from '@paygate/testing';
import { RotateSigningKeys } from '../../../customers/sessions/rotate-signing-keys.js';
import { AuthUnderTest, freshPhone } from '../../fixtures/auth-under-test.js';

interface StoredKey {
  readonly kid: string;
  readonly leadSeconds: number;
  readonly sealed: string | null;
}

describe('[1.18] signing keys of user tokens', () => {
  let auth: AuthUnderTest;
  let table: EventCollector;
  let first: string;
  const phone = freshPhone();

  beforeAll(async () => {
    auth = await AuthUnderTest.start({}, 2);
    table = await eventCollector(auth.topics.prefix, userTokenKeyTable.stream);
    await auth.get(importUsers, {
      mode: 'test',
      users: [
        {
          userId: newId('user'),
          phoneNumber: auth.seal(phone, 'import-users.phone'),
          passwordHash: await hashPassword('a password'),
        },
      ],
    });
  });
  afterAll(async () => {
    await table.stop();
    await auth.stop();
  });

  const stored = (): Promise<StoredKey[]> =>
    auth.sql(`SELECT kid, extract(epoch FROM signs_from - not_before)::int AS "leadSeconds", sealed_private_key AS sealed
      FROM signing_key ORDER BY signs_from`);
  /** The key that signs a token now. */
  const signer = async (): Promise<string> => {
    const reply = await auth.signIn({ merchantId: newId('merchant'), phone, password: 'a password' });
    if (!reply.ok) throw new Error(reply.code);
    const [header = ''] = auth.open('gateway', reply.data.token, 'sign-in.token').split('.');
    return (JSON.parse(Buffer.from(header, 'base64url').toString()) as { kid: string }).kid;
  };
  const published = async (kid: string, version: number): Promise<SigningKeyRow> =>
    (
      await table.next(({ payload }) => {
        const row = payload as SigningKeyRow;
        return row.kid === kid && row.version === version;
      })
    ).payload as SigningKeyRow;
  /** Lets time pass for all keys. */
  const later = (seconds: number): Promise<unknown> =>
    auth.sql(
      `UPDATE signing_key SET not_before = not_before - make_interval(secs => $1),
        signs_from = signs_from - make_interval(secs => $1), not_after = not_after - make_interval(secs => $1)`,
      seconds,
    );
  const keepKeys = (): Promise<void> => auth.app.get(RotateSigningKeys).rotate();

  test('instances that start together create one key, which signs immediately and is published without its private half', async () => {
    const keys = await stored();
    expect(keys).toHaveLength(1);
    first = keys[0]?.kid ?? '';
    expect(keys[0]).toMatchObject({ leadSeconds: 0, sealed: expect.stringMatching(/^auth\.d1\./) });
    await expect(signer()).resolves.toBe(first);

    const row = await published(first, 1);
    expect(row).toMatchObject({ kid: first, version: 1, notAfter: null });
    const jwk: unknown = JSON.parse(row.publicJwk);
    expect(jwk).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig', kid: first });
    expect(jwk).not.toHaveProperty('d');
  });

  test('a key is kept until its time is over', async () => {
    await Promise.all(Array.from({ length: 10 }, keepKeys));
    await expect(stored()).resolves.toHaveLength(1);
  });

  test('a successor is announced by one instance, and its predecessor signs until the lead is over', async () => {
    await later(2_592_000);
    await Promise.all(Array.from({ length: 10 }, keepKeys));
    const keys = await stored();
    expect(keys).toHaveLength(2);
    expect(keys[1]).toMatchObject({ leadSeconds: 60 });
    await expect(signer()).resolves.toBe(first);

    const successor = await published(keys[1]?.kid ?? '', 1);
    const retired = await published(first, 2);
    const lastToken = Date.parse(successor.notBefore) + 60_000 + 900_000;
    expect(Date.parse(retired.notAfter ?? '')).toBe(lastToken + 60_000);

    await later(61);
    // the minutely round of each instance, which reads the keys anew
    await Promise.all(auth.apps.map((app) => app.get(RotateSigningKeys).rotate()));
    await expect(signer()).resolves.toBe(successor.kid);
  });

  test('the private half of a withdrawn key is deleted, and its row stays', async () => {
    await keepKeys();
    expect((await stored()).map(({ sealed }) => sealed !== null)).toEqual([true, true]);
    await later(900 + 60);
    await keepKeys();
    expect((await stored()).map(({ sealed }) => sealed !== null)).toEqual([false, true]);
    await expect(signer()).resolves.not.toBe(first);
  });
});
