import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@paygate/platform';
import { accepted } from '../reversals/reversals-under-test.js';
import { UnclaimedUnderTest } from './unclaimed-under-test.js';

let unclaimed: UnclaimedUnderTest;
beforeAll(async () => {
  unclaimed = await UnclaimedUnderTest.start();
});
afterAll(() => unclaimed.end());

/** Guarantees that a payment is proposed only where it is the one that it can be. */
describe('the owner of unclaimed money', () => {
  const proposed = async (unclaimedId: string): Promise<string | undefined> =>
    (await unclaimed.list()).find((money) => money.unclaimedId === unclaimedId)?.proposedIntentId;

  it('is the one payment of its phone and amount that had lapsed within a day', async () => {
    const { unclaimedId, movedAt } = await unclaimed.found({ phone: '+237677000091' });
    const later = (ms: number): string => new Date(Date.parse(movedAt) + ms).toISOString();
    const merchantId = newId('merchant');
    await unclaimed.failed(merchantId, '+237677000092', movedAt);
    await unclaimed.failed(merchantId, '+237677000091', later(86_400_001));
    expect(await proposed(unclaimedId)).toBeUndefined();
    const { intentId } = await unclaimed.failed(merchantId, '+237677000091', later(-86_399_000));
    expect(await proposed(unclaimedId)).toBe(intentId);
    await unclaimed.failed(merchantId, '+237677000091', later(60_000));
    expect(await proposed(unclaimedId)).toBeUndefined();
  });

  it('is no payment that began after the money moved, but for what the clocks of two systems may differ', async () => {
    const phone = '+237677000094';
    const { unclaimedId, movedAt } = await unclaimed.found({ phone });
    const after = (ms: number): string => new Date(Date.parse(movedAt) + ms).toISOString();
    const began = (ms: number) => unclaimed.failed(newId('merchant'), phone, after(3_600_000), after(ms));
    await began(600_001);
    expect(await proposed(unclaimedId)).toBeUndefined();
    const { intentId } = await began(600_000);
    expect(await proposed(unclaimedId)).toBe(intentId);
  });

  it('is none that other money was matched to', async () => {
    const phone = '+237677000093';
    const { unclaimedId, movedAt } = await unclaimed.found({ phone });
    const { intentId } = await unclaimed.failed(newId('merchant'), phone, movedAt);
    expect(await proposed(unclaimedId)).toBe(intentId);
    const other = await unclaimed.confirmed();
    accepted(await unclaimed.decide(other.unclaimedId, 'match', { intentId }));
    expect(await proposed(unclaimedId)).toBeUndefined();
  });
});
