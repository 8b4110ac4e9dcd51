import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply, SignedIn } from '@paygate/contracts';
import { importUsers } from '@paygate/contracts';
import { hashPassword, newId } from '@paygate/platform';
import { ForgetExpired } from '../usecases/forget-expired.js';
import type { SignInTry } from './auth-under-test.js';
import { AuthUnderTest, freshPhone } from './auth-under-test.js';

const password = 'correct horse battery staple';
const [PER_ADDRESS, PER_KEY, PER_DAY, PER_DAY_AT_HOME] = [8, 12, 8, 6];

let auth: AuthUnderTest;
let passwordHash: string;
const merchantId = newId('merchant');

beforeAll(async () => {
  auth = await AuthUnderTest.start({
    SIGN_INS_PER_ADDRESS: String(PER_ADDRESS),
    SIGN_INS_PER_KEY: String(PER_KEY),
    SIGN_IN_SOURCE_WINDOW_SECONDS: '86400',
    SIGN_IN_WRONG_PER_DAY: String(PER_DAY),
    SIGN_IN_WRONG_PER_DAY_AT_HOME: String(PER_DAY_AT_HOME),
    SIGN_IN_KNOWN_NETWORKS: '3',
  });
  passwordHash = await hashPassword(password);
}, 60_000);
afterAll(() => auth.stop());

const newUser = async (): Promise<string> => {
  const phone = freshPhone();
  const phoneNumber = auth.seal(phone, 'import-users.phone');
  await auth.get(importUsers, { mode: 'test', users: [{ userId: newId('user'), phoneNumber, passwordHash }] });
  return phone;
};
const guess = (from: Partial<SignInTry> = {}) =>
  auth.signIn({ merchantId, phone: freshPhone(), password: 'wrong', ...from });
const enter = (phone: string, address: string) => auth.signIn({ merchantId, phone, password, address });
const times = <Result>(count: number, work: (n: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));
/** How many were looked at, even if the answer came too late. */
const looked = (replies: readonly Reply<SignedIn>[]): number =>
  replies.filter((reply) => reply.ok || reply.code !== 'login_throttled').length;
const throttled = { ok: false, code: 'login_throttled', fields: { retryAfter: expect.any(Number) } };
/** Moves the end of every wait into the past. */
const waitIsOver = (): Promise<unknown> => auth.sql('UPDATE sign_in_attempt SET blocked_until = clock_timestamp()');
/** An address that no other test uses, in a network of its own. */
let networks = 0;
const freshNetwork = (): string => {
  networks += 1;
  return `203.0.${networks}`;
};
const freshAddress = (): string => `${freshNetwork()}.1`;

describe('one address', () => {
  test('gets so many sign-ins and no more, for whichever numbers and under whichever keys', async () => {
    const address = freshAddress();
    expect(looked(await times(PER_ADDRESS + 10, () => guess({ address })))).toBe(PER_ADDRESS);
    const phone = await newUser();
    expect(await enter(phone, address)).toEqual(throttled);
    expect(await enter(phone, freshAddress())).toMatchObject({ ok: true });
  });

  test('spends no more of its key than the address may, however often it asks', async () => {
    const [apiKeyId, address] = [newId('apiKey'), freshAddress()];
    await times(PER_KEY + 10, () => guess({ apiKeyId, address }));
    expect(await guess({ apiKeyId, address: freshAddress() })).toMatchObject({ code: 'credentials_invalid' });
    const used = await auth.sql('SELECT used FROM source_use WHERE source = $1', apiKeyId);
    expect(used).toEqual([{ used: PER_ADDRESS + 1 }]);
  });

  test('is a whole network of IPv6', async () => {
    const replies = await times(PER_ADDRESS + 5, (n) => guess({ address: `2001:db8:1:2:${n + 1}::1` }));
    expect(looked(replies)).toBe(PER_ADDRESS);
    expect(await guess({ address: '2001:db8:1:3::1' })).toMatchObject({ code: 'credentials_invalid' });
  });

  test('is in the clear in no row', async () => {
    const rows = await auth.sql<{ source: string }>('SELECT source FROM source_use');
    const kinds = rows.map(({ source }) => (source.startsWith('key_') ? 'key' : source.replace(/[\w-]{43}/, 'hmac')));
    expect(new Set(kinds)).toEqual(new Set(['key', 'hmac']));
  });
});

describe('one API key', () => {
  test('gets so many sign-ins and no more from strangers; who is at home is not kept out by them', async () => {
    const [apiKeyId, phone, home] = [newId('apiKey'), await newUser(), freshAddress()];
    await enter(phone, home);
    const strangers = await times(PER_KEY + 10, () => guess({ apiKeyId, address: freshAddress() }));
    expect(looked(strangers)).toBe(PER_KEY);
    expect(await guess({ apiKeyId })).toEqual(throttled);
    expect(await auth.signIn({ merchantId, phone, password, apiKeyId, address: home })).toMatchObject({ ok: true });
  });
});

describe('a user who has signed in from a network', () => {
  test('is let in from there while strangers keep the number waiting everywhere else', async () => {
    const [phone, home] = [await newUser(), freshNetwork()];
    expect(await enter(phone, `${home}.7`)).toMatchObject({ ok: true });
    expect(looked(await times(12, () => guess({ phone, address: freshAddress() })))).toBe(5);
    expect(await enter(phone, freshAddress())).toEqual(throttled);
    expect(await auth.signIn({ merchantId, phone, password })).toEqual(throttled);
    for (const host of [7, 200]) expect(await enter(phone, `${home}.${host}`)).toMatchObject({ ok: true });
    expect(await enter(phone, freshAddress())).toEqual(throttled);
  });

  test('is made to wait there by guesses from there, of which there are few in a day, and let in elsewhere', async () => {
    const [phone, home] = [await newUser(), freshNetwork()];
    await enter(phone, `${home}.1`);
    expect(looked(await times(12, (n) => guess({ phone, address: `${home}.${n + 2}` })))).toBe(5);
    expect(await enter(phone, `${home}.1`)).toEqual(throttled);
    await waitIsOver();
    expect(await guess({ phone, address: `${home}.1` })).toMatchObject({ code: 'credentials_invalid' });
    await waitIsOver();
    expect(await enter(phone, `${home}.1`)).toEqual(throttled);
    expect(await enter(phone, freshAddress())).toMatchObject({ ok: true });
  });

  test('has a few networks, the newest', async () => {
    const phone = await newUser();
    const homes = Array.from({ length: 5 }, freshAddress);
    for (const address of homes) expect(await enter(phone, address)).toMatchObject({ ok: true });
    await times(5, () => guess({ phone }));
    const entered = [];
    for (const address of homes) entered.push((await enter(phone, address)).ok);
    expect(entered).toEqual([false, false, true, true, true]);
  });

  test('may come from many networks at once', async () => {
    const phone = await newUser();
    const replies = await times(5, () => enter(phone, freshAddress()));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(5);
    await enter(phone, freshAddress());
    const [row] = await auth.sql<{ most: number }>(
      'SELECT max(count)::int AS most FROM (SELECT count(*) FROM known_network GROUP BY phone_index) AS counts',
    );
    expect(row).toEqual({ most: 3 });
  });

  test('is a stranger there again after a long time', async () => {
    const [phone, home] = [await newUser(), freshAddress()];
    await enter(phone, home);
    await auth.sql(`UPDATE known_network SET signed_in_at = signed_in_at - interval '90 days'`);
    await times(5, () => guess({ phone }));
    expect(await enter(phone, home)).toEqual(throttled);
    await auth.app.get(ForgetExpired).execute();
    expect(await auth.sql('SELECT FROM known_network')).toEqual([]);
  });
});

describe('the guesses at one number', () => {
  test('are so many in a day and no more, whatever right passwords come in between', async () => {
    const phone = await newUser();
    let wrong = 0;
    for (let round = 0; round < PER_DAY + 2; round += 1) {
      wrong += looked(await times(2, () => guess({ phone })));
      await waitIsOver();
      if (round < 3) expect(await auth.signIn({ merchantId, phone, password })).toMatchObject({ ok: true });
    }
    expect(wrong).toBe(PER_DAY);
    const refused = await auth.signIn({ merchantId, phone, password });
    expect(refused).toEqual(throttled);
    if (!refused.ok) expect(refused.fields?.['retryAfter']).toBeGreaterThan(80_000);

    await auth.sql(`UPDATE sign_in_attempt SET day_began_at = day_began_at - interval '24 h'`);
    expect(await auth.signIn({ merchantId, phone, password })).toMatchObject({ ok: true });
  });
});
