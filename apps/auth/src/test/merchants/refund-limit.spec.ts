import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Mode, Reply, UpdateMerchantProfileCommand } from '@paygate/contracts';
import { createApiKey, getMerchantProfile, setMerchant, updateMerchantProfile } from '@paygate/contracts';
import { wanted } from '../fixtures/api-key-requests.js';
import type { KnownMember } from '../fixtures/members-under-test.js';
import { MembersUnderTest, okay } from '../fixtures/members-under-test.js';

let world: MembersUnderTest;
beforeAll(async () => {
  world = await MembersUnderTest.start();
});
afterAll(() => world.stop());

type Change = Omit<UpdateMerchantProfileCommand, 'merchantId' | 'mode' | 'actorMemberId'>;
const codeOf = (reply: Reply<unknown>) => (reply.ok ? 'ok' : reply.code);
const update = ({ merchantId, memberId: actorMemberId }: KnownMember, change: Change, mode: Mode = 'test') =>
  world.ask(updateMerchantProfile, { merchantId, mode, actorMemberId, ...change });
const read = async (merchantId: string) => okay(await world.ask(getMerchantProfile, { merchantId }));
const changeOf = async (merchantId: string): Promise<readonly unknown[]> => {
  const [record] = await world.auth.sql<{ actor: string; detail: string }>(
    `SELECT actor, detail FROM audit_record WHERE merchant_id = $1 AND action = 'merchant.changed' ORDER BY sequence`,
    merchantId,
  );
  return [record?.actor, JSON.parse(record?.detail ?? 'null') as unknown];
};

describe('the limit of refunds of an account', () => {
  test('[10.6] is half of its balance from the beginning, and none for an account of before', async () => {
    const owner = await world.newOwner();
    const initial = { count: null, amount: null, balancePercent: 50 };
    expect(await read(owner.merchantId)).toMatchObject({ refundsPerDay: initial });
    // the migration leaves null in the rows that it finds
    const [column] = await world.auth.sql<{ nullable: string; initially: string }>(
      `SELECT is_nullable AS nullable, column_default AS initially FROM information_schema.columns
       WHERE table_name = 'merchant' AND column_name = 'refunds_per_day_percent'`,
    );
    expect(column).toEqual({ nullable: 'YES', initially: '50' });
    const refundsPerDay = { count: 5, amount: '90000000000', balancePercent: null };
    expect(okay(await update(owner, { refundsPerDay }))).toMatchObject({ refundsPerDay });
    okay(await update(owner, { languages: ['en'] }));
    expect(await read(owner.merchantId)).toMatchObject({ refundsPerDay, languages: ['en'] });
    expect(await changeOf(owner.merchantId)).toEqual([owner.memberId, { refundsPerDay }]);
  });

  test('[10.6] is made looser by an owner who is proven, once the account is active in live mode', async () => {
    const owner = await world.newOwner();
    const admin = await world.newMember(owner, 'admin');
    const { merchantId } = owner;
    await world.auth.get(setMerchant, { merchantId, liveActive: true });
    const { apiKey } = await world.auth.get(createApiKey, wanted(merchantId, { mode: 'live' }));
    const byKey = (change: Change) =>
      world.ask(updateMerchantProfile, { merchantId, mode: 'live', actorKeyId: apiKey.apiKeyId, ...change });
    const limit = (given: object) => ({ refundsPerDay: { count: null, amount: null, balancePercent: null, ...given } });
    okay(await update(admin, limit({ count: 5, balancePercent: 40 }), 'live'));
    okay(await byKey(limit({ count: 5, amount: '100', balancePercent: 40 })));
    for (const looser of [
      limit({ count: 6, amount: '100', balancePercent: 40 }),
      limit({ count: 5, amount: '1000', balancePercent: 40 }),
      limit({ count: 5, amount: '100', balancePercent: 41 }),
      limit({ count: 5, amount: '100' }),
    ]) {
      expect(codeOf(await update(admin, looser, 'live'))).toBe('owner_required');
      expect(codeOf(await byKey(looser))).toBe('owner_required');
      expect(await read(merchantId)).toMatchObject(limit({ count: 5, amount: '100', balancePercent: 40 }));
    }
    expect(codeOf(await update(owner, limit({}), 'live'))).toBe('second_factor_required');
    okay(await update(owner, { ...limit({}), provenOwnerId: owner.memberId }, 'live'));
    okay(await byKey(limit({ balancePercent: 30 })));
    expect(await read(merchantId)).toMatchObject(limit({ balancePercent: 30 }));
  });
});
