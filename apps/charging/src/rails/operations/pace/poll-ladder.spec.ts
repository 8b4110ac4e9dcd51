import { describe, expect, it } from '@jest/globals';
import { ChargingConfig } from '../../../config.js';
import type { RailOperation } from '../operation.js';
import { ESCALATION_AGE_SECONDS, nextPollSeconds } from './poll-ladder.js';
import { PollTimes } from './poll-times.js';

const middle = (): number => 0.5;

describe('the poll ladder', () => {
  it('begins with seconds, so that a payment without a callback is noticed soon', () => {
    const waits = Array.from({ length: 10 }, (_, polls) => nextPollSeconds(polls, 0, middle));
    expect(waits).toEqual([2, 3, 5, 8, 13, 20, 30, 45, 60, 90]);
  });

  it.each([
    [10, 300, 120],
    [99, 1_799, 120],
    [99, 1_800, 900],
    [99, ESCALATION_AGE_SECONDS - 1, 900],
    [99, ESCALATION_AGE_SECONDS, 3_600],
    [9_999, 30 * ESCALATION_AGE_SECONDS, 3_600],
  ])('after %s polls at an age of %s s waits %s s', (polls, age, seconds) => {
    expect(nextPollSeconds(polls, age, middle)).toBe(seconds);
  });

  it('spreads polls by a tenth in both directions', () => {
    expect(nextPollSeconds(0, 0, () => 0)).toBeCloseTo(1.8);
    expect(nextPollSeconds(0, 0, () => 1)).toBeCloseTo(2.2);
  });

  it.each([
    [0, 24],
    [1, 4],
    [23, 4],
    [25, 1],
  ])('asks for an operation that is %i hours old %i times within the next hour', (hours, times) => {
    let asked = 0;
    for (let [age, polls] = [0, 0]; age < (hours + 1) * 3_600; polls += 1) {
      age += nextPollSeconds(polls, age, middle);
      if (age > hours * 3_600 && age <= (hours + 1) * 3_600) asked += 1;
    }
    expect(asked).toBe(times);
  });
});

const fiveTimesFaster = new PollTimes(
  Object.assign(new ChargingConfig(), { TEST_MODE: true, RAIL_TIME_COMPRESSION: 5 }),
);

function waitOf(operation: Partial<RailOperation>): number {
  return fiveTimesFaster.secondsToNextPoll({
    polls: 9,
    promptedAt: null,
    ageSeconds: 0,
    ...operation,
  } as RailOperation);
}

it('a submission that was not accepted is asked for at the shortest distance until it may no longer be repeated', () => {
  expect(waitOf({ ageSeconds: 119 })).toBeLessThan(1);
  expect(waitOf({ ageSeconds: 121 })).toBeGreaterThan(10);
  expect(waitOf({ ageSeconds: 1, promptedAt: new Date() })).toBeGreaterThan(10);
});
