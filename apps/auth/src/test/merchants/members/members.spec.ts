import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MemberRole, Reply } from '@paygate/contracts';
import { changeMemberRole, removeMember, setMerchant, verifyAuditTrail } from '@paygate/contracts';
import { newId, sha256Base64url } from '@paygate/platform';
import { receivedOf } from '@paygate/testing';
import { ChangeMemberRole } from '../../../merchants/members/change-member-role.js';
import { RemoveMember } from '../../../merchants/members/remove-member.js';
import type { KnownMember } from '../../fixtures/members-under-test.js';
import { freshEmail, MembersUnderTest, okay } from '../../fixtures/members-under-test.js';

let world: MembersUnderTest;
beforeAll(async () => {
  world = await MembersUnderTest.start({}, 2);
});
afterAll(() => world.stop());

const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);
const ownersOf = async (merchantId: string) =>
  (await world.membersOf(merchantId)).filter(({ role, status }) => role === 'owner' && status === 'active').length;

describe('the last owner', () => {
  test('cannot be removed or demoted', async () => {
    const owner = await world.newOwner();
    okay(await world.invite(owner, 'owner'));
    expect(codeOf(await world.remove(owner, owner.memberId))).toBe('last_owner');
    expect(codeOf(await world.changeRole(owner, owner.memberId, 'admin'))).toBe('last_owner');
    expect(codeOf(await world.changeRole(owner, owner.memberId, 'owner'))).toBe('ok');
    await world.newMember(owner, 'owner');
    expect(codeOf(await world.remove(owner, owner.memberId))).toBe('ok');
  });

  test.each<[string, (by: KnownMember, memberId: string) => Promise<Reply<unknown>>]>([
    [
      'removing',
      ({ merchantId, memberId: actorMemberId }, memberId) => {
        const command = { merchantId, memberId, actorMemberId };
        return world.auth.app.get(RemoveMember).remove(command, receivedOf(removeMember, command));
      },
    ],
    [
      'demoting',
      ({ merchantId, memberId: actorMemberId }, memberId) => {
        const command = { merchantId, memberId, actorMemberId, role: 'admin' as const };
        return world.auth.app.get(ChangeMemberRole).change(command, receivedOf(changeMemberRole, command));
      },
    ],
  ])('[1.33] stays when two are %s each other at once', async (_what, touch) => {
    for (let round = 0; round < 5; round += 1) {
      const first = await world.newOwner();
      const second = await world.newMember(first, 'owner');
      const replies = await Promise.all([touch(first, second.memberId), touch(second, first.memberId)]);
      expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
      expect(await ownersOf(first.merchantId)).toBe(1);
    }
  });

  test('[1.33] stays in the database, whatever the statements, one by one or concurrently', async () => {
    const first = await world.newOwner();
    const second = await world.newMember(first, 'owner');
    const admin = await world.newMember(first, 'admin');
    const statements = [
      world.auth.sql('DELETE FROM member WHERE id = $1', first.memberId),
      world.auth.sql(`UPDATE member SET role = 'viewer' WHERE id = $1`, second.memberId),
    ];
    const outcomes = await Promise.allSettled(statements);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await ownersOf(first.merchantId)).toBe(1);
    await expect(world.auth.sql('DELETE FROM member WHERE merchant_id = $1', first.merchantId)).rejects.toThrow(
      /without an owner/,
    );
    await expect(
      world.auth.sql('UPDATE member SET joined_at = NULL, sealed_name = NULL WHERE merchant_id = $1', first.merchantId),
    ).rejects.toThrow(/without an owner/);
    expect((await world.membersOf(first.merchantId)).map(({ memberId }) => memberId)).toContain(admin.memberId);
  });
});

describe('the rights of members over members', () => {
  let owner: KnownMember;
  beforeAll(async () => {
    owner = await world.newOwner();
  });

  test('[1.32] an admin neither makes nor removes nor demotes an owner', async () => {
    const admin = await world.newMember(owner, 'admin');
    const other = await world.newMember(owner, 'owner');
    const { memberId: invited } = okay(await world.invite(owner, 'owner'));
    expect(codeOf(await world.invite(admin, 'owner'))).toBe('owner_required');
    expect(codeOf(await world.changeRole(admin, admin.memberId, 'owner'))).toBe('owner_required');
    expect(codeOf(await world.changeRole(admin, other.memberId, 'viewer'))).toBe('owner_required');
    expect(codeOf(await world.remove(admin, other.memberId))).toBe('owner_required');
    expect(codeOf(await world.remove(admin, invited))).toBe('owner_required');
    expect(codeOf(await world.invite(admin, 'admin'))).toBe('ok');
  });

  test.each<MemberRole>(['developer', 'viewer'])('[1.32] a %s changes no member', async (role) => {
    const member = await world.newMember(owner, role);
    for (const reply of [
      await world.invite(member, 'viewer'),
      await world.changeRole(member, member.memberId, 'admin'),
      await world.remove(member, owner.memberId),
      await world.remove(member, member.memberId),
    ])
      expect(codeOf(reply)).toBe('scope_missing');
  });

  test('[1.34] a member of another account is answered like a missing one', async () => {
    const [other, unknownId] = [await world.newOwner(), newId('member')];
    expect(await world.remove(owner, other.memberId)).toEqual(await world.remove(owner, unknownId));
    expect(await world.changeRole(owner, other.memberId, 'viewer')).toEqual(
      await world.changeRole(owner, unknownId, 'viewer'),
    );
    const across = { ...owner, memberId: other.memberId };
    expect(codeOf(await world.remove(across, owner.memberId))).toBe('scope_missing');
    expect(await ownersOf(other.merchantId)).toBe(1);
  });

  test('at a suspended account nobody changes anything', async () => {
    const suspended = await world.newOwner();
    await world.auth.get(setMerchant, { merchantId: suspended.merchantId, active: false });
    expect(codeOf(await world.invite(suspended, 'viewer'))).toBe('merchant_inactive');
    expect(codeOf(await world.remove(suspended, suspended.memberId))).toBe('merchant_inactive');
  });
});

test('a removed member has no session any more, and keeps the other accounts', async () => {
  const [one, two] = [await world.newOwner(), await world.newOwner()];
  const gone = await world.newMember(one, 'admin');
  const email = freshEmail();
  const kept = [await world.newMember(one, 'admin', email), await world.newMember(two, 'viewer', email)];
  const [ended, going] = [await world.tokenOf(gone.email), await world.tokenOf(email)];
  for (const { memberId } of [gone, ...kept.slice(0, 1)]) okay(await world.remove(one, memberId));
  expect(await world.check(ended)).toEqual({ ok: false, code: 'token_invalid' });
  expect(okay(await world.check(going)).memberships).toMatchObject([{ merchantId: two.merchantId, role: 'viewer' }]);
  expect(codeOf(await world.signIn(gone.email))).toBe('credentials_invalid');
  expect(codeOf(await world.remove(one, gone.memberId))).toBe('member_not_found');

  // a person who is invited again starts anew: no earlier session is restored
  await world.newMember(one, 'viewer', gone.email);
  expect((await world.check(ended)).ok).toBe(false);
});

test('[1.37] every change is in the account’s audit trail, with its actor', async () => {
  const owner = await world.newOwner();
  const member = await world.newMember(owner, 'developer');
  okay(await world.changeRole(owner, member.memberId, 'admin'));
  okay(await world.changeRole(owner, member.memberId, 'admin'));
  okay(await world.remove(member, member.memberId));
  const records = (await world.trailOf(owner.merchantId)).map(({ action, subject, actor }) => [action, subject, actor]);
  expect(records).toEqual([
    ['member.invited', owner.memberId, 'operator'],
    ['member.joined', owner.memberId, 'operator'],
    ['member.invited', member.memberId, owner.memberId],
    ['member.joined', member.memberId, member.memberId],
    ['member.role_changed', member.memberId, owner.memberId],
    ['member.removed', member.memberId, member.memberId],
  ]);
  const { merchantId } = owner;
  expect(await world.auth.get(verifyAuditTrail, { merchantId })).toMatchObject({ intact: true, records: 6 });
});

test('a change under one key is made once', async () => {
  const owner = await world.newOwner();
  const { merchantId, memberId: actorMemberId } = owner;
  const { memberId } = await world.newMember(owner, 'viewer');
  const idempotency = (body: string) => ({ keyHash: sha256Base64url('one'), bodyHash: sha256Base64url(body) });
  const change = (role: MemberRole) =>
    world.ask(changeMemberRole, { merchantId, actorMemberId, memberId, role, idempotency: idempotency(role) });
  okay(await change('developer'));
  okay(await world.changeRole(owner, memberId, 'viewer'));
  expect(await change('developer')).toMatchObject({ replayed: true, data: { role: 'developer' } });
  expect((await world.membersOf(merchantId))[0]).toMatchObject({ memberId, role: 'viewer' });
  expect(codeOf(await change('admin'))).toBe('idempotency_key_reused');
});
