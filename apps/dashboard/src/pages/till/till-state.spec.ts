import { describe, expect, test } from '@jest/globals';
import type { Asked, Heard, TillState } from './till-state.js';
import { afterAnswer, afterLeave, afterTime, isBehind, OPEN } from './till-state.js';

const asked: Asked = {
  ...{ intentId: 'pi_1', amount: '2500', currency: 'XAF', askedAtMs: 0 },
  ask: { operator: 'mtn_momo', phoneMasked: '********01', promptName: null, dial: '*126#' },
  url: null,
};
const waiting: TillState = { kind: 'waiting', asked, heardAtMs: 0 };
const paid: Heard = {
  ...{ id: 'pi_1', status: 'COMPLETED', amount: '2500', currency: 'XAF' },
  ...{ completedAt: '2026-11-29T09:00:00.000Z', providerReference: 'MP1', failure: null },
};
const pending: Heard = { ...paid, status: 'PROCESSING', completedAt: null, providerReference: null };

describe('[4.26] a till says paid', () => {
  test('for the payment that it asked for', () => {
    expect(afterAnswer(waiting, paid, 5)).toEqual({
      ...{ kind: 'paid', asked, shownAtMs: 5 },
      paid: { at: paid.completedAt, providerReference: 'MP1' },
    });
  });

  test.each<[string, Partial<Heard>]>([
    ['of another ask of the same amount', { id: 'pi_2' }],
    ['of another amount', { amount: '2499' }],
    ['in another currency', { currency: 'XOF' }],
    ['that is under way', { status: 'PROCESSING' }],
    ['without the time of its payment', { completedAt: null }],
  ])('for none %s', (_name, change) => {
    expect(afterAnswer(waiting, { ...paid, ...change }, 5).kind).toBe('waiting');
  });

  test.each<[string, TillState]>([
    ['open', OPEN],
    ['after a refusal', { kind: 'failed', asked, code: 'payer_rejected' }],
  ])('never while it is %s, whatever comes late', (_name, state) => {
    expect(afterAnswer(state, paid, 5)).toBe(state);
  });

  test('for two minutes: after a sleep it is open', () => {
    const shown = afterAnswer(waiting, paid, 1_000);
    expect(afterTime(shown, 121_000)).toBe(shown);
    expect(afterTime(shown, 121_001)).toBe(OPEN);
    // the clock of the device was set back
    expect(afterTime(shown, -4_001)).toBe(OPEN);
    expect(afterTime(shown, 0)).toBe(shown);
  });
});

test('[4.26] a till that waits is behind after twelve seconds without an answer, and not after one', () => {
  expect([isBehind(waiting, 12_000), isBehind(waiting, 12_001), isBehind(OPEN, 99_000)]).toEqual([false, true, false]);
  // the last look at the time was before the answer
  expect([isBehind(waiting, -500), isBehind(waiting, -5_001)]).toEqual([false, true]);
  expect(isBehind(afterAnswer(waiting, pending, 11_000), 20_000)).toBe(false);
});

test('[4.26] an ask is over after a quarter of an hour, and the till names it', () => {
  expect(afterTime(waiting, 900_000)).toBe(waiting);
  expect(afterTime(waiting, 900_001)).toEqual({ kind: 'open', left: asked });
});

test('[4.26] an ask that is no longer waited for is named to the next customer: it may still be paid', () => {
  expect(afterLeave(waiting)).toEqual({ kind: 'open', left: asked });
  expect([afterLeave(afterAnswer(waiting, paid, 5)), afterLeave(OPEN)]).toEqual([OPEN, OPEN]);
});

test.each(['FAILED', 'EXPIRED', 'CANCELED'] as const)('a payment that is %s is said to be refused', (status) => {
  expect(afterAnswer(waiting, { ...pending, status }, 5)).toEqual({ kind: 'failed', asked, code: status });
  const failure = { code: 'payer_rejected' };
  expect(afterAnswer(waiting, { ...pending, status, failure }, 5)).toMatchObject({ code: 'payer_rejected' });
});
