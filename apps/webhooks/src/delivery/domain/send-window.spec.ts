import { describe, expect, test } from '@jest/globals';
import type { AttemptResult } from '../../egress/domain/outcome.js';
import { SendWindow } from './send-window.js';

const answered = (status: number): AttemptResult => ({ kind: 'answered', status, excerpt: '' });
const failed = (cause: 'timeout' | 'connection'): AttemptResult => ({ kind: 'failed', cause });

/** A window after slices that each had one attempt with this result. */
function windowAfter(results: readonly AttemptResult[]): SendWindow {
  const window = new SendWindow();
  for (const result of results) {
    window.begin();
    window.end(result);
    window.endSlice();
  }
  return window;
}

describe('the attempts that an endpoint may have under way', () => {
  test('are four at first, and one more after each slice without trouble, up to 32', () => {
    expect(
      [0, 1, 2, 28, 40].map((slices) => windowAfter(Array.from({ length: slices }, () => answered(200))).free),
    ).toEqual([4, 5, 6, 32, 32]);
  });

  test.each([answered(429), answered(500), answered(503), failed('timeout')])('are halved by %j', (trouble) => {
    const grown = Array.from({ length: 4 }, () => answered(200));
    expect(
      [1, 2, 3, 9].map((times) => windowAfter([...grown, ...Array.from({ length: times }, () => trouble)]).free),
    ).toEqual([4, 2, 1, 1]);
  });

  test.each([answered(404), failed('connection')])('are not halved by %j', (result) => {
    expect(windowAfter([result]).free).toBe(5);
  });

  test('do not grow after a slice with trouble, whatever else succeeded in it', () => {
    const window = new SendWindow();
    for (const result of [answered(503), answered(200)]) {
      window.begin();
      window.end(result);
    }
    window.endSlice();
    expect(window.free).toBe(2);
  });

  test('prove an endpoint that was answered soon, until one is slow', () => {
    const window = new SendWindow();
    expect(window.isProven).toBe(false);
    window.begin();
    window.end(failed('connection'));
    expect(window.isProven).toBe(false);
    window.begin();
    window.end(answered(200));
    expect(window.isProven).toBe(true);
    window.begin();
    window.slow();
    window.end(answered(200), true);
    expect([window.isProven, window.isSlow]).toEqual([false, true]);
  });

  test('are counted until they end', async () => {
    const window = new SendWindow();
    for (let n = 0; n < 4; n += 1) window.begin();
    expect(window.free).toBe(0);
    const ended = window.nextEnd;
    window.end(undefined);
    await ended;
    expect([window.free, window.inFlight]).toEqual([1, 3]);
  });
});
