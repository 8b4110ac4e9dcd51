import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import { eraseFormerMember, listFormerMembers, verifyAuditTrail } from '@paygate/contracts';
import type { KnownMember } from '../../fixtures/members-under-test.js';
import { MembersUnderTest, okay } from '../../fixtures/members-under-test.js';

let world: MembersUnderTest;
beforeAll(async () => {
  world = await MembersUnderTest.start();
});
afterAll(() => world.stop());

const erase = ({ merchantId }: Pick<KnownMember, 'merchantId'>, memberId: string): Promise<Reply<unknown>> =>
  world.auth.ask(eraseFormerMember, { merchantId, memberId });
const erasuresOf = async ({ merchantId }: KnownMember) =>
  (await world.trailOf(merchantId)).filter(({ action }) => action === 'member.erased');

test('[1.64] a removed member keeps the name, also one whom the version before removed; an invitation has none', async () => {
  const owner = await world.newOwner();
  const [one, two] = [await world.newMember(owner, 'cashier'), await world.newMember(owner, 'viewer')];
  const { memberId: invited } = okay(await world.invite(owner, 'viewer'));
  for (const memberId of [one.memberId, invited]) okay(await world.remove(owner, memberId));
  await world.auth.sql('DELETE FROM member WHERE id = $1', two.memberId);
  expect(await world.formerOf(owner.merchantId)).toEqual({
    ...{ [one.memberId]: 'Grace', [two.memberId]: 'Grace', [invited]: null },
  });
  const [stored] = await world.auth.sql<{ row: string }>(
    'SELECT f::text AS row FROM former_member f WHERE id = $1',
    one.memberId,
  );
  expect(stored?.row).not.toContain('Grace');
});

test('[1.64] [1.34] the former members of an account are listed to it alone, in pages', async () => {
  const [owner, other] = [await world.newOwner(), await world.newOwner()];
  const members = [await world.newMember(owner, 'cashier'), await world.newMember(owner, 'viewer')];
  for (const { memberId } of members) okay(await world.remove(owner, memberId));
  const [first, last] = members.map(({ memberId }) => memberId);
  const page = (startingAfter?: string) =>
    world.ask(listFormerMembers, {
      ...{ merchantId: owner.merchantId, limit: 1 },
      ...(startingAfter !== undefined && { startingAfter }),
    });
  expect(okay(await page())).toMatchObject({ members: [{ memberId: last }], hasMore: true });
  expect(okay(await page(last))).toMatchObject({ members: [{ memberId: first }], hasMore: false });
  expect(await world.formerOf(other.merchantId)).toEqual({});
});

test('[1.64] an erasure empties the name once, for the account that had the member', async () => {
  const [owner, other] = [await world.newOwner(), await world.newOwner()];
  const member = await world.newMember(owner, 'cashier');
  expect(await erase(owner, member.memberId)).toMatchObject({ ok: false, code: 'member_not_found' });
  okay(await world.remove(owner, member.memberId));
  expect(await erase(other, member.memberId)).toMatchObject({ ok: false, code: 'member_not_found' });
  expect(await world.formerOf(owner.merchantId)).toEqual({ [member.memberId]: 'Grace' });
  for (let time = 0; time < 2; time += 1) okay(await erase(owner, member.memberId));
  expect(await world.formerOf(owner.merchantId)).toEqual({ [member.memberId]: null });
  expect(await erasuresOf(owner)).toEqual([{ action: 'member.erased', subject: member.memberId, actor: 'operator' }]);
  expect(await world.auth.get(verifyAuditTrail, { merchantId: owner.merchantId })).toMatchObject({ intact: true });
});
