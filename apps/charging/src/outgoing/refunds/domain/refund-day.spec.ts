import { describe, expect, it } from '@jest/globals';
import type { RefundsPerDay } from '@paygate/contracts';
import { UNLIMITED_REFUNDS } from '@paygate/contracts';
import type { RefundDay } from './refund-day.js';
import { isHalfRefunded, reachedLimit } from './refund-day.js';

const renewsAt = new Date('2026-11-20T23:00:00.000Z');
const dayOf = (given: Partial<RefundDay> = {}): RefundDay => ({
  ...{ count: 0, amount: 0n, total: 0n, opening: 10_001n, renewsAt },
  ...given,
});
const limitOf = (given: Partial<RefundsPerDay> = {}): RefundsPerDay => ({ ...UNLIMITED_REFUNDS, ...given });
const live = (amount: bigint) => ({ mode: 'live', amount }) as const;

/** Guarantees that the refunds of a day stay within the number and the sum that are set. */
describe('the limit of the refunds of a day', () => {
  it('binds nothing where none is set', () => {
    expect(reachedLimit(dayOf({ count: 1_000_000, amount: 10n ** 12n }), limitOf(), live(10n ** 12n))).toBeUndefined();
  });

  it('is a number, and its refusal has the figures', () => {
    expect(reachedLimit(dayOf({ count: 1 }), limitOf({ count: 2 }), live(1n))).toBeUndefined();
    const figures = { limit: 2, used: 2, renewsAt: renewsAt.toISOString() };
    expect(reachedLimit(dayOf({ count: 2 }), limitOf({ count: 2 }), live(1n))).toEqual(figures);
    expect(reachedLimit(dayOf(), limitOf({ count: 0 }), live(1n))).toMatchObject({ limit: 0, used: 0 });
  });

  it.each([
    ['an amount', { amount: '5000' }, '5000'],
    ['a part of the balance of 00:00, rounded down', { balancePercent: 50 }, '5000'],
    ['the smaller of both', { amount: '5001', balancePercent: 50 }, '5000'],
    ['the smaller of both', { amount: '4000', balancePercent: 50 }, '4000'],
    ['nothing at all', { amount: '0' }, '0'],
  ])('is %s', (_, limit, max) => {
    const most = BigInt(max);
    const usedAmount = (most / 2n).toString();
    const day = dayOf({ amount: most / 2n });
    expect(reachedLimit(day, limitOf(limit), live(most - most / 2n))).toBeUndefined();
    expect(reachedLimit(day, limitOf(limit), live(most - most / 2n + 1n))).toEqual({
      ...{ max, usedAmount, renewsAt: renewsAt.toISOString() },
    });
  });

  it('is no part of a balance in test mode, or where the day began without one', () => {
    expect(reachedLimit(dayOf(), limitOf({ balancePercent: 50 }), { mode: 'test', amount: 9_000n })).toBeUndefined();
    expect(reachedLimit(dayOf({ opening: 0n }), limitOf({ balancePercent: 50 }), live(9_000n))).toBeUndefined();
    expect(reachedLimit(dayOf({ opening: 0n }), limitOf({ amount: '1' }), live(9_000n))).toMatchObject({ max: '1' });
  });
});

/** Guarantees that owners are alerted when half of the balance of 00:00 has left, whoever refunded it. */
describe('half of a balance', () => {
  it.each([
    ['has not left yet', { total: 5_000n }, false],
    ['has left', { total: 5_001n, amount: 0n }, true],
    ['is nothing where there was none', { total: 5_001n, opening: 0n }, false],
  ])('%s', (_, day, half) => {
    expect(isHalfRefunded(dayOf(day))).toBe(half);
  });
});
