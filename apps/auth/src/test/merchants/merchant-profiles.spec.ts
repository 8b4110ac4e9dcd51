import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { ApiKeyRow, MemberRole, Mode, Reply, UpdateMerchantProfileCommand } from '@paygate/contracts';
import {
  apiKeyTable,
  createApiKey,
  getLogo,
  getMerchantProfile,
  memberRoles,
  revokeApiKey,
  setMerchant,
  updateMerchantProfile,
  verifyAuditTrail,
} from '@paygate/contracts';
import { newId, sha256Base64url } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import { DuePublicationsRepository } from '../../merchants/api-keys/publication/due-publications.repository.js';
import { wanted } from '../fixtures/api-key-requests.js';
import type { KnownMember } from '../fixtures/members-under-test.js';
import { MembersUnderTest, okay } from '../fixtures/members-under-test.js';
import { jpeg, png } from '../fixtures/pictures.js';

let world: MembersUnderTest;
let table: EventCollector;
beforeAll(async () => {
  world = await MembersUnderTest.start();
  table = await eventCollector(world.auth.topics.prefix, apiKeyTable.stream);
});
afterAll(async () => {
  await table.stop();
  await world.stop();
});

type Change = Omit<UpdateMerchantProfileCommand, 'merchantId' | 'mode' | 'actorMemberId'>;
const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);
const update = ({ merchantId, memberId: actorMemberId }: KnownMember, change: Change, mode: Mode = 'test') =>
  world.ask(updateMerchantProfile, { merchantId, mode, actorMemberId, ...change });
const read = async (merchantId: string) => okay(await world.ask(getMerchantProfile, { merchantId }));
const detailsOf = async (merchantId: string) => {
  const records = await world.auth.sql<{ actor: string; detail: string }>(
    `SELECT actor, detail FROM audit_record WHERE merchant_id = $1 AND action = 'merchant.changed' ORDER BY sequence`,
    merchantId,
  );
  return records.map(({ actor, detail }) => [actor, JSON.parse(detail) as unknown]);
};

describe('the profile of a merchant', () => {
  test('begins without logo and contact, in both languages', async () => {
    const { merchantId } = await world.newOwner();
    expect(await read(merchantId)).toMatchObject({
      ...{ merchantId, name: 'Boulangerie du Port', active: true, liveActive: false, logoId: null },
      supportContact: { email: null, phone: null, url: null },
      ...{ languages: ['fr', 'en'], otherPhones: false },
    });
    expect(codeOf(await world.ask(getMerchantProfile, { merchantId: newId('merchant') }))).toBe('merchant_not_found');
  });

  test('[2.21] keeps what a change leaves out, and records each change once', async () => {
    const owner = await world.newOwner();
    const contact = { email: 'help@shop.example', phone: '+237670000001' };
    const logo = png(32, 32);
    const logoId = sha256Base64url(logo);
    const change = { supportContact: contact, logo: logo.toString('base64'), languages: ['en' as const] };
    for (let n = 0; n < 2; n += 1)
      expect(okay(await update(owner, change))).toMatchObject({
        ...{ name: 'Boulangerie du Port', logoId, languages: ['en'], supportContact: { ...contact, url: null } },
      });
    okay(await update(owner, { supportContact: { url: 'https://shop.example/help' } }));
    okay(await update(owner, { logo: '' }));
    const supportContact = { email: null, phone: null, url: 'https://shop.example/help' };
    expect(await read(owner.merchantId)).toMatchObject({ logoId: null, supportContact, languages: ['en'] });
    expect(await detailsOf(owner.merchantId)).toEqual([
      [owner.memberId, { logoId, supportContact: { ...contact, url: null }, languages: ['en'] }],
      [owner.memberId, { supportContact }],
      [owner.memberId, { logoId: null }],
    ]);
    expect(await world.auth.get(verifyAuditTrail, { merchantId: owner.merchantId })).toMatchObject({ intact: true });
  });

  test('carries a new name and setting to the keys', async () => {
    const owner = await world.newOwner();
    const { apiKey } = await world.auth.get(createApiKey, wanted(owner.merchantId));
    const changed = { otherPhones: true, customerSignIn: 'always', guestPayments: false } as const;
    okay(await update(owner, { name: 'Pâtisserie du Port', ...changed }));
    const isLater = (row: ApiKeyRow) => row.apiKeyId === apiKey.apiKeyId && row.version === 2;
    const { payload } = await table.next((message) => isLater(message.payload as ApiKeyRow));
    expect(payload).toMatchObject({ merchantName: 'Pâtisserie du Port', ...changed });
    expect(await read(owner.merchantId)).toMatchObject(changed);
    expect((await detailsOf(owner.merchantId)).at(-1)).toEqual([
      owner.memberId,
      { name: 'Pâtisserie du Port', ...changed },
    ]);
  });

  test('publishes changes of settings together, once, and nothing where keys do not carry the change', async () => {
    const owner = await world.newOwner();
    const made = [];
    for (let count = 0; count < 3; count += 1) made.push(await world.auth.get(createApiKey, wanted(owner.merchantId)));
    const ids = new Set(made.map(({ apiKey }) => apiKey.apiKeyId));
    const published = () =>
      table.events.map(({ payload }) => payload as ApiKeyRow).filter((row) => ids.has(row.apiKeyId) && row.version > 1);
    const due = () =>
      world.auth
        .sql('SELECT FROM due_publication WHERE merchant_id = $1', owner.merchantId)
        .then((rows) => rows.length);
    okay(await update(owner, { languages: ['en'], smsReceipts: true, cashierRefundsPerDay: 4 }));
    okay(await update(owner, { supportContact: { email: 'help@shop.example' } }));
    expect([await due(), published()]).toEqual([0, []]);
    // the time of gathering does not pass while they are made
    const paused = jest.spyOn(world.auth.app.get(DuePublicationsRepository), 'due').mockResolvedValue([]);
    for (let count = 0; count < 10; count += 1) okay(await update(owner, { otherPhones: count % 2 === 0 }));
    okay(await update(owner, { name: 'Pâtisserie du Port' }));
    expect([await due(), published()]).toEqual([1, []]);
    paused.mockRestore();
    await eventually(() => published().length >= 3);
    expect(published().map(({ version, merchantName }) => [version, merchantName])).toEqual(
      Array.from({ length: 3 }, () => [2, 'Pâtisserie du Port']),
    );
    expect(await due()).toBe(0);
  });

  test('a suspension never waits, and takes the changes that are due with it', async () => {
    const owner = await world.newOwner();
    const { apiKey } = await world.auth.get(createApiKey, wanted(owner.merchantId));
    const paused = jest.spyOn(world.auth.app.get(DuePublicationsRepository), 'due').mockResolvedValue([]);
    okay(await update(owner, { otherPhones: true }));
    await world.auth.get(setMerchant, { merchantId: owner.merchantId, active: false });
    const isIt = (row: ApiKeyRow) => row.apiKeyId === apiKey.apiKeyId && row.version === 2;
    const { payload } = await table.next((message) => isIt(message.payload as ApiKeyRow));
    expect(payload).toMatchObject({ merchantActive: false, otherPhones: true });
    expect(await world.auth.sql('SELECT FROM due_publication WHERE merchant_id = $1', owner.merchantId)).toEqual([]);
    paused.mockRestore();
  });

  test('says whether receipts go by SMS, which is off until it is switched on', async () => {
    const owner = await world.newOwner();
    expect(await read(owner.merchantId)).toMatchObject({ smsReceipts: false });
    expect(okay(await update(owner, { smsReceipts: true }))).toMatchObject({ smsReceipts: true });
    okay(await update(owner, { languages: ['en'] }));
    expect(await read(owner.merchantId)).toMatchObject({ smsReceipts: true, languages: ['en'] });
    expect((await detailsOf(owner.merchantId))[0]).toEqual([owner.memberId, { smsReceipts: true }]);
  });

  test('says how many refunds a cashier may create in a day, which is none until it is set', async () => {
    const owner = await world.newOwner();
    expect(await read(owner.merchantId)).toMatchObject({ cashierRefundsPerDay: 0 });
    expect(okay(await update(owner, { cashierRefundsPerDay: 20 }))).toMatchObject({ cashierRefundsPerDay: 20 });
    okay(await update(owner, { languages: ['en'] }));
    expect(await read(owner.merchantId)).toMatchObject({ cashierRefundsPerDay: 20, languages: ['en'] });
    expect((await detailsOf(owner.merchantId))[0]).toEqual([owner.memberId, { cashierRefundsPerDay: 20 }]);
  });

  test.each<[Change, string]>([
    [{ languages: ['fr', 'fr'] }, 'languages'],
    [{ logo: Buffer.from('<svg/>').toString('base64') }, 'logo'],
  ])('refuses %j', async (change, param) => {
    const owner = await world.newOwner();
    expect(await update(owner, change)).toMatchObject({ code: 'parameter_invalid', param });
    expect(await detailsOf(owner.merchantId)).toEqual([]);
  });

  test('[2.21] of an account that is active in live mode changes in live mode only, and its name by an operator only', async () => {
    const owner = await world.newOwner();
    const { merchantId } = owner;
    await world.auth.get(setMerchant, { merchantId, liveActive: true });
    expect(codeOf(await update(owner, { languages: ['en'] }))).toBe('mode_mismatch');
    expect(codeOf(await update(owner, { name: 'Mobile Money' }, 'live'))).toBe('merchant_name_locked');
    expect(codeOf(await update(owner, { name: 'Boulangerie du Port', languages: ['en'] }, 'live'))).toBe('ok');
    await world.auth.get(setMerchant, { merchantId, name: 'Boulangerie de la Gare' });
    expect(await read(merchantId)).toMatchObject({ name: 'Boulangerie de la Gare', languages: ['en'] });
    expect((await detailsOf(merchantId)).at(-1)).toEqual(['operator', { name: 'Boulangerie de la Gare' }]);
    await world.auth.get(setMerchant, { merchantId, active: false });
    expect(codeOf(await update(owner, { languages: ['fr'] }, 'live'))).toBe('merchant_inactive');
  });
});

describe('[1.63] the protection of money in live mode', () => {
  const strict = {
    customerSignIn: 'always',
    otherPhones: false,
    guestPayments: false,
    phoneAsks: false,
    cashierRefundsPerDay: 3,
  } as const;
  const live = async () => {
    const owner = await world.newOwner();
    okay(await update(owner, strict));
    await world.auth.get(setMerchant, { merchantId: owner.merchantId, liveActive: true });
    return owner;
  };

  test.each([
    [{ customerSignIn: 'wallet' }],
    [{ customerSignIn: 'never' }],
    [{ otherPhones: true }],
    [{ guestPayments: true }],
    [{ phoneAsks: true }],
    [{ cashierRefundsPerDay: 4 }],
  ] as const)('is loosened by %j by an owner who has been proven, and nobody else', async (change) => {
    const owner = await live();
    const { merchantId, memberId: provenOwnerId } = owner;
    const [second, admin] = [await world.newMember(owner, 'owner'), await world.newMember(owner, 'admin')];
    const { apiKey } = await world.auth.get(createApiKey, wanted(merchantId, { mode: 'live' }));
    const byKey = { merchantId, mode: 'live' as const, actorKeyId: apiKey.apiKeyId };
    expect(codeOf(await world.ask(updateMerchantProfile, { ...byKey, ...change }))).toBe('owner_required');
    // the proof is of the member who asks
    expect(codeOf(await world.ask(updateMerchantProfile, { ...byKey, ...change, provenOwnerId }))).toBe(
      'owner_required',
    );
    expect(codeOf(await update(admin, { ...change, provenOwnerId }, 'live'))).toBe('owner_required');
    expect(codeOf(await update(second, { ...change, provenOwnerId }, 'live'))).toBe('second_factor_required');
    expect(codeOf(await update(owner, change, 'live'))).toBe('second_factor_required');
    expect(await read(merchantId)).toMatchObject(strict);
    expect(okay(await update(owner, { ...change, provenOwnerId }, 'live'))).toMatchObject(change);
  });

  test('is tightened, and another contact written, by whoever may change the account', async () => {
    const owner = await live();
    const admin = await world.newMember(owner, 'admin');
    const change = { cashierRefundsPerDay: 0, supportContact: { email: 'help@shop.example' }, smsReceipts: true };
    expect(codeOf(await update(admin, change, 'live'))).toBe('ok');
  });
});

describe('the right to change a merchant', () => {
  test('[2.21] have owners and admins', async () => {
    const owner = await world.newOwner();
    for (const role of memberRoles.filter((each): each is MemberRole => each !== 'owner'))
      expect(codeOf(await update(await world.newMember(owner, role), { languages: ['en'] }))).toBe(
        role === 'admin' ? 'ok' : 'scope_missing',
      );
    expect(codeOf(await update({ ...owner, memberId: (await world.newOwner()).memberId }, {}))).toBe('scope_missing');
  });

  test('[2.21] have keys with the scope, while they are in force', async () => {
    const merchantId = await world.newMerchant();
    const changeWith = (actorKeyId: string, mode: Mode = 'test') =>
      world.ask(updateMerchantProfile, { merchantId, mode, actorKeyId, languages: ['en'] });
    const made = async (type: 'secret' | 'restricted', scope?: 'merchant:read' | 'merchant:write') => {
      const key = wanted(merchantId, { type, ...(scope === undefined ? {} : { scopes: [scope] }) });
      return (await world.auth.get(createApiKey, key)).apiKey.apiKeyId;
    };
    const [secret, writer, reader] = [
      await made('secret'),
      await made('restricted', 'merchant:write'),
      await made('restricted', 'merchant:read'),
    ];
    expect(codeOf(await changeWith(writer))).toBe('ok');
    expect(codeOf(await changeWith(reader))).toBe('scope_missing');
    expect(codeOf(await changeWith(secret, 'live'))).toBe('scope_missing');
    expect(codeOf(await changeWith(secret))).toBe('ok');
    await world.auth.get(revokeApiKey, { merchantId, mode: 'test', apiKeyId: secret });
    expect(codeOf(await changeWith(secret))).toBe('api_key_revoked');
  });
});

test('a logo is read by its digest, until its merchant has another one', async () => {
  const owner = await world.newOwner();
  const [first, second] = [png(16, 16), jpeg(16, 16)];
  const logo = (bytes: Buffer) => world.ask(getLogo, { logoId: sha256Base64url(bytes) });
  okay(await update(owner, { logo: first.toString('base64') }));
  expect(okay(await logo(first))).toEqual({ mediaType: 'image/png', bytes: first.toString('base64') });
  okay(await update(owner, { logo: second.toString('base64') }));
  expect(okay(await logo(second))).toEqual({ mediaType: 'image/jpeg', bytes: second.toString('base64') });
  expect(codeOf(await logo(first))).toBe('merchant_not_found');
  await expect(
    world.auth.sql(`UPDATE merchant_logo SET media_type = 'image/svg+xml' WHERE merchant_id = $1`, owner.merchantId),
  ).rejects.toThrow('media_type');
});
