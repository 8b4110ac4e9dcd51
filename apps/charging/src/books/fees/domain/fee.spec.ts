import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FeeSchedule } from './fee.js';
import { feeOf } from './fee.js';

const amounts = fc.bigInt({ min: 1n, max: 999_999_999_999n });
const schedules: fc.Arbitrary<FeeSchedule> = fc.record({
  bps: fc.bigInt({ min: 0n, max: 10_000n }),
  fixed: fc.bigInt({ min: 0n, max: 1_000_000n }),
});

describe('the fee of a charge', () => {
  it.each([
    [2_000n, 150n, 0n, 30n],
    [100n, 150n, 0n, 1n],
    [66n, 150n, 0n, 0n],
    [67n, 150n, 0n, 1n],
    [1_000n, 250n, 25n, 50n],
    [1n, 10_000n, 0n, 0n],
    [50n, 0n, 100n, 49n],
    [999_999_999_999n, 150n, 0n, 14_999_999_999n],
  ])('of %s at %s bps and %s is %s', (amount, bps, fixed, fee) => {
    expect(feeOf(amount, { bps, fixed })).toBe(fee);
  });

  it('leaves the merchant something of every charge, and is never negative', () => {
    fc.assert(
      fc.property(amounts, schedules, (amount, schedule) => {
        const fee = feeOf(amount, schedule);
        expect(fee >= 0n && fee < amount).toBe(true);
      }),
    );
  });

  it('is the share rounded down plus the fixed part, unless that takes all', () => {
    fc.assert(
      fc.property(amounts, schedules, (amount, { bps, fixed }) => {
        const share = feeOf(amount, { bps, fixed }) - fixed;
        const exact = amount * bps;
        fc.pre(exact / 10_000n + fixed < amount);
        expect(share * 10_000n <= exact && exact < (share + 1n) * 10_000n).toBe(true);
      }),
    );
  });

  it('never falls when the amount grows', () => {
    fc.assert(
      fc.property(amounts, amounts, schedules, (one, other, schedule) => {
        const [less, more] = one < other ? [one, other] : [other, one];
        expect(feeOf(less, schedule) <= feeOf(more, schedule)).toBe(true);
      }),
    );
  });

  it('of nothing, or by a schedule that pays merchants, is a fault of the code', () => {
    expect(() => feeOf(0n, { bps: 1n, fixed: 0n })).toThrow(RangeError);
    expect(() => feeOf(100n, { bps: -1n, fixed: 0n })).toThrow(RangeError);
    expect(() => feeOf(100n, { bps: 0n, fixed: -1n })).toThrow(RangeError);
  });
});
