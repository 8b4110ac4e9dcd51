import { afterEach, describe, expect, test } from '@jest/globals';
import { importUsers } from '@paygate/contracts';
import { hashPassword, newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import type { SignInTry } from './auth-under-test.js';
import { AuthUnderTest, freshPhone } from './auth-under-test.js';

const password = 'correct horse battery staple';
const merchantId = newId('merchant');
/** So many wrong ones hold up nobody; each of the others the stranger who comes after it, for a second. */
const [FREE, MORE] = [8, 4];

let auth: AuthUnderTest;
afterEach(() => auth.stop());

const start = async (concurrency: number): Promise<void> => {
  auth = await AuthUnderTest.start({
    SIGN_IN_WRONG_PER_SECOND: '1',
    SIGN_IN_PLACES: String(FREE),
    SIGN_IN_MERCHANT_SHARE_PERCENT: '100',
    PASSWORD_HASH_CONCURRENCY: String(concurrency),
  });
};
/** An address that no other sign-in comes from, in a network of its own. */
let networks = 0;
const freshAddress = (): string => {
  networks += 1;
  return `203.0.${networks}.1`;
};
const newUser = async (): Promise<SignInTry> => {
  const phone = freshPhone();
  const phoneNumber = auth.seal(phone, 'import-users.phone');
  const passwordHash = await hashPassword(password);
  await auth.get(importUsers, { mode: 'test', users: [{ userId: newId('user'), phoneNumber, passwordHash }] });
  return { merchantId, phone, password, address: freshAddress() };
};
const customerAtHome = async (): Promise<SignInTry> => {
  const customer = await newUser();
  expect(await auth.signIn(customer)).toMatchObject({ ok: true });
  return customer;
};
/** Wrong ones at one time. */
const guesses = async (count: number, from?: SignInTry): Promise<void> => {
  const tries = Array.from({ length: count }, () => from ?? { phone: freshPhone(), address: freshAddress() });
  const replies = await Promise.all(tries.map((one) => auth.signIn({ merchantId, ...one, password: 'wrong' })));
  for (const reply of replies) expect(reply).toMatchObject({ code: 'credentials_invalid' });
};
const counted = async (): Promise<number> => {
  const [row] = await auth.sql<{ count: string }>('SELECT count(*) FROM sign_in_attempt');
  return Number(row?.count);
};
/** Who is let in first: one whose number nobody has tried, or a customer at home who comes when that has been counted. */
const inOrder = async (newcomer: SignInTry, atHome: SignInTry): Promise<string[]> => {
  const letIn: string[] = [];
  const arrive = async (name: string, who: SignInTry): Promise<void> => {
    expect(await auth.signIn(who)).toMatchObject({ ok: true });
    letIn.push(name);
  };
  const before = await counted();
  const first = arrive('newcomer', newcomer);
  await eventually(async () => (await counted()) > before);
  await Promise.all([first, arrive('at home', atHome)]);
  return letIn;
};

describe('many wrong passwords', () => {
  test('of strangers keep other strangers waiting, and not who is at home', async () => {
    await start(MORE);
    const [atHome, stranger] = [await customerAtHome(), await newUser()];
    for (const count of [FREE / 2, FREE / 2, MORE]) await guesses(count);
    expect(await inOrder(stranger, atHome)).toEqual(['at home', 'newcomer']);
  }, 60_000);

  test("of strangers do not keep a merchant's server waiting", async () => {
    await start(1);
    const [atHome, { address, ...customer }] = [await customerAtHome(), await newUser()];
    expect(address).toBeDefined();
    for (const count of [FREE / 2, FREE / 2, 1, 1]) await guesses(count);
    expect(await inOrder(customer, atHome)).toEqual(['newcomer', 'at home']);
  }, 60_000);

  test('of customers at home keep nobody waiting', async () => {
    await start(1);
    const [atHome, stranger] = [await customerAtHome(), await newUser()];
    const others = [];
    while (others.length < FREE) others.push(await customerAtHome());
    for (const other of others) await guesses(2, other);
    expect(await inOrder(stranger, atHome)).toEqual(['newcomer', 'at home']);
  }, 60_000);
});
