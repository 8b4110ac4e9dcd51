import { describe, expect, it } from '@jest/globals';
import { Clock } from './clock.js';
import { TestClock } from '../test/test-clock.js';

describe('the clock', () => {
  it('never steps back, whatever is done to the wall clock', () => {
    const clock = new Clock();
    const wall = Date.now;
    const before = clock.epochMs();
    try {
      Date.now = () => 0;
      expect(clock.epochMs()).toBeGreaterThanOrEqual(before);
    } finally {
      Date.now = wall;
    }
  });

  it("follows the database's: a host clock that is ten minutes off has no effect", () => {
    const clock = new TestClock(new Date('2026-01-01T00:10:00.000Z'));
    clock.observe(new Date('2026-01-01T00:00:00.000Z'));
    expect(clock.now()).toEqual(new Date('2026-01-01T00:00:00.000Z'));
    clock.advance(1_000);
    expect(clock.now()).toEqual(new Date('2026-01-01T00:00:01.000Z'));
    expect(clock.offsetMs).toBe(-600_000);
  });

  it('uses the observation with the shortest round trip', () => {
    const clock = new TestClock(new Date(100_000));
    for (const delayMs of [30, 2, 500]) clock.observe(new Date(100_000 - delayMs));
    expect(clock.offsetMs).toBe(-2);
  });

  it('forgets observations, so that drift is followed', () => {
    const clock = new TestClock(new Date(100_000));
    clock.observe(new Date(100_050));
    for (let round = 0; round < 16; round++) clock.observe(new Date(99_990));
    expect(clock.offsetMs).toBe(-10);
  });

  it('shows the milliseconds that have passed in full', () => {
    const clock = new TestClock(new Date(100_000));
    clock.setOffset(0.9);
    expect(clock.epochMs()).toBe(100_000);
  });

  it('ignores an offset that is not a number', () => {
    expect(() => {
      new Clock().setOffset(Number.NaN);
    }).toThrow(RangeError);
    expect(() => {
      new Clock().observe(new Date('never'));
    }).toThrow(RangeError);
  });
});
