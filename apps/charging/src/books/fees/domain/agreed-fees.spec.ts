import { expect, test } from '@jest/globals';
import { AgreedFees } from './agreed-fees.js';

const standard = {
  wallet: { bps: 150n, fixed: 0n },
  mtn_momo: { bps: 200n, fixed: 0n },
  orange_money: { bps: 200n, fixed: 0n },
};
const terms = (effectiveFrom: string, bps: bigint, more = {}) => ({
  ...{ merchantId: 'mer_a', method: 'mtn_momo' as const, effectiveFrom: new Date(effectiveFrom), bps, fixed: 0n },
  ...more,
});
const fees = new AgreedFees(standard, [
  terms('2026-12-01T00:00:00.000Z', 100n),
  terms('2026-11-01T00:00:00.000Z', 180n),
  terms('2026-11-01T00:00:00.000Z', 90n, { method: 'wallet' }),
  terms('2026-11-01T00:00:00.000Z', 10n, { merchantId: 'mer_b' }),
]);
const bpsAt = (at: string, method: 'wallet' | 'mtn_momo' | 'orange_money' = 'mtn_momo', merchantId = 'mer_a') =>
  fees.of(merchantId, method, new Date(at)).bps;

test('the standard is in force until the first agreement, and each agreement from its moment until the next', () => {
  expect(bpsAt('2026-10-31T23:59:59.999Z')).toBe(200n);
  expect(bpsAt('2026-11-01T00:00:00.000Z')).toBe(180n);
  expect(bpsAt('2026-11-30T23:59:59.999Z')).toBe(180n);
  expect(bpsAt('2026-12-01T00:00:00.000Z')).toBe(100n);
});

test('what was agreed is for its merchant and its method', () => {
  expect(bpsAt('2027-01-01T00:00:00.000Z', 'wallet')).toBe(90n);
  expect(bpsAt('2027-01-01T00:00:00.000Z', 'orange_money')).toBe(200n);
  expect(bpsAt('2027-01-01T00:00:00.000Z', 'mtn_momo', 'mer_b')).toBe(10n);
  expect(bpsAt('2027-01-01T00:00:00.000Z', 'mtn_momo', 'mer_c')).toBe(200n);
});
