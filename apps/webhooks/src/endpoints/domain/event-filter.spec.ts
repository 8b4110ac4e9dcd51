import { describe, expect, test } from '@jest/globals';
import { isEventFilter, matchesEvent } from './event-filter.js';

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
