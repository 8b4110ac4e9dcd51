import { createSecretKey } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { MerchantActed } from '@paygate/contracts';
import { actedInCharging, changeMemberNotices, listAuditEvents, readMemberNotices, refuse } from '@paygate/contracts';
import { newId, readStopToken } from '@paygate/platform';
import type { Neighbour } from '@paygate/testing';
import { eventually, startNeighbour } from '@paygate/testing';
import type { KnownMember } from '../fixtures/members-under-test.js';
import { freshEmail, MembersUnderTest, okay } from '../fixtures/members-under-test.js';

/* Notices of payouts that failed, which each member switches on and off. */

let world: MembersUnderTest;
let charging: Neighbour;
beforeAll(async () => {
  // two instances that share the work
  world = await MembersUnderTest.start({}, 2);
  charging = await startNeighbour('charging', world.auth.busEnv);
});
afterAll(async () => {
  await charging.stop();
  await world.stop();
});

const payout = { amount: '50000', currency: 'XAF', phoneMasked: '********01' } as const;
const failure = (merchantId: string, change: Partial<MerchantActed> = {}): MerchantActed => ({
  ...{ merchantId, mode: 'live', action: 'payout.failed', subject: newId('payout'), actor: 'charging', payout },
  ...change,
});
const waiting = () => world.auth.sql('SELECT FROM owner_notice');
const none = () => eventually(async () => (await waiting()).length === 0);
const trailOf = async (merchantId: string) => okay(await world.ask(listAuditEvents, { merchantId, limit: 100 })).events;
const told = ({ email }: Pick<KnownMember, 'email'>) =>
  world.otp.mails.filter(({ to, mail }) => to === email && mail === 'payout_failed');
/** Publishes acts, and waits until each is in the audit trail, with its notices. */
async function fail(...acts: readonly MerchantActed[]): Promise<void> {
  await charging.emit(actedInCharging, ...acts);
  for (const { merchantId, subject } of acts)
    await eventually(async () => (await trailOf(merchantId)).some((event) => event.subject === subject));
}
const read = ({ merchantId, memberId }: Omit<KnownMember, 'email'>) =>
  world.ask(readMemberNotices, { merchantId, memberId });
const set = ({ merchantId, memberId }: Omit<KnownMember, 'email'>, payoutFailed?: boolean) =>
  world.ask(changeMemberNotices, { merchantId, memberId, ...(payoutFailed === undefined ? {} : { payoutFailed }) });

async function account() {
  const owner = await world.newOwner();
  const [second, admin] = [await world.newMember(owner, 'owner'), await world.newMember(owner, 'admin')];
  const [developer, viewer] = [await world.newMember(owner, 'developer'), await world.newMember(owner, 'viewer')];
  const cashier = await world.newMember(owner, 'cashier');
  await none();
  return { owner, second, admin, developer, viewer, cashier, merchantId: owner.merchantId };
}

describe('[12.14] a payout of live mode that failed', () => {
  test('is notified once to owners and admins, and to nobody else', async () => {
    const { owner, second, admin, developer, viewer, cashier, merchantId } = await account();
    const invited = freshEmail();
    okay(await world.invite(owner, 'owner', invited));
    const outsider = await world.newOwner();
    await none();
    await fail(failure(merchantId));
    await none();
    const mail = { mail: 'payout_failed', mode: 'live', token: '', facts: { payout } };
    for (const one of [owner, second, admin]) expect(told(one)).toMatchObject([mail]);
    expect([developer, viewer, cashier, outsider, { email: invited }].flatMap(told)).toEqual([]);
  });

  test('is notified to those who have switched it on, and not to those who have switched it off', async () => {
    const { owner, second, admin, developer, viewer, cashier, merchantId } = await account();
    expect(okay(await read(admin))).toMatchObject({ payoutFailed: true });
    expect(okay(await read(developer))).toMatchObject({ payoutFailed: false });
    for (const one of [second, admin]) expect(okay(await set(one, false))).toMatchObject({ payoutFailed: false });
    for (const one of [developer, viewer]) expect(okay(await set(one, true))).toMatchObject({ payoutFailed: true });
    // what a cashier may not read is not mailed to one
    expect(await set(cashier, true)).toMatchObject({ code: 'scope_missing' });
    await fail(failure(merchantId));
    await none();
    for (const one of [owner, developer, viewer]) expect(told(one)).toHaveLength(1);
    expect([second, admin, cashier].flatMap(told)).toEqual([]);
    okay(await set(admin, true));
    await fail(failure(merchantId));
    await none();
    expect([owner, admin, second].map((one) => told(one).length)).toEqual([2, 1, 0]);
  });

  test('is not notified after a member has stopped it or was removed, not even by a notice that waits', async () => {
    const { owner, second, admin, merchantId } = await account();
    const { refusals } = world.otp;
    world.otp.refusal = refuse('service_unavailable');
    await fail(failure(merchantId));
    // each of the three was tried
    await eventually(() => world.otp.refusals >= refusals + 3);
    okay(await set(second, false));
    okay(await world.remove(owner, admin.memberId));
    world.otp.refusal = undefined;
    await world.auth.sql('UPDATE owner_notice SET next_at = clock_timestamp()');
    await none();
    expect([owner, second, admin].map((one) => told(one).length)).toEqual([1, 0, 0]);
  });

  test('is notified at most 20 times in a day, and other notices go on', async () => {
    const { owner, merchantId } = await account();
    await fail(...Array.from({ length: 23 }, () => failure(merchantId)));
    await none();
    expect(told(owner)).toHaveLength(20);
    const other = await world.newOwner();
    const revoked = failure(merchantId, { action: 'payout_destination.revoked', subject: newId('payoutDestination') });
    await fail(failure(other.merchantId), revoked);
    await none();
    expect(told(other)).toHaveLength(1);
    expect(world.otp.mails.filter(({ to }) => to === owner.email).at(-1)?.mail).toBe('payout_destination_revoked');
  });

  test('is recorded and not notified in test mode', async () => {
    const { owner, merchantId } = await account();
    await fail(failure(merchantId, { mode: 'test' }));
    expect(await waiting()).toEqual([]);
    expect(told(owner)).toEqual([]);
  });
});

describe('[12.14] the notices of a member', () => {
  test('[12.32] are stopped by a token that their mails carry, one for each member and kind', async () => {
    const { owner, second, merchantId } = await account();
    await fail(failure(merchantId));
    await none();
    const pepper = createSecretKey(Buffer.from(world.auth.pepper, 'base64'));
    for (const one of [owner, second]) {
      const { memberId } = one;
      const [mail] = told(one);
      expect(readStopToken(pepper, mail?.stopToken ?? '')).toEqual({ merchantId, memberId, kind: 'payout_failed' });
    }
  });

  test('are changed once, and recorded with the member as actor', async () => {
    const { admin, merchantId } = await account();
    for (const wanted of [false, false, undefined, true]) okay(await set(admin, wanted));
    const changes = (await trailOf(merchantId)).filter(({ action }) => action === 'member.notices_changed');
    const by = { subject: admin.memberId, actor: admin.memberId };
    expect(changes).toMatchObject([by, by]);
    const details = changes.map(({ detail }) => (JSON.parse(detail) as Record<string, unknown>)['payout_failed']);
    expect(details).toEqual([['email'], []]);
  });

  test('are read and changed by an active member of the account alone', async () => {
    const { owner, admin, merchantId } = await account();
    const outsider = await world.newOwner();
    const { memberId: invited } = okay(await world.invite(owner, 'admin', freshEmail()));
    okay(await world.remove(owner, admin.memberId));
    for (const memberId of [outsider.memberId, invited, admin.memberId]) {
      expect(await read({ merchantId, memberId })).toMatchObject({ code: 'scope_missing' });
      expect(await set({ merchantId, memberId }, false)).toMatchObject({ code: 'scope_missing' });
    }
    expect(okay(await read(outsider))).toMatchObject({ payoutFailed: true });
  });
});
