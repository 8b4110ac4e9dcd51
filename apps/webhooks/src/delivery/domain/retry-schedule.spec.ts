import { describe, expect, test } from '@jest/globals';
import { nextDelaySeconds } from './retry-schedule.js';

describe('the retry schedule', () => {
  const delay = (attempts: number, changes = {}) =>
    nextDelaySeconds({ attempts, schedule: null, random: 0.5, compression: 1, ...changes });

  test('is 5 s, 30 s, 2 min, 10 min, 30 min, 2, 5, 10, 14, 20, 24 h, then daily', () => {
    expect(Array.from({ length: 13 }, (_, i) => delay(i + 1))).toEqual([
      5, 30, 120, 600, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, 86_400, 86_400,
    ]);
  });

  test('is spread by 20 % to both sides', () => {
    expect([delay(2, { random: 0 }), delay(2, { random: 0.999_999_999 })]).toEqual([24, expect.closeTo(36, 5)]);
  });

  test('waits as long as the receiver asks, up to six hours', () => {
    expect([
      delay(1, { retryAfterSeconds: 90 }),
      delay(1, { retryAfterSeconds: 1e9 }),
      delay(3, { retryAfterSeconds: 1 }),
    ]).toEqual([90, 21_600, 120]);
  });

  test('is compressed in test mode, not what the receiver asks', () => {
    expect([delay(2, { compression: 10 }), delay(1, { compression: 10, retryAfterSeconds: 60 })]).toEqual([3, 60]);
  });

  test('of an endpoint’s own has failed after its last delay', () => {
    const own = { schedule: [7, 70] };
    expect([delay(1, own), delay(2, own), delay(3, own)]).toEqual([7, 70, undefined]);
  });
});
