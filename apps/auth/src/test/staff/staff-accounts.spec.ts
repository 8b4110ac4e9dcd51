import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { CommandContract, Reply } from '@paygate/contracts';
import {
  changeMemberRole,
  createApiKey,
  importOwner,
  inviteMember,
  rotateApiKey,
  setMerchant,
} from '@paygate/contracts';
import { actDigest, newId } from '@paygate/platform';
import { keysIn, rotation, wanted } from '../fixtures/api-key-requests.js';
import { freshEmail, okay } from '../fixtures/members-under-test.js';
import type { StaffPerson } from '../fixtures/staff-under-test.js';
import { StaffUnderTest } from '../fixtures/staff-under-test.js';

let team: StaffUnderTest;
let ada: StaffPerson, grace: StaffPerson, agent: StaffPerson, other: StaffPerson;
let merchantId: string;
beforeAll(async () => {
  team = await StaffUnderTest.start();
  ada = await team.member('approver');
  grace = await team.member('approver', ada);
  agent = await team.member('agent', ada, grace);
  other = await team.member('agent', ada, grace);
  merchantId = await team.world.newMerchant();
  await team.world.auth.get(setMerchant, { merchantId, liveActive: true });
});
afterAll(() => team.world.stop());

const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);

/** The key of the installation sends a command, with a proof of each of these persons. */
async function sent<Request extends object, Answer extends object>(
  contract: CommandContract<Request, Answer>,
  request: Request,
  ...persons: readonly StaffPerson[]
): Promise<Reply<Answer>> {
  const proofs: string[] = [];
  for (const person of persons) proofs.push(await team.proof(person, actDigest(contract.name, request)));
  return team.world.auth.askProven(contract, request, proofs);
}

/** Those who may not act, and who they are. */
const alone = (): readonly (readonly [string, readonly StaffPerson[]])[] => [
  ['the key of the installation alone', []],
  ['an agent alone', [agent]],
  ['an approver alone', [ada]],
  ['one approver with two proofs', [ada, ada]],
  ['two agents', [agent, other]],
];

/** Guarantees that nobody alone gets at the money of an account by way of its keys and owners. */
describe('with the key of the installation, in live mode', () => {
  test('[1.65] a key is made by two persons, one of them an approver, and by nobody alone', async () => {
    const request = wanted(merchantId, { mode: 'live' });
    for (const [who, persons] of alone())
      expect([who, codeOf(await sent(createApiKey, request, ...persons))]).toEqual([who, 'scope_missing']);
    expect(await keysIn(team.world.auth, merchantId)).toEqual([]);
    expect(codeOf(await sent(createApiKey, request, agent, ada))).toBe('ok');
    const acts = (await team.trail()).filter(({ action }) => action === 'staff.acted');
    expect(acts.at(-1)).toMatchObject({ subject: merchantId });
    expect(JSON.parse(acts.at(-1)?.detail ?? '')).toMatchObject({
      ...{ command: 'create-api-key', persons: [ada.personId, agent.personId].sort(), alone: false },
    });
    // a repeated command makes no second key, and needs nobody
    expect(await sent(createApiKey, request)).toMatchObject({ ok: true, replayed: true });
  });

  test('[1.65] a key is not made by the name of an owner whom the command gives as the one who asks', async () => {
    const { merchantId: owned, memberId: actorMemberId } = await team.world.newOwner();
    await team.world.auth.get(setMerchant, { merchantId: owned, liveActive: true });
    const request = wanted(owned, { mode: 'live', actorMemberId });
    expect(codeOf(await sent(createApiKey, request))).toBe('scope_missing');
    expect(codeOf(await sent(createApiKey, request, ada, grace))).toBe('ok');
  });

  test('[1.65] a key is replaced by two persons, and by nobody alone', async () => {
    const { apiKey } = okay(await sent(createApiKey, wanted(merchantId, { mode: 'live' }), ada, grace));
    const request = rotation(merchantId, apiKey.apiKeyId, { mode: 'live' });
    for (const [who, persons] of alone())
      expect([who, codeOf(await sent(rotateApiKey, request, ...persons))]).toEqual([who, 'scope_missing']);
    expect(codeOf(await sent(rotateApiKey, request, ada, grace))).toBe('ok');
  });

  test('[1.65] an owner with a password is added by two persons, and by nobody alone', async () => {
    const { auth, passwordHash } = team.world;
    const request = {
      ...{ merchantId, memberId: newId('member'), passwordHash },
      email: auth.seal(freshEmail(), 'import-owner.email'),
      name: auth.seal('Ada', 'import-owner.name'),
    };
    for (const [who, persons] of alone())
      expect([who, codeOf(await sent(importOwner, request, ...persons))]).toEqual([who, 'scope_missing']);
    expect(await auth.sql('SELECT FROM member WHERE merchant_id = $1', merchantId)).toEqual([]);
    expect(codeOf(await sent(importOwner, request, ada, grace))).toBe('ok');
  });

  test('[1.65] an account that had live mode is one that has it: switched off, it gets no owner and no member by the key alone', async () => {
    const { auth, passwordHash } = team.world;
    const formerly = await team.world.newMerchant();
    for (const liveActive of [true, false]) await auth.get(setMerchant, { merchantId: formerly, liveActive });
    const ids = { merchantId: formerly, memberId: newId('member') };
    const owner = {
      ...{ ...ids, passwordHash },
      email: auth.seal(freshEmail(), 'import-owner.email'),
      name: auth.seal('Ada', 'import-owner.name'),
    };
    expect(codeOf(await sent(importOwner, owner))).toBe('scope_missing');
    const invitation = { ...ids, email: auth.seal(freshEmail(), 'invite-member.email'), role: 'owner' } as const;
    expect(codeOf(await sent(inviteMember, invitation))).toBe('scope_missing');
    expect(codeOf(await sent(importOwner, owner, ada, grace))).toBe('ok');
    // whatever version of the service writes the row
    await expect(
      auth.sql('UPDATE merchant SET was_live = false WHERE id = $1 RETURNING was_live', formerly),
    ).resolves.toEqual([{ was_live: true }]);
  });

  test('[1.65] an owner is invited by two persons, and by nobody alone: nobody else gets a mail', async () => {
    const { auth, otp } = team.world;
    const invited = await team.world.newMerchant();
    await auth.get(setMerchant, { merchantId: invited, liveActive: true });
    const email = freshEmail();
    const request = {
      ...{ merchantId: invited, memberId: newId('member'), role: 'owner' as const },
      email: auth.seal(email, 'invite-member.email'),
    };
    for (const [who, persons] of alone())
      expect([who, codeOf(await sent(inviteMember, request, ...persons))]).toEqual([who, 'scope_missing']);
    expect(otp.mails.filter(({ to }) => to === email)).toEqual([]);
    expect(codeOf(await sent(inviteMember, request, ada, agent))).toBe('ok');
    expect(otp.mails.filter(({ to }) => to === email)).toHaveLength(1);
  });

  test('[1.65] nobody is invited, or given a role, by the name of an owner whom the command gives as the one who asks', async () => {
    const { auth } = team.world;
    const owner = await team.world.newOwner();
    const { memberId } = await team.world.newMember(owner, 'viewer');
    await auth.get(setMerchant, { merchantId: owner.merchantId, liveActive: true });
    const by = { merchantId: owner.merchantId, actorMemberId: owner.memberId, role: 'owner' } as const;
    const email = auth.seal(freshEmail(), 'invite-member.email');
    const invitation = { ...by, memberId: newId('member'), email };
    const promotion = { ...by, memberId };
    for (const [who, persons] of alone()) {
      expect([who, codeOf(await sent(inviteMember, invitation, ...persons))]).toEqual([who, 'scope_missing']);
      expect([who, codeOf(await sent(changeMemberRole, promotion, ...persons))]).toEqual([who, 'scope_missing']);
    }
    const owners = `SELECT FROM member WHERE merchant_id = $1 AND role = 'owner'`;
    expect(await auth.sql(owners, owner.merchantId)).toHaveLength(1);
    expect(codeOf(await sent(changeMemberRole, promotion, ada, agent))).toBe('ok');
    expect(codeOf(await sent(inviteMember, invitation, ada, agent))).toBe('ok');
    // the dashboard's members need nobody of the team
    okay(await team.world.invite(owner, 'owner', freshEmail()));
  });

  test('needs nobody in test mode, nor for the owner of an account without live mode', async () => {
    const testing = await team.world.newMerchant();
    expect(codeOf(await sent(createApiKey, wanted(testing)))).toBe('ok');
    expect((await team.world.newOwner()).merchantId).toMatch(/^mer_/);
  });
});
