import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { SigningKeyRow } from '@paygate/contracts';
import { otpTokenKeyTable } from '@paygate/contracts';
import type { Table } from '@paygate/messaging';
import { tableToken } from '@paygate/messaging';
import { Database, SigningKeys } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import { KeepSigningKeys } from '../../../codes/signing-keys/keep-signing-keys.js';
import { World } from '../../world.js';

interface KeyRow {
  readonly kid: string;
  readonly version: number;
  readonly sealed_private_key: string | null;
  readonly signs_from: Date;
  readonly not_after: Date | null;
}

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const stored = () => world.rows<KeyRow>('SELECT * FROM signing_key ORDER BY signs_from');
const published = () => world.intents.get<Table<SigningKeyRow>>(tableToken(otpTokenKeyTable));
const keepKeys = () => world.otp.get(KeepSigningKeys).maintain();
/** The key that signs at a moment. */
const signerAt = async (moment: Date) => (await world.otp.get(SigningKeys).at(world.otp.get(Database), moment)).kid;

describe('signing keys', () => {
  test('the first is made before the service is ready, published, and stored sealed under a key of this service alone', async () => {
    const [key, ...others] = await stored();
    expect(others).toEqual([]);
    expect(key?.sealed_private_key).toMatch(/^otp\.d1\./);
    const row = await eventually(() => published().get(key?.kid ?? ''));
    expect(JSON.parse(row.publicJwk)).toMatchObject({ kty: 'EC', crv: 'P-256', kid: key?.kid });
    expect(JSON.parse(row.publicJwk)).not.toHaveProperty('d');
    await expect(signerAt(new Date())).resolves.toBe(key?.kid);
  });

  test('instances that start together create one', async () => {
    await world.rows('DELETE FROM signing_key');
    await Promise.all(Array.from({ length: 5 }, keepKeys));
    expect(await stored()).toHaveLength(1);
  });

  test('a successor is published before it signs, and its predecessor gets an end', async () => {
    await world.rows(`UPDATE signing_key SET not_before = not_before - interval '31 days',
      signs_from = signs_from - interval '31 days'`);
    await keepKeys();
    const [old, young] = await stored();
    expect(old).toMatchObject({ version: 2, not_after: expect.any(Date) });
    expect(young).toMatchObject({ version: 1, not_after: null });
    const begin = young?.signs_from.getTime() ?? 0;
    await expect(signerAt(new Date(begin - 1))).resolves.toBe(old?.kid);
    await expect(signerAt(new Date(begin + 1))).resolves.toBe(young?.kid);
    await eventually(() => published().get(young?.kid ?? ''));
    await eventually(() => published().get(old?.kid ?? '')?.notAfter === old?.not_after?.toISOString());
  });

  test('the keys are read once, and again after a while and after a rotation', async () => {
    const database = world.otp.get(Database);
    const query = jest.spyOn(database, 'query');
    const reads = () => query.mock.calls.filter(([{ name }]) => name === 'signing-keys').length;
    await keepKeys();
    for (let n = 0; n < 20; n += 1) await signerAt(new Date());
    expect(reads()).toBe(1);
    const clock = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 60_000);
    await signerAt(new Date());
    clock.mockRestore();
    expect(reads()).toBe(2);
    await keepKeys();
    await signerAt(new Date());
    expect(reads()).toBe(3);
    query.mockRestore();
  });

  test('the private half of an ended key is deleted, and its row stays', async () => {
    await world.rows(`UPDATE signing_key SET not_after = clock_timestamp() WHERE not_after IS NOT NULL`);
    await keepKeys();
    expect((await stored()).map((key) => key.sealed_private_key !== null)).toEqual([false, true]);
  });
});
