import { describe, expect, test } from '@jest/globals';
import { opensAt, remaining, shareOf } from './budget.js';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20) + seconds * 1_000);
const moments = (count: number, first = 0): Date[] => Array.from({ length: count }, (_, n) => at(first + n));
const WINDOW = 600;

describe('a budget without a reserve', () => {
  test('is spent at its limit, until the oldest of what fills it has left the window', () => {
    expect(opensAt({ all: moments(4), own: null }, 5, WINDOW)).toBeUndefined();
    expect(opensAt({ all: moments(5), own: null }, 5, WINDOW)).toEqual(at(600));
    expect(opensAt({ all: moments(7), own: null }, 5, WINDOW)).toEqual(at(602));
    expect([0, 4, 5, 7].map((used) => remaining({ all: moments(used), own: null }, 5))).toEqual([5, 1, 0, 0]);
  });
});

describe('a reserve', () => {
  test('is for addresses that have used less than a quarter of the limit', () => {
    expect([5, 20, 100].map(shareOf)).toEqual([2, 5, 25]);
    expect(opensAt({ all: moments(5), own: [] }, 5, WINDOW)).toBeUndefined();
    expect(opensAt({ all: moments(5), own: moments(1) }, 5, WINDOW)).toBeUndefined();
    expect(opensAt({ all: moments(5), own: moments(2) }, 5, WINDOW)).toEqual(at(600));
    expect(remaining({ all: moments(5), own: moments(1) }, 5)).toBe(1);
    expect(remaining({ all: moments(1), own: moments(1) }, 5)).toBe(4);
  });

  test('has an end, whatever the address', () => {
    expect(opensAt({ all: moments(9), own: [] }, 5, WINDOW)).toBeUndefined();
    expect(opensAt({ all: moments(10), own: [] }, 5, WINDOW)).toEqual(at(600));
    expect(remaining({ all: moments(10), own: [] }, 5)).toBe(0);
  });

  test('opens to an address again when what it used itself has left the window', () => {
    expect(opensAt({ all: moments(8, 10), own: moments(2, 10) }, 5, WINDOW)).toEqual(at(610));
    expect(opensAt({ all: moments(8, 10), own: [at(15), at(17)] }, 5, WINDOW)).toEqual(at(613));
  });
});
