import { describe, expect, test } from '@jest/globals';
import { endpointUrlFault } from './endpoint-url.js';
import { isEventFilter, matchesEvent } from './event-filter.js';
import type { AttemptResult } from './outcome.js';
import { resultClass, retryAfterOf, verdictOf } from './outcome.js';
import { nextDelaySeconds } from './retry-schedule.js';

describe('the retry schedule', () => {
  const delay = (attempts: number, changes = {}) =>
    nextDelaySeconds({ attempts, random: 0.5, compression: 1, ...changes });

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
});

describe('an outcome', () => {
  const answered = (status: number): AttemptResult => ({ kind: 'answered', status, excerpt: '', retryAfterSeconds: 7 });

  test.each([
    [answered(200), 'delivered', '2xx', undefined],
    [answered(204), 'delivered', '2xx', undefined],
    [answered(302), 'retry', '3xx', undefined],
    [answered(400), 'retry', '4xx', undefined],
    [answered(410), 'endpoint_gone', '4xx', undefined],
    [answered(429), 'retry', '4xx', 7],
    [answered(500), 'retry', '5xx', undefined],
    [answered(503), 'retry', '5xx', 7],
    [{ kind: 'failed', cause: 'timeout' } as const, 'retry', 'timeout', undefined],
    [{ kind: 'failed', cause: 'address_forbidden' } as const, 'give_up', 'address_forbidden', undefined],
    [{ kind: 'failed', cause: 'url_invalid' } as const, 'give_up', 'url_invalid', undefined],
  ])('%j → %s', (result, verdict, name, retryAfter) => {
    expect([verdictOf(result), resultClass(result), retryAfterOf(result)]).toEqual([verdict, name, retryAfter]);
  });
});

describe('an event filter', () => {
  test.each([
    [['payment.completed', 'payment.failed'], 'payment.completed', true],
    [['payment.completed', 'payment.failed'], 'payment.created', false],
    [['*'], 'refund.failed', true],
    [['payment.*'], 'payment.created', true],
    [['payment.*'], 'payments.created', false],
    [['payment.comp'], 'payment.completed', false],
  ])('%j on %s: %s', (filters, type, expected) => {
    expect(matchesEvent(filters, type)).toBe(expected);
  });

  test.each([
    ['*', true],
    ['payment.*', true],
    ['payment.completed', true],
    ['', false],
    ['**', false],
    ['payment.', false],
    ['payment.%', false],
    ['p'.repeat(65), false],
  ])('%j is one: %s', (text, expected) => {
    expect(isEventFilter(text)).toBe(expected);
  });
});

describe('an endpoint URL', () => {
  test.each([
    ['https://shop.example/hooks?x=1', 'live', true],
    ['http://shop.example/hooks', 'live', false],
    ['http://127.0.0.1:9/hooks', 'test', true],
    ['https://user:secret@shop.example/', 'live', false],
    ['https://shop.example/#x', 'live', false],
    ['/hooks', 'test', false],
    ['ftp://shop.example/', 'test', false],
    [`https://shop.example/${'x'.repeat(2048)}`, 'live', false],
  ] as const)('%s in %s mode: %s', (url, mode, allowed) => {
    expect(endpointUrlFault(url, mode) === undefined).toBe(allowed);
  });
});
