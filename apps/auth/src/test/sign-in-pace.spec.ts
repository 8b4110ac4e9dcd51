import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { importUsers } from '@paygate/contracts';
import { hashPassword, newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import type { SignInTry } from './auth-under-test.js';
import { AuthUnderTest, freshPhone } from './auth-under-test.js';

const password = 'correct horse battery staple';
const merchantId = newId('merchant');
/** Each keeps the stranger who comes after it waiting for a second. Fewer than make a number wait. */
const GUESSES = 3;

let auth: AuthUnderTest;
let passwordHash: string;

beforeAll(async () => {
  auth = await AuthUnderTest.start({
    SIGN_IN_WRONG_PER_SECOND: '1',
    PASSWORD_HASHES_PER_SECOND: '1000',
    // nobody waits for anybody else's hash
    PASSWORD_HASH_CONCURRENCY: '4',
  });
  passwordHash = await hashPassword(password);
}, 60_000);
afterAll(() => auth.stop());

const newUser = async (address: string): Promise<SignInTry> => {
  const phone = freshPhone();
  const phoneNumber = auth.seal(phone, 'import-users.phone');
  await auth.get(importUsers, { mode: 'test', users: [{ userId: newId('user'), phoneNumber, passwordHash }] });
  return { merchantId, phone, password, address };
};
const guess = (from: Partial<SignInTry> = {}) =>
  auth.signIn({ merchantId, phone: freshPhone(), password: 'wrong', address: '203.0.113.1', ...from });

/** Numbers that somebody has tried. */
const counted = async (): Promise<number> => {
  const [row] = await auth.sql<{ count: string }>('SELECT count(*) FROM sign_in_attempt');
  return Number(row?.count);
};
/** Sends, and waits until all of these numbers, which are new, have been counted: they wait for their hashes, at most. */
const sent = async <Result>(tries: readonly (() => Promise<Result>)[]): Promise<readonly Promise<Result>[]> => {
  const before = await counted();
  const answers = tries.map((send) => send());
  await eventually(async () => (await counted()) >= before + tries.length);
  return answers;
};

describe('a wrong password', () => {
  let atHome: SignInTry;
  beforeAll(async () => {
    atHome = await newUser('203.0.113.7');
    expect(await auth.signIn(atHome)).toMatchObject({ ok: true });
  });

  /** Who is let in first: a stranger, or a customer at home who comes when the stranger has been counted. */
  const inOrder = async (stranger: SignInTry): Promise<string[]> => {
    const letIn: string[] = [];
    const arrive = async (name: string, who: SignInTry): Promise<void> => {
      expect(await auth.signIn(who)).toMatchObject({ ok: true });
      letIn.push(name);
    };
    const [first] = await sent([() => arrive('stranger', stranger)]);
    await Promise.all([first, arrive('at home', atHome)]);
    return letIn;
  };

  test('of a stranger keeps other strangers waiting, and not who is at home', async () => {
    const stranger = await newUser('203.0.113.9');
    const guesses = await sent(Array.from({ length: GUESSES }, () => () => guess()));
    for (const reply of await Promise.all(guesses)) expect(reply).toMatchObject({ code: 'credentials_invalid' });
    expect(await inOrder(stranger)).toEqual(['at home', 'stranger']);
  }, 60_000);

  test('of who is at home keeps nobody waiting', async () => {
    const stranger = await newUser('203.0.113.9');
    for (let n = 0; n < GUESSES; n += 1)
      expect(await guess({ ...atHome, password: 'wrong' })).toMatchObject({ code: 'credentials_invalid' });
    expect(await inOrder(stranger)).toEqual(['stranger', 'at home']);
  }, 60_000);
});
