import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Reply } from '@paygate/contracts';
import {
  declineLiveRequest,
  listLiveRequests,
  LIVE_REQUESTS_MAX,
  readLiveRequest,
  requestLive,
  setMerchant,
  verifyAuditTrail,
  withdrawLiveRequest,
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
const ask = (member: KnownMember, business = 'Bread in Akwa') => world.ask(requestLive, { ...by(member), business });
const statusOf = async ({ merchantId }: KnownMember) => okay(await world.ask(readLiveRequest, { merchantId })).status;
const openOf = async ({ merchantId }: KnownMember) =>
  (await world.auth.get(listLiveRequests, { limit: LIVE_REQUESTS_MAX })).requests.filter(
    (open) => open.merchantId === merchantId,
  );
const actionsOf = async ({ merchantId }: KnownMember) => {
  const records = await world.auth.sql<{ action: string }>(
    `SELECT action FROM audit_record WHERE merchant_id = $1 AND (action LIKE 'merchant.%') ORDER BY sequence`,
    merchantId,
  );
  return records.map(({ action }) => action);
};

describe('a request for live mode', () => {
  test('[1.55] is listed for the operator with its text until live mode is activated', async () => {
    const owner = await world.newOwner();
    expect(await statusOf(owner)).toBe('none');
    const requested = okay(await ask(owner));
    expect(requested).toMatchObject({ status: 'requested', business: 'Bread in Akwa', requestedBy: owner.memberId });
    expect(await openOf(owner)).toEqual([
      {
        ...{ merchantId: owner.merchantId, merchantName: 'Boulangerie du Port', business: 'Bread in Akwa' },
        ...{ requestedBy: owner.memberId, requestedAt: requested.requestedAt },
      },
    ]);
    await world.auth.get(setMerchant, { merchantId: owner.merchantId, liveActive: true });
    expect([await statusOf(owner), await openOf(owner)]).toEqual(['active', []]);
    expect(okay(await ask(owner)).status).toBe('active');
    expect(await openOf(owner)).toEqual([]);
    expect(await actionsOf(owner)).toEqual(['merchant.live_requested', 'merchant.changed']);
    const { merchantId } = owner;
    expect(await world.auth.get(verifyAuditTrail, { merchantId })).toMatchObject({ intact: true });
  });

  test('[1.55] is one for the account, whoever asks at once, and keeps its place when its text changes', async () => {
    const owner = await world.newOwner();
    const admin = await world.newMember(owner, 'admin');
    const texts = ['Bread', 'Cakes', 'Bread'];
    const asked = await Promise.all([owner, admin, owner].map((member, n) => ask(member, texts[n])));
    expect(asked.map(codeOf)).toEqual(['ok', 'ok', 'ok']);
    const [open, ...others] = await openOf(owner);
    expect(others).toEqual([]);
    const again = okay(await ask(admin, 'Bread and cakes'));
    expect([again.requestedAt, again.business]).toEqual([open?.requestedAt, 'Bread and cakes']);
  });

  test('[1.55] is declined once, with a reason that the account reads, and may be made again', async () => {
    const owner = await world.newOwner();
    const { merchantId } = owner;
    const decline = (reason: string) => world.auth.ask(declineLiveRequest, { merchantId, reason });
    expect(codeOf(await decline('No address'))).toBe('parameter_invalid');
    okay(await ask(owner));
    for (let n = 0; n < 2; n += 1)
      expect(okay(await decline('No address'))).toMatchObject({ status: 'declined', declineReason: 'No address' });
    expect(codeOf(await decline('Another reason'))).toBe('parameter_invalid');
    expect(okay(await world.ask(withdrawLiveRequest, by(owner))).status).toBe('declined');
    expect(okay(await ask(owner))).toMatchObject({ status: 'requested', declinedAt: null, declineReason: null });
    expect(await actionsOf(owner)).toEqual([
      ...['merchant.live_requested', 'merchant.live_request_declined', 'merchant.live_requested'],
    ]);
  });

  test('[1.55] is withdrawn, and is then as if it was never made', async () => {
    const owner = await world.newOwner();
    okay(await ask(owner));
    for (let n = 0; n < 2; n += 1) expect(okay(await world.ask(withdrawLiveRequest, by(owner))).status).toBe('none');
    expect(await openOf(owner)).toEqual([]);
    expect(await actionsOf(owner)).toEqual(['merchant.live_requested', 'merchant.live_request_withdrawn']);
  });

  test.each(['developer', 'cashier', 'viewer'] as const)('[1.55] is not made or withdrawn by a %s', async (role) => {
    const owner = await world.newOwner();
    const member = await world.newMember(owner, role);
    expect(codeOf(await ask(member))).toBe('scope_missing');
    okay(await ask(owner));
    expect(codeOf(await world.ask(withdrawLiveRequest, by(member)))).toBe('scope_missing');
    expect(await statusOf(owner)).toBe('requested');
  });

  test('is refused to an account that is suspended, and unknown of one that does not exist', async () => {
    const owner = await world.newOwner();
    await world.auth.get(setMerchant, { merchantId: owner.merchantId, active: false });
    expect(codeOf(await ask(owner))).toBe('merchant_inactive');
    const missing = await world.ask(readLiveRequest, { merchantId: newId('merchant') });
    expect(codeOf(missing)).toBe('merchant_not_found');
  });
});
