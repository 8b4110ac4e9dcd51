import { describe, expect, it } from '@jest/globals';
import { limitExceeded, mostUnsuccessful } from './day.js';

const limits = { mode: 'test', perDay: 7, amountPerDay: 1_000n } as const;
const none = { count: 0, amount: 0n, unsuccessful: 0 };

describe('the limits of payouts in a day', () => {
  it.each([
    ['nothing was paid out', none, 100n, undefined],
    ['one more fits', { ...none, count: 6, amount: 900n }, 100n, undefined],
    ['the number is reached', { ...none, count: 7 }, 100n, 'day'],
    ['the sum is reached', { ...none, amount: 1_000n }, 0n, 'day'],
    ['the amount exceeds what is left of the sum', { ...none, amount: 900n }, 101n, 'day'],
    ['one fewer than the bound was unsuccessful', { ...none, unsuccessful: 19 }, 100n, undefined],
    ['the bound of the unsuccessful is reached', { ...none, unsuccessful: 20 }, 100n, 'unsuccessful'],
  ] as const)('%s', (_case, day, wanted, expected) => {
    expect(limitExceeded(day, limits, wanted)).toBe(expected);
  });

  it('count the unsuccessful apart: in live mode five times as many as the day has payouts', () => {
    expect(mostUnsuccessful('test', limits)).toBe(20);
    expect(mostUnsuccessful('live', limits)).toBe(35);
    expect(limitExceeded({ ...none, unsuccessful: 34 }, { ...limits, mode: 'live' }, 100n)).toBeUndefined();
    expect(limitExceeded({ ...none, unsuccessful: 35 }, { ...limits, mode: 'live' }, 100n)).toBe('unsuccessful');
  });
});
