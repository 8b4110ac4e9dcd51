import { expect, test } from '@jest/globals';
import { retryDelaySeconds } from './retry-schedule.js';

test('a message is tried until a bounded number of tries has failed, each after a longer wait', () => {
  const delays: number[] = [];
  for (let attempt = 1; attempt < 100; attempt += 1) {
    const seconds = retryDelaySeconds(attempt);
    if (seconds === undefined) break;
    delays.push(seconds);
  }
  expect(delays).toHaveLength(6);
  expect(new Set(delays).size).toBe(delays.length);
  expect(delays).toEqual([...delays].sort((a, b) => a - b));
});
