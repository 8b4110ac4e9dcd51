import { createPublicKey } from 'node:crypto';
import type { JsonWebKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Mode, Reply, Sealed, SignedIn, SigningKeyRow } from '@paygate/contracts';
import { importUsers, userTokenContactContext, userTokenKeyTable, userTokenKind } from '@paygate/contracts';
import { hashPassword, newId, SealFault, verifyToken } from '@paygate/platform';
import { eventCollector, inParallel } from '@paygate/testing';
import type { PhoneNumber } from '../../../phone-number.js';
import { PasswordHashing } from '../../../passwords/password-hashing.js';
import { PersonalData } from '../../../personal-data.js';
import { AuthUnderTest, freshPhone } from '../../fixtures/auth-under-test.js';

const password = 'correct horse battery staple';
const emailOf = (userId: string): string => `${userId}@example.com`;

describe('sign-in', () => {
  let auth: AuthUnderTest;
  let passwordHash: string;
  const merchantId = newId('merchant');

  beforeAll(async () => {
    auth = await AuthUnderTest.start();
    passwordHash = await hashPassword(password);
  });
  afterAll(() => auth.stop());

  const newUser = async (mode: Mode = 'test'): Promise<{ phone: string; userId: string }> => {
    const [phone, userId] = [freshPhone(), newId('user')];
    const phoneNumber = auth.seal(phone, 'import-users.phone');
    const email = auth.seal(emailOf(userId), 'import-users.email');
    await auth.get(importUsers, { mode, users: [{ userId, phoneNumber, email, passwordHash }] });
    return { phone, userId };
  };
  const tryWith = (phone: string, secret: string, mode: Mode = 'test'): Promise<Reply<SignedIn>> =>
    auth.signIn({ merchantId, mode, phone, password: secret });
  const codes = (replies: readonly Reply<SignedIn>[]): Record<string, number> =>
    replies.reduce<Record<string, number>>((counts, reply) => {
      const code = reply.ok ? 'ok' : reply.code;
      return { ...counts, [code]: (counts[code] ?? 0) + 1 };
    }, {});
  /** The attempts counted against a number; of the seconds left, the wait that they are the rest of. */
  const counterOf = async (phone: string): Promise<{ failures: number; wait: number | undefined } | undefined> => {
    const [row] = await auth.sql<{ failures: number; left: number }>(
      `SELECT failures, ceil(extract(epoch FROM blocked_until - clock_timestamp()))::int AS left
        FROM sign_in_attempt WHERE account_index = $1`,
      auth.app.get(PersonalData).phoneIndexes('test', phone as PhoneNumber)[0],
    );
    return row && { failures: row.failures, wait: [0, 30, 60, 120, 240, 480, 900].find((wait) => row.left <= wait) };
  };
  /** Moves the end of every wait into the past. */
  const waitIsOver = (): Promise<unknown> => auth.sql('UPDATE sign_in_attempt SET blocked_until = clock_timestamp()');

  test('[1.17] the right password gets a token for this user, merchant and mode that expires in 15 minutes', async () => {
    const { phone, userId } = await newUser();
    const reply = await tryWith(phone, password);
    if (!reply.ok) throw new Error(reply.code);
    const { token, phoneNumber, expiresAt, ...rest } = reply.data;
    expect(rest).toEqual({ userId, roles: ['USER'] });
    expect(auth.open('gateway', phoneNumber, 'sign-in.phone')).toBe(phone);

    const text = auth.open('gateway', token, 'sign-in.token');
    const keys = await eventCollector(auth.topics.prefix, userTokenKeyTable.stream);
    const { publicJwk, kid } = (await keys.next(({ type }) => type === userTokenKeyTable.type))
      .payload as SigningKeyRow;
    await keys.stop();
    const key = createPublicKey({ key: JSON.parse(publicJwk) as JsonWebKey, format: 'jwk' });
    const keyOf = (asked: string) => (asked === kid ? key : undefined);
    const claims = verifyToken(text, { ...userTokenKind, keys: keyOf, now: new Date() });
    expect(claims).toMatchObject({ sub: userId, mode: 'test', azp: merchantId });
    expect(claims.exp - claims.iat).toBe(900);
    expect(claims.exp * 1000).toBe(Date.parse(expiresAt));
    const names = ['aud', 'azp', 'contact', 'exp', 'iat', 'iss', 'jti', 'mode', 'nbf', 'sub'];
    expect(Object.keys(claims).sort()).toEqual(names);
    const { contact } = claims as unknown as { readonly contact: Sealed };
    const opened = (user: string) => auth.open('otp', contact, userTokenContactContext('test', user));
    expect(JSON.parse(opened(userId))).toEqual({ phoneNumber: phone, email: emailOf(userId) });
    expect(() => opened(newId('user'))).toThrow(SealFault);
    expect(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString()).not.toContain(phone.slice(1));
  });

  test('two tokens of one user differ, and each can be revoked alone', async () => {
    const { phone } = await newUser();
    const replies = [await tryWith(phone, password), await tryWith(phone, password)];
    const ids = replies.map((reply) => {
      if (!reply.ok) throw new Error(reply.code);
      const [, body = ''] = auth.open('gateway', reply.data.token, 'sign-in.token').split('.');
      return (JSON.parse(Buffer.from(body, 'base64url').toString()) as { jti: string }).jti;
    });
    expect(new Set(ids).size).toBe(2);
  });

  test.each(['+237 650 000 001', '237650000001', '', 'nonsense'])('%j is no user', async (phone) => {
    await expect(tryWith(phone, password)).resolves.toEqual({ ok: false, code: 'credentials_invalid' });
  });

  test('a user of the other mode does not exist', async () => {
    const { phone } = await newUser('live');
    await expect(tryWith(phone, password, 'test')).resolves.toMatchObject({ code: 'credentials_invalid' });
    await expect(tryWith(phone, password, 'live')).resolves.toMatchObject({ ok: true });
  });

  test('[1.22] an unknown number is answered, counted and throttled exactly like a known one with a wrong password', async () => {
    const { phone } = await newUser();
    const stories = [];
    for (const number of [phone, freshPhone()]) {
      const story = [];
      for (let round = 0; round < 5; round += 1) story.push(await tryWith(number, 'wrong'), await counterOf(number));
      const refused = await tryWith(number, 'wrong');
      // the seconds left may differ by one between two runs
      expect(refused).toEqual({ ok: false, code: 'login_throttled', fields: { retryAfter: expect.any(Number) } });
      stories.push(story);
    }
    expect(stories[1]).toEqual(stories[0]);
    expect(stories[0]?.at(-1)).toEqual({ failures: 5, wait: 30 });
  });

  test.each(['a known number', 'a number nobody has'])(
    'of 40 wrong passwords at one time for %s exactly five are compared',
    async (which) => {
      const phone = which === 'a known number' ? (await newUser()).phone : freshPhone();
      const replies = await inParallel(Array(40).keys(), (n) => tryWith(phone, `guess ${n}`));
      expect(codes(replies)).toEqual({ credentials_invalid: 5, login_throttled: 35 });
      await expect(counterOf(phone)).resolves.toEqual({ failures: 5, wait: 30 });
    },
  );

  test('[1.22] an unknown number costs one hash like a known one, and a number that has to wait costs none', async () => {
    const hashing = auth.app.get(PasswordHashing);
    const matches = hashing.matches.bind(hashing);
    let hashes = 0;
    const watching = jest.spyOn(hashing, 'matches').mockImplementation((...of) => {
      hashes += 1;
      return matches(...of);
    });
    const { phone } = await newUser();
    for (const number of [phone, freshPhone()]) {
      for (let attempt = 1; attempt <= 7; attempt += 1) {
        hashes = 0;
        await tryWith(number, 'wrong');
        expect([attempt, hashes]).toEqual([attempt, attempt <= 5 ? 1 : 0]);
      }
    }
    watching.mockRestore();
  });

  test('[1.21] while a number has to wait the right password is refused too, and one guess is admitted after each longer wait', async () => {
    const { phone } = await newUser();
    for (let round = 0; round < 5; round += 1) await tryWith(phone, 'wrong');
    const refused = await tryWith(phone, password);
    expect(refused).toMatchObject({ ok: false, code: 'login_throttled' });
    if (refused.ok) return;
    expect(refused.fields?.['retryAfter']).toBeGreaterThan(0);
    expect(refused.fields?.['retryAfter']).toBeLessThanOrEqual(30);

    for (const wait of [60, 120, 240, 480, 900, 900]) {
      await waitIsOver();
      const replies = await Promise.all([tryWith(phone, 'wrong'), tryWith(phone, 'wrong')]);
      expect(codes(replies)).toEqual({ credentials_invalid: 1, login_throttled: 1 });
      await expect(counterOf(phone)).resolves.toMatchObject({ wait });
    }
    await waitIsOver();
    await expect(tryWith(phone, password)).resolves.toMatchObject({ ok: true });
  });

  test('the right password resets the counter', async () => {
    const { phone } = await newUser();
    for (let round = 0; round < 3; round += 1) {
      for (let wrong = 0; wrong < 4; wrong += 1) await tryWith(phone, 'wrong');
      await expect(tryWith(phone, password)).resolves.toMatchObject({ ok: true });
    }
  });

  test('[1.20] a sign-in that finds the queue full is refused before it is counted', async () => {
    const crowded = await AuthUnderTest.start({ SIGN_IN_QUEUE_SIZE: '1' });
    const attempts = Array.from({ length: 12 }, () => ({ merchantId, phone: freshPhone(), password: 'wrong' }));
    const replies = await Promise.all(attempts.map((attempt) => crowded.signIn(attempt)));
    const counted = await crowded.sql('SELECT 1 FROM sign_in_attempt');
    const { credentials_invalid: decided = 0, login_throttled: refused = 0 } = codes(replies);
    expect(decided + refused).toBe(12);
    expect(refused).toBeGreaterThan(0);
    expect(counted).toHaveLength(decided);
    expect(replies).toContainEqual({ ok: false, code: 'login_throttled', fields: { retryAfter: 1 } });
    await crowded.stop();
  });
});
