import { describe, expect, test } from '@jest/globals';
import { backoffSchedule } from './backoff.js';

describe('the back-off schedule of sign-in', () => {
  test('[1.21] admits five wrong passwords without a wait, then doubles the wait up to the longest one', () => {
    const schedule = backoffSchedule({ freeAttempts: 5, firstWaitSeconds: 30, longestWaitSeconds: 900 });
    expect(schedule).toEqual([0, 0, 0, 0, 30, 60, 120, 240, 480, 900]);
  });

  test('waits from the first wrong password when none is free', () => {
    expect(backoffSchedule({ freeAttempts: 1, firstWaitSeconds: 10, longestWaitSeconds: 40 })).toEqual([10, 20, 40]);
  });

  test('is constant when the first wait is the longest', () => {
    expect(backoffSchedule({ freeAttempts: 3, firstWaitSeconds: 60, longestWaitSeconds: 60 })).toEqual([0, 0, 60]);
  });

  test('never falls, and never exceeds the longest wait', () => {
    for (let free = 1; free <= 8; free += 1) {
      for (const [first, longest] of [
        [1, 1],
        [1, 900],
        [7, 100],
        [30, 3600],
      ] as const) {
        const schedule = backoffSchedule({ freeAttempts: free, firstWaitSeconds: first, longestWaitSeconds: longest });
        expect(schedule.findIndex((wait) => wait > 0)).toBe(free - 1);
        expect(schedule).toEqual([...schedule].sort((a, b) => a - b));
        expect(schedule.at(-1)).toBe(longest);
      }
    }
  });
});
