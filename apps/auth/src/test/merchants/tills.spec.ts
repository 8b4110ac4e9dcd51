import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MemberRole, Reply, Till } from '@paygate/contracts';
import {
  createTill,
  getMerchantProfile,
  listTills,
  revokeTill,
  setMerchant,
  TILLS_LIVE_MAX,
  TILLS_MAX,
  updateMerchantProfile,
} from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { KnownMember } from '../fixtures/members-under-test.js';
import { MembersUnderTest, okay } from '../fixtures/members-under-test.js';

let world: MembersUnderTest;
beforeAll(async () => {
  world = await MembersUnderTest.start();
});
afterAll(() => world.stop());

const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);
const by = ({ merchantId, memberId: actorMemberId }: KnownMember) => ({
  ...{ merchantId, actorMemberId, mode: 'test' as const },
});
const make = (member: KnownMember, name: string, tillId = newId('till')): Promise<Reply<Till>> =>
  world.ask(createTill, { ...by(member), tillId, name });
const revoke = (member: KnownMember, tillId: string): Promise<Reply<Till>> =>
  world.ask(revokeTill, { ...by(member), tillId });
const namesOf = async ({ merchantId }: KnownMember) =>
  okay(await world.ask(listTills, { merchantId })).tills.map(({ name, revokedAt }) =>
    revokedAt === null ? name : `${name} (revoked)`,
  );
const stateOf = async ({ merchantId }: KnownMember, tillId?: string) =>
  okay(await world.ask(getMerchantProfile, { merchantId, ...(tillId === undefined ? {} : { tillId }) })).till;
const hasTills = async ({ merchantId }: KnownMember) =>
  okay(await world.ask(getMerchantProfile, { merchantId })).hasTills;
const recordsOf = ({ merchantId }: KnownMember) =>
  world.auth.sql<{ action: string; subject: string; detail: string }>(
    `SELECT action, subject, detail FROM audit_record WHERE merchant_id = $1 AND action LIKE 'till.%' ORDER BY sequence`,
    merchantId,
  );

describe('a till', () => {
  test('[4.27] is made once by its name, and revoked once for ever; both are in the audit trail', async () => {
    const owner = await world.newOwner();
    expect(await hasTills(owner)).toBe(false);
    const made = await Promise.all(Array.from({ length: 5 }, () => make(owner, 'Caisse 1')));
    const [first = newId('till'), ...others] = new Set(made.map((reply) => okay(reply).tillId));
    expect(others).toEqual([]);
    expect([await stateOf(owner, first), await hasTills(owner)]).toEqual(['live', true]);
    const revoked = [await revoke(owner, first), await revoke(owner, first)].map(okay);
    expect(new Set(revoked.map(({ revokedAt }) => revokedAt)).size).toBe(1);
    expect([await stateOf(owner, first), await hasTills(owner)]).toEqual(['revoked', false]);
    expect(okay(await make(owner, 'Caisse 1')).tillId).not.toBe(first);
    expect(await namesOf(owner)).toEqual(['Caisse 1', 'Caisse 1 (revoked)']);
    const records = await recordsOf(owner);
    expect(records.map(({ action }) => action)).toEqual(['till.created', 'till.revoked', 'till.created']);
    expect(records[0]).toMatchObject({ subject: first, detail: expect.stringContaining('Caisse 1') });
  });

  test('[4.27] is of its merchant alone', async () => {
    const [owner, other] = [await world.newOwner(), await world.newOwner()];
    const { tillId } = okay(await make(owner, 'Caisse 1'));
    expect([await stateOf(other, tillId), await stateOf(owner, newId('till')), await stateOf(owner)]).toEqual([
      ...['missing', 'missing', undefined],
    ]);
    expect(codeOf(await revoke(other, tillId))).toBe('till_not_found');
    expect([await namesOf(other), await hasTills(other), await stateOf(owner, tillId)]).toEqual([[], false, 'live']);
  });

  test.each<[MemberRole, string]>([
    ['admin', 'ok'],
    ['cashier', 'scope_missing'],
    ['developer', 'scope_missing'],
    ['viewer', 'scope_missing'],
  ])('is made and revoked by an owner or an admin alone: %s gets %s', async (role, code) => {
    const owner = await world.newOwner();
    const member = await world.newMember(owner, role);
    const { tillId } = okay(await make(owner, 'Caisse 1'));
    expect([codeOf(await make(member, 'Caisse 2')), codeOf(await revoke(member, tillId))]).toEqual([code, code]);
  });

  test('is not made by an account that is suspended', async () => {
    const owner = await world.newOwner();
    await world.auth.get(setMerchant, { merchantId: owner.merchantId, active: false });
    expect(codeOf(await make(owner, 'Caisse 1'))).toBe('merchant_inactive');
  });
});

describe('[4.27] an account', () => {
  const fill = ({ merchantId }: KnownMember, count: number, revokedAt: string | null) =>
    world.auth.sql(
      `INSERT INTO till (id, merchant_id, name, revoked_at)
       SELECT 'till_' || lpad($1 || n, 26, '0'), $2, 'Till ' || n, $3::timestamptz FROM generate_series(1, $4::integer) AS n`,
      ...[String(Date.now() % 1e8), merchantId, revokedAt, count],
    );

  test('has 50 tills that are not revoked, however many are made at once', async () => {
    const owner = await world.newOwner();
    await fill(owner, TILLS_LIVE_MAX - 2, null);
    const replies = await Promise.all(Array.from({ length: 6 }, (_, n) => make(owner, `Caisse ${String(n)}`)));
    expect(replies.filter(({ ok }) => ok)).toHaveLength(2);
    expect(replies.find(({ ok }) => !ok)).toMatchObject({ code: 'till_limit_reached', fields: { limit: 50 } });
  });

  test('has 500 in all, because payments keep them', async () => {
    const owner = await world.newOwner();
    await fill(owner, TILLS_MAX - 1, '2026-11-20T10:00:00.000Z');
    const [last, beyond] = [await make(owner, 'Caisse 1'), await make(owner, 'Caisse 2')];
    expect([codeOf(last), codeOf(beyond)]).toEqual(['ok', 'till_limit_reached']);
    expect((await namesOf(owner)).length).toBe(TILLS_MAX);
  });
});

describe('[4.22] an account that becomes live', () => {
  const settingOf = async ({ merchantId }: KnownMember) =>
    okay(await world.ask(getMerchantProfile, { merchantId })).phoneAsks;

  test('asks no phones until an owner has shown the second factor, and its audit trail says so', async () => {
    const owner = await world.newOwner();
    const { merchantId } = owner;
    okay(await world.ask(updateMerchantProfile, { ...by(owner), phoneAsks: true }));
    expect(await settingOf(owner)).toBe(true);
    await world.auth.get(setMerchant, { merchantId, liveActive: true });
    expect(await settingOf(owner)).toBe(false);
    const [record] = await world.auth.sql<{ detail: string }>(
      `SELECT detail FROM audit_record WHERE merchant_id = $1 AND action = 'merchant.changed' ORDER BY sequence DESC LIMIT 1`,
      merchantId,
    );
    expect(JSON.parse(record?.detail ?? '{}')).toEqual({ liveActive: true, phoneAsks: false });
    const again = await world.ask(updateMerchantProfile, { ...by(owner), mode: 'live', phoneAsks: true });
    expect(codeOf(again)).toBe('second_factor_required');
  });

  test('keeps what an owner has proven while other settings change', async () => {
    const owner = await world.newOwner();
    const { merchantId, memberId: provenOwnerId } = owner;
    await world.auth.get(setMerchant, { merchantId, liveActive: true });
    okay(await world.ask(updateMerchantProfile, { ...by(owner), mode: 'live', provenOwnerId, phoneAsks: true }));
    await world.auth.get(setMerchant, { merchantId, guestPayments: true });
    expect(await settingOf(owner)).toBe(true);
  });
});
