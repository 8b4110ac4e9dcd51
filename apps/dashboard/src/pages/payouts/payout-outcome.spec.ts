import { expect, test } from '@jest/globals';
import { outcomeOf } from './payout-outcome.js';

test.each([
  ['PENDING', 'underway'],
  ['PROCESSING', 'underway'],
  ['COMPLETED', 'arrived'],
  ['FAILED', 'none'],
  ['CANCELED', 'none'],
] as const)('the money of a payout that is %s: %s', (status, outcome) => {
  expect(outcomeOf({ status })).toBe(outcome);
});
