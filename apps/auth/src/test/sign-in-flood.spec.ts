import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Reply, SignedIn } from '@paygate/contracts';
import { importUsers } from '@paygate/contracts';
import { Database, hashPassword, newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import type { SignInTry } from './auth-under-test.js';
import { AuthUnderTest, freshPhone } from './auth-under-test.js';

const password = 'correct horse battery staple';
const PLACES = 12;
/** What the shares of one address, one key, one merchant and all strangers come to. */
const [OF_AN_ADDRESS, OF_A_KEY, OF_A_MERCHANT, OF_STRANGERS] = [3, 5, 6, 9];
const throttled = { ok: false, code: 'login_throttled', fields: { retryAfter: expect.any(Number) } };

/** An address that no other test uses, in a network of its own. */
let networks = 0;
const freshAddress = (): string => {
  networks += 1;
  return `203.0.${networks}.1`;
};

/** A hold on a table: whoever reads it stays where they are until it is let go. */
interface Hold {
  letGo(): Promise<void>;
}

describe('while a flood of strangers holds the places', () => {
  let auth: AuthUnderTest;
  let passwordHash: string;
  let flooded: { merchantId: string; apiKeyId: string };
  let holds: Hold[];
  let inFlight: Promise<Reply<SignedIn>>[];
  let answered: Reply<SignedIn>[];

  beforeAll(async () => {
    auth = await AuthUnderTest.start({ SIGN_IN_PLACES: String(PLACES), DATABASE_POOL_SIZE: '20' });
    passwordHash = await hashPassword(password);
  }, 60_000);
  afterAll(() => auth.stop(), 30_000);
  beforeEach(() => {
    flooded = { merchantId: newId('merchant'), apiKeyId: newId('apiKey') };
    [holds, inFlight, answered] = [[], [], []];
  });
  afterEach(() => letAllGo());

  const hold = async (table: 'end_user' | 'known_network'): Promise<void> => {
    const [locked, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const held = auth.app.get(Database).transaction(async (tx) => {
      await tx.execute({ name: `lock-${table}`, text: `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE` });
      locked.resolve(undefined);
      await released.promise;
    });
    await locked.promise;
    holds.push({
      letGo: () => {
        released.resolve(undefined);
        return held;
      },
    });
  };
  const letAllGo = async (): Promise<void> => {
    for (const one of holds.splice(0)) await one.letGo();
  };
  const send = (from: Partial<SignInTry> = {}): void => {
    const stranger = { phone: freshPhone(), password: 'wrong', address: freshAddress() };
    const reply = auth.signIn({ ...flooded, ...stranger, ...from });
    inFlight.push(reply);
    void reply.then((answer) => answered.push(answer));
  };
  /** Sends so many, and waits until as many as expected were turned away; the others hold their places. */
  const flood = async (count: number, turnedAway: number, from: Partial<SignInTry> = {}): Promise<void> => {
    const before = answered.length;
    for (let sent = 0; sent < count; sent += 1) send(from);
    await eventually(() => answered.length >= before + turnedAway);
  };
  const customerAtHome = async (address = freshAddress()): Promise<Partial<SignInTry>> => {
    const customer = { phone: freshPhone(), password, address };
    const phoneNumber = auth.seal(customer.phone, 'import-users.phone');
    await auth.get(importUsers, { mode: 'test', users: [{ userId: newId('user'), phoneNumber, passwordHash }] });
    expect(await auth.signIn({ ...flooded, ...customer })).toMatchObject({ ok: true });
    return customer;
  };
  const results = async (): Promise<Record<string, number>> => {
    await letAllGo();
    const codes = (await Promise.all(inFlight)).map((reply) => (reply.ok ? 'ok' : reply.code));
    return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));
  };
  const waitsForLookUp = async (): Promise<boolean> => {
    const waiting = await auth.sql(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query LIKE '%FROM known_network%'`,
    );
    return waiting.length > 0;
  };

  test('no address, key, merchant, nor all test keys together have all of them, and who is at home finds one', async () => {
    const customer = await customerAtHome();
    await hold('end_user');
    await flood(6, 3, { address: freshAddress() });
    await flood(4, 2);
    await flood(4, 3, { apiKeyId: newId('apiKey') });
    const other = { apiKeyId: newId('apiKey'), merchantId: newId('merchant') };
    await flood(2, 2, other);
    send(customer);
    expect(answered).toEqual(answered.map(() => throttled));
    expect(await results()).toEqual({ ok: 1, credentials_invalid: OF_A_MERCHANT, login_throttled: 10 });
  }, 90_000);

  test('under however many keys and merchants, some stay for who is at home', async () => {
    const customers = [await customerAtHome(), await customerAtHome()];
    await hold('end_user');
    for (let merchant = 0; merchant < OF_STRANGERS; merchant += 1)
      await flood(1, 0, { mode: 'live', merchantId: newId('merchant'), apiKeyId: newId('apiKey') });
    await flood(4, 4, { mode: 'live', merchantId: newId('merchant'), apiKeyId: newId('apiKey') });
    for (const customer of customers) send(customer);
    expect(await results()).toEqual({ ok: 2, credentials_invalid: OF_STRANGERS, login_throttled: 4 });
  }, 90_000);

  test('a few addresses at which many are at home leave a place to another', async () => {
    const addresses = Array.from({ length: PLACES / OF_AN_ADDRESS }, freshAddress);
    const customers = [];
    for (const address of addresses)
      for (let n = 0; n < OF_AN_ADDRESS; n += 1) customers.push(await customerAtHome(address));
    const other = await customerAtHome();
    await hold('end_user');
    for (const customer of customers) send(customer);
    await eventually(() => answered.length > 0);
    expect(answered).toEqual(answered.map(() => throttled));
    send(other);
    await letAllGo();
    expect(await inFlight.at(-1)).toMatchObject({ ok: true });
  }, 60_000);

  test('who is at home is told from the strangers, however many of these wait to be told apart', async () => {
    const customer = await customerAtHome();
    await hold('end_user');
    await flood(OF_A_KEY + 1, 1);
    await hold('known_network');
    await flood(24, 0);
    await eventually(waitsForLookUp);
    send(customer);
    expect(await results()).toEqual({ ok: 1, credentials_invalid: OF_A_KEY, login_throttled: 25 });
  }, 90_000);

  test('those who wait to be told apart are few, and what is more is turned away at once', async () => {
    await hold('end_user');
    await flood(OF_A_KEY + 1, 1);
    await hold('known_network');
    await flood(56, 16);
    await eventually(waitsForLookUp);
    expect(answered).toHaveLength(17);
    expect(await results()).toEqual({ credentials_invalid: OF_A_KEY, login_throttled: 57 });
  }, 90_000);
});
