import { expect, test } from '@jest/globals';
import { retryDelaySeconds } from './send-schedule.js';

test('a message is tried seven times, within the life of a code, and then given up', () => {
  const delays = [1, 2, 3, 4, 5, 6].map(retryDelaySeconds);
  expect(delays).toEqual([1, 2, 5, 10, 20, 30]);
  expect(retryDelaySeconds(7)).toBeUndefined();
});
