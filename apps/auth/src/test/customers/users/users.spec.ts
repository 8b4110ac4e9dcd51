import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { ImportedUser, Mode, UserRegistered } from '@paygate/contracts';
import { getUserContact, importUsers, userRegistered } from '@paygate/contracts';
import { hashPassword, newId } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector } from '@paygate/testing';
import { AuthUnderTest, freshPhone } from '../../fixtures/auth-under-test.js';

describe('users', () => {
  let auth: AuthUnderTest;
  let events: EventCollector;
  let passwordHash: string;

  beforeAll(async () => {
    auth = await AuthUnderTest.start();
    events = await eventCollector(auth.topics.prefix, userRegistered.stream);
    passwordHash = await hashPassword('a password');
  });
  afterAll(async () => {
    await events.stop();
    await auth.stop();
  });

  const user = (
    phone: string,
    more: { userId?: string; email?: string; passwordHash?: string } = {},
  ): ImportedUser => ({
    userId: more.userId ?? newId('user'),
    phoneNumber: auth.seal(phone, 'import-users.phone'),
    ...(more.email === undefined ? {} : { email: auth.seal(more.email, 'import-users.email') }),
    passwordHash: more.passwordHash ?? passwordHash,
  });
  const imported = async (users: ImportedUser[], mode: Mode = 'test'): Promise<string[]> =>
    (await auth.get(importUsers, { mode, users })).userIds;
  const contactOf = async (userId: string, mode: Mode = 'test'): Promise<Record<string, string>> => {
    const { phoneNumber, email } = await auth.get(getUserContact, { userId, mode });
    return {
      ...(phoneNumber === undefined ? {} : { phone: auth.open('otp', phoneNumber, 'user-contact.phone') }),
      ...(email === undefined ? {} : { email: auth.open('otp', email, 'user-contact.email') }),
    };
  };
  const registered = (userId: string): readonly unknown[] =>
    events.events.filter(({ payload }) => (payload as UserRegistered).userId === userId);
  const untilRegistered = (userId: string): Promise<unknown> =>
    events.next(({ payload }) => (payload as UserRegistered).userId === userId);

  test('new users are stored and published, and their contacts are sealed for otp', async () => {
    const [first, second] = [freshPhone(), freshPhone()];
    const users = [user(first, { email: 'amina@example.com' }), user(second)];
    const ids = await imported(users);
    expect(ids).toEqual(users.map(({ userId }) => userId));
    for (const id of ids) await untilRegistered(id);
    await expect(contactOf(ids[0] ?? '')).resolves.toEqual({ phone: first, email: 'amina@example.com' });
    await expect(contactOf(ids[1] ?? '')).resolves.toEqual({ phone: second });
  });

  test('a known phone number keeps its user, who is unchanged and not published again', async () => {
    const [known, unknown] = [freshPhone(), freshPhone()];
    const [owner = ''] = await imported([user(known, { email: 'first@example.com' })]);
    const newcomer = user(unknown);
    const again = user(known, { email: 'second@example.com', passwordHash: await hashPassword('other') });
    await expect(imported([newcomer, again])).resolves.toEqual([newcomer.userId, owner]);
    await untilRegistered(newcomer.userId);
    await expect(contactOf(owner)).resolves.toEqual({ phone: known, email: 'first@example.com' });
    await expect(contactOf(again.userId)).resolves.toEqual({});
    expect(registered(owner)).toHaveLength(1);
    expect(registered(again.userId)).toHaveLength(0);
  });

  test('of two entries for one number in a batch the first one creates the user of both', async () => {
    const phone = freshPhone();
    const [first, second] = [user(phone), user(phone)];
    await expect(imported([first, second])).resolves.toEqual([first.userId, first.userId]);
  });

  test('[1.14] users of test and live mode are independent', async () => {
    const phone = freshPhone();
    const [inTest = ''] = await imported([user(phone)], 'test');
    const [inLive = ''] = await imported([user(phone)], 'live');
    expect(inLive).not.toBe(inTest);
    await expect(contactOf(inTest, 'live')).resolves.toEqual({});
    await expect(contactOf(inLive, 'live')).resolves.toEqual({ phone });
    const indexes = await auth.sql('SELECT DISTINCT phone_index FROM end_user WHERE id = ANY ($1)', [inTest, inLive]);
    expect(indexes).toHaveLength(2);
  });

  test('concurrent imports of the same numbers, in any order, agree on one user for each', async () => {
    const phones = Array.from({ length: 20 }, freshPhone);
    const answers = await Promise.all(
      Array.from({ length: 10 }, async (_, round) => {
        const order = round % 2 === 0 ? phones : [...phones].reverse();
        const ids = await imported(order.map((phone) => user(phone)));
        return round % 2 === 0 ? ids : ids.reverse();
      }),
    );
    for (const ids of answers) expect(ids).toEqual(answers[0]);
    for (const id of answers[0] ?? []) {
      await untilRegistered(id);
      expect(registered(id)).toHaveLength(1);
    }
  });

  test.each([
    ['a number with spaces', '+237 650 000 001', {}, { code: 'phone_invalid', param: 'users.1.phoneNumber' }],
    [
      'a hash of another cost',
      freshPhone(),
      { passwordHash: `$argon2id$v=19$m=4096,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}` },
      { code: 'parameter_invalid', param: 'users.1.passwordHash' },
    ],
  ])('nothing of a batch with %s is stored', async (_name, phone, more, refusal) => {
    const good = user(freshPhone());
    const bad = user(phone, more);
    const reply = await auth.ask(importUsers, { mode: 'test', users: [good, bad] });
    expect(reply).toMatchObject({ ok: false, ...refusal });
    await expect(contactOf(good.userId)).resolves.toEqual({});
  });

  test('a new number under the id of another user is refused, with all of its batch', async () => {
    const [taken = ''] = await imported([user(freshPhone())]);
    const good = user(freshPhone());
    const reply = await auth.ask(importUsers, { mode: 'test', users: [good, user(freshPhone(), { userId: taken })] });
    expect(reply).toMatchObject({ ok: false, code: 'parameter_invalid', param: 'users.1.userId' });
    await expect(contactOf(good.userId)).resolves.toEqual({});
    expect(registered(good.userId)).toHaveLength(0);
  });

  test('an unknown user has no contact, which is not an error', async () => {
    const userId = newId('user');
    await expect(auth.ask(getUserContact, { userId, mode: 'test' })).resolves.toEqual({ ok: true, data: { userId } });
  });

  test('concurrent requests for contacts each get their own', async () => {
    const phones = Array.from({ length: 30 }, freshPhone);
    const ids = await imported(phones.map((phone) => user(phone)));
    await expect(Promise.all(ids.map((id) => contactOf(id)))).resolves.toEqual(phones.map((phone) => ({ phone })));
  });
});
