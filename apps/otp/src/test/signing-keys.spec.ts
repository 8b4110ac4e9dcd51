import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { SigningKeyRow } from '@paygate/contracts';
import { otpTokenKeyTable } from '@paygate/contracts';
import type { Table } from '@paygate/messaging';
import { tableToken } from '@paygate/messaging';
import { eventually } from '@paygate/testing';
import { SigningKeys } from '../signing/signing-keys.js';
import { AnnounceSigningKeys } from '../usecases/announce-signing-keys.js';
import { World } from './world.js';

interface KeyRow {
  readonly kid: string;
  readonly version: number;
  readonly sealed_private_key: string;
  readonly not_after: Date | null;
}

let world: World;
beforeAll(async () => {
  world = await World.start();
}, 60_000);
afterAll(() => world.stop(), 30_000);

const stored = () => world.rows<KeyRow>('SELECT * FROM otp_signing_key ORDER BY signs_from');
const published = () => world.intents.get<Table<SigningKeyRow>>(tableToken(otpTokenKeyTable));

describe('signing keys', () => {
  test('the first is made at boot, published, and stored sealed', async () => {
    const [key, ...others] = await eventually(async () => {
      const keys = await stored();
      return keys.length > 0 && keys;
    });
    expect(others).toEqual([]);
    expect(key?.sealed_private_key).toMatch(/^otp\.k1\./);
    const row = await eventually(() => published().get(key?.kid ?? ''));
    expect(Object.keys(JSON.parse(row.publicJwk) as object)).toEqual(['crv', 'kty', 'x', 'y']);
    expect(world.otp.get(SigningKeys).at(new Date()).kid).toBe(key?.kid);
  });

  test('instances that boot together make one', async () => {
    await world.rows('DELETE FROM otp_signing_key');
    const announce = world.otp.get(AnnounceSigningKeys);
    await Promise.all(Array.from({ length: 5 }, () => announce.execute()));
    expect(await stored()).toHaveLength(1);
  });

  test('a successor is published before it signs, and its predecessor gets an end', async () => {
    await world.rows(`UPDATE otp_signing_key SET signs_from = signs_from - interval '31 days'`);
    const keys = world.otp.get(SigningKeys);
    await keys.refresh();
    const [old, young] = await stored();
    expect(old).toMatchObject({ version: 2, not_after: expect.any(Date) });
    expect(young).toMatchObject({ version: 1, not_after: null });
    expect(keys.at(new Date()).kid).toBe(old?.kid);
    expect(keys.at(new Date(Date.now() + 61_000)).kid).toBe(young?.kid);
    await eventually(() => published().get(young?.kid ?? ''));
    await eventually(() => published().get(old?.kid ?? '')?.notAfter === old?.not_after?.toISOString());
  });

  test('a key that has ended goes, once the next is announced', async () => {
    await world.rows(`UPDATE otp_signing_key SET not_after = clock_timestamp() WHERE not_after IS NOT NULL`);
    await world.rows(`UPDATE otp_signing_key SET signs_from = signs_from - interval '31 days' WHERE not_after IS NULL`);
    await world.otp.get(SigningKeys).refresh();
    expect((await stored()).map(({ version }) => version)).toEqual([2, 1]);
  });
});
