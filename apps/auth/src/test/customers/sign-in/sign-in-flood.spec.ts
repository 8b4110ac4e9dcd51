import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Reply, SignedIn } from '@paygate/contracts';
import { importUsers } from '@paygate/contracts';
import { Database, hashPassword, newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import type { SignInTry } from '../../fixtures/auth-under-test.js';
import { AuthUnderTest, freshPhone } from '../../fixtures/auth-under-test.js';

const password = 'correct horse battery staple';
const QUEUE_SIZE = 12;
const RESERVED = QUEUE_SIZE / 4;
const LOOK_UPS = 2 * QUEUE_SIZE;
const throttled = { ok: false, code: 'login_throttled', fields: { retryAfter: 1 } };

/** An address that no other test uses, in a network of its own. */
let networks = 0;
const freshAddress = (): string => {
  networks += 1;
  return `203.0.${networks}.1`;
};

describe('while a flood of wrong passwords fills the queue', () => {
  let auth: AuthUnderTest;
  let passwordHash: string;
  const merchantId = newId('merchant');
  let unlocks: (() => Promise<void>)[];
  let sent: Promise<Reply<SignedIn>>[];
  let answered: Reply<SignedIn>[];

  beforeAll(async () => {
    auth = await AuthUnderTest.start({ SIGN_IN_QUEUE_SIZE: String(QUEUE_SIZE), DATABASE_POOL_SIZE: '20' });
    passwordHash = await hashPassword(password);
  });
  afterAll(() => auth.stop());
  beforeEach(() => {
    [unlocks, sent, answered] = [[], [], []];
  });
  const unlock = async (): Promise<void> => {
    for (const one of unlocks.splice(0)) await one();
  };
  afterEach(unlock);

  /** Sign-ins that read the table wait from now on. */
  const lock = async (table: 'end_user' | 'trusted_network'): Promise<void> => {
    const [locked, released] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
    const transaction = auth.app.get(Database).transaction(async (tx) => {
      await tx.execute({ name: `lock-${table}`, text: `LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE` });
      locked.resolve(undefined);
      await released.promise;
    });
    await locked.promise;
    unlocks.push(() => {
      released.resolve(undefined);
      return transaction;
    });
  };
  const send = (from: Partial<SignInTry> = {}): void => {
    const reply = auth.signIn({ merchantId, phone: freshPhone(), password: 'wrong', address: freshAddress(), ...from });
    sent.push(reply);
    void reply.then((answer) => answered.push(answer));
  };
  const sendTimes = (count: number): void => {
    for (let n = 0; n < count; n += 1) send();
  };
  const customerOfTrustedNetwork = async (): Promise<Partial<SignInTry>> => {
    const customer = { phone: freshPhone(), password, address: freshAddress() };
    const phoneNumber = auth.seal(customer.phone, 'import-users.phone');
    await auth.get(importUsers, { mode: 'test', users: [{ userId: newId('user'), phoneNumber, passwordHash }] });
    expect(await auth.signIn({ merchantId, ...customer })).toMatchObject({ ok: true });
    return customer;
  };
  const results = async (): Promise<Record<string, number>> => {
    await unlock();
    const codes = (await Promise.all(sent)).map((reply) => (reply.ok ? 'ok' : reply.code));
    return Object.fromEntries([...new Set(codes)].map((code) => [code, codes.filter((one) => one === code).length]));
  };

  test('[1.20] a quarter of it is for trusted networks', async () => {
    const customers = [await customerOfTrustedNetwork(), await customerOfTrustedNetwork()];
    await lock('end_user');
    sendTimes(QUEUE_SIZE);
    await eventually(() => answered.length === RESERVED);
    for (const customer of customers) send(customer);
    expect(answered).toEqual(answered.map(() => throttled));
    expect(await results()).toEqual({ ok: 2, credentials_invalid: QUEUE_SIZE - RESERVED, login_throttled: RESERVED });
  });

  test('a sign-in beyond the look-ups of trusted networks is refused before any SQL', async () => {
    await lock('trusted_network');
    await lock('end_user');
    sendTimes(LOOK_UPS + 20);
    await eventually(() => answered.length === 20);
    expect(answered).toEqual(answered.map(() => throttled));
    await unlocks.shift()?.();
    await eventually(() => answered.length === 20 + LOOK_UPS - (QUEUE_SIZE - RESERVED));
    const refused = 20 + LOOK_UPS - (QUEUE_SIZE - RESERVED);
    expect(await results()).toEqual({ credentials_invalid: QUEUE_SIZE - RESERVED, login_throttled: refused });
  });
});
