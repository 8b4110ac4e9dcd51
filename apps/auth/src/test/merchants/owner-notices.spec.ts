import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MemberMail } from '@paygate/contracts';
import { changeMemberRole, createApiKey, rotateApiKey, updateApiKey, updateMerchantProfile } from '@paygate/contracts';
import { eventually } from '@paygate/testing';
import { rotation, wanted } from '../fixtures/api-key-requests.js';
import type { SentMail } from '../fixtures/otp-stand-in.js';
import type { KnownMember } from '../fixtures/members-under-test.js';
import { freshEmail, MembersUnderTest, okay } from '../fixtures/members-under-test.js';

/* Acts of auth itself of which every owner of the account is notified. */

let world: MembersUnderTest;
beforeAll(async () => {
  world = await MembersUnderTest.start();
});
afterAll(() => world.stop());

/** Waits until all notices are sent but those of an hour that has not ended. */
const sent = () =>
  eventually(async () => {
    const waiting = await world.auth.sql('SELECT FROM owner_notice WHERE created_at <= clock_timestamp()');
    return waiting.length === 0;
  });
const notices: readonly MemberMail[] = [
  'secret_key_created',
  'key_origins_loosened',
  'settings_loosened',
  'manager_invited',
  'role_changed',
];
/** The notices to an address since they were read before. */
async function newNotices(email: string, since = 0): Promise<readonly SentMail[]> {
  await sent();
  return world.otp.mails.filter(({ to, mail }) => to === email && notices.includes(mail)).slice(since);
}
/** An account with two owners, who have read what the invitation of the second has caused, and an admin. */
async function account() {
  const owner = await world.newOwner();
  const [second, admin] = [await world.newMember(owner, 'owner'), await world.newMember(owner, 'admin')];
  await sent();
  const read = new Map<string, number>();
  for (const { email } of [owner, second, admin]) read.set(email, (await newNotices(email)).length);
  const newTo = ({ email }: { readonly email: string }) => newNotices(email, read.get(email));
  return { owner, second, admin, newTo, merchantId: owner.merchantId };
}
const keyOf = async (
  { merchantId, memberId: actorMemberId }: KnownMember,
  more: Partial<ReturnType<typeof wanted>> = {},
) => okay(await world.ask(createApiKey, wanted(merchantId, { actorMemberId, ...more }))).apiKey;
const change = async ({ merchantId, memberId: actorMemberId }: KnownMember, more: object) => {
  okay(await world.ask(updateMerchantProfile, { merchantId, mode: 'test', actorMemberId, ...more }));
};

describe('[1.62] every owner, and nobody else, is notified', () => {
  test('of a new secret key, also one that a key makes or rotates', async () => {
    const { owner, second, admin, newTo, merchantId } = await account();
    const { apiKeyId: actorKeyId } = await keyOf(owner);
    const spare = okay(await world.ask(createApiKey, wanted(merchantId, { actorKeyId }))).apiKey;
    okay(await world.ask(rotateApiKey, rotation(merchantId, spare.apiKeyId, { actorKeyId })));
    await keyOf(owner, { type: 'publishable' });
    await keyOf(owner, { type: 'restricted', scopes: ['intents:read'] });
    const expected = Array.from({ length: 3 }, () => ({ mail: 'secret_key_created', mode: 'test', token: '' }));
    for (const one of [owner, second]) expect(await newTo(one)).toMatchObject(expected);
    expect(await newTo(admin)).toEqual([]);
  });

  test('of further pages on which a publishable key works, also when a key admits them', async () => {
    const { owner, second, admin, newTo, merchantId } = await account();
    const { apiKeyId: actorKeyId } = await keyOf(owner);
    const before = (await newTo(owner)).length;
    const shop = 'https://shop.example';
    const { apiKeyId } = await keyOf(owner, { type: 'publishable', origins: [shop] });
    const use = { merchantId, mode: 'test', apiKeyId, actorKeyId } as const;
    for (const origins of [[shop, 'https://evil.example'], [shop], [], [shop]])
      okay(await world.ask(updateApiKey, { ...use, origins }));
    okay(await world.ask(updateApiKey, { ...use, name: 'till' }));
    const expected = Array.from({ length: 2 }, () => ({ mail: 'key_origins_loosened', mode: 'test', token: '' }));
    for (const one of [owner, second]) expect((await newTo(one)).slice(before)).toMatchObject(expected);
    expect(await newTo(admin)).toEqual([]);
  });

  test.each([
    ['customerSignIn', { customerSignIn: 'never' }, { customerSignIn: 'always' }],
    ['otherPhones', { otherPhones: true }, { otherPhones: false }],
    ['cashierRefundsPerDay', { cashierRefundsPerDay: 1000 }, { cashierRefundsPerDay: 3 }],
    ['guestPayments', { guestPayments: true }, { guestPayments: false }],
    ['phoneAsks', { phoneAsks: true }, { phoneAsks: false }],
  ])('of %s when it is loosened, and not when it is tightened', async (name, loose, tight) => {
    const { owner, second, admin, newTo } = await account();
    await change(owner, tight);
    const before = (await newTo(owner)).length;
    await change(admin, loose);
    // a repetition changes nothing
    await change(admin, loose);
    await change(owner, tight);
    const told = await newTo(owner);
    expect(told.slice(before)).toMatchObject([{ mail: 'settings_loosened', loosened: [name] }]);
    expect((await newTo(second)).at(-1)).toMatchObject({ loosened: [name] });
    expect(await newTo(admin)).toEqual([]);
  });

  test('of another contact for customers, and not of a name or languages', async () => {
    const { owner, newTo } = await account();
    await change(owner, { name: 'Boutique du Port', languages: ['fr'] });
    await change(owner, { supportContact: { email: 'trap@evil.example' } });
    expect(await newTo(owner)).toMatchObject([{ mail: 'settings_loosened', loosened: ['supportContact'] }]);
  });

  test('of a new admin or owner, and of every new role', async () => {
    const { owner, second, newTo, merchantId } = await account();
    okay(await world.invite(owner, 'viewer', freshEmail()));
    okay(await world.invite(owner, 'admin', freshEmail()));
    const { memberId } = await world.newMember(owner, 'viewer');
    const actorMemberId = owner.memberId;
    okay(await world.ask(changeMemberRole, { merchantId, memberId, actorMemberId, role: 'developer' }));
    const expected = [
      { mail: 'manager_invited', role: 'admin' },
      { mail: 'role_changed', role: 'developer' },
    ];
    for (const one of [owner, second]) expect(await newTo(one)).toMatchObject(expected);
  });
});

describe('[1.62] beyond 20 notices of one kind in a day', () => {
  /** Ends the hour of notices that wait for its end. */
  const endHour = () =>
    world.auth.sql('UPDATE owner_notice SET created_at = clock_timestamp(), next_at = clock_timestamp()');
  const furtherOf = (mails: readonly SentMail[]) => mails.reduce((sum, { further = 0 }) => sum + further, 0);

  test('no new secret key is hidden: every owner gets their number after the hour, each mode by itself', async () => {
    const { owner, second, admin, newTo } = await account();
    for (let count = 0; count < 22; count += 1) await keyOf(owner);
    await keyOf(owner, { mode: 'live' });
    for (const one of [owner, second]) {
      const told = await newTo(one);
      expect(told).toHaveLength(20);
      expect(furtherOf(told)).toBe(0);
    }
    await endHour();
    for (const one of [owner, second]) {
      const told = (await newTo(one)).slice(20);
      expect(told.every(({ mail, token }) => mail === 'secret_key_created' && token === '')).toBe(true);
      expect(furtherOf(told.filter(({ mode }) => mode === 'test'))).toBe(2);
      expect(furtherOf(told.filter(({ mode }) => mode === 'live'))).toBe(1);
    }
    expect(await newTo(admin)).toEqual([]);
  });

  test('a kind takes no notice of another one', async () => {
    const { owner, newTo } = await account();
    for (let count = 0; count < 23; count += 1) {
      await change(owner, { otherPhones: true });
      await change(owner, { otherPhones: false });
    }
    okay(await world.invite(owner, 'admin', freshEmail()));
    const told = await newTo(owner);
    expect(told.filter(({ mail }) => mail === 'settings_loosened')).toHaveLength(20);
    expect(told.filter(({ mail }) => mail === 'manager_invited')).toHaveLength(1);
  });
});
