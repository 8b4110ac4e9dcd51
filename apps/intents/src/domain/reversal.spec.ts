import { describe, expect, it } from '@jest/globals';
import { Contradiction } from './intent.js';
import { intentIn, momentAt } from './intent.samples.js';
import { reversed } from './reversal.js';

const { at } = momentAt(1_900_000_000_000);
/** It has 5 of 500 refunded. */
const completed = intentIn('COMPLETED');
const reversal = { reversalId: 'rv_1', chargeId: 'ch_1', currency: 'XAF', amountReversed: 495n, turn: 1 } as const;

describe('a reversal', () => {
  it('changes the amount reversed, and nothing else but the counters', () => {
    expect(reversed(completed, reversal, at)).toEqual({
      ...completed,
      amountReversed: 495n,
      reversalTurn: 1,
      eventSequence: completed.eventSequence + 1,
      version: completed.version + 1,
      updatedAt: at,
    });
  });

  it('leads with its return and further ones to the same amount in any order', () => {
    const changes = [495n, 0n, 200n, 300n].map((amountReversed, index) => ({ amountReversed, turn: index + 1 }));
    const after = (order: readonly number[]) =>
      order.reduce((intent, index) => reversed(intent, { ...reversal, ...changes[index] }, at), completed);
    expect(after([0, 1, 2, 3])).toMatchObject({ amountReversed: 300n, reversalTurn: 4 });
    for (const order of [
      [3, 2, 1, 0],
      [1, 0, 3, 2],
    ])
      expect(after(order)).toEqual(after([0, 1, 2, 3]));
  });

  it.each([{ chargeId: 'ch_2' }, { currency: 'XOF' as const }, { amountReversed: 501n }])(
    'of something else contradicts: %p',
    (other) => {
      expect(() => reversed(completed, { ...reversal, ...other }, at)).toThrow(Contradiction);
    },
  );

  it.each(['PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'FAILED', 'EXPIRED', 'CANCELED'] as const)(
    'contradicts an intent that is %s',
    (status) => {
      expect(() => reversed(intentIn(status), reversal, at)).toThrow(Contradiction);
    },
  );
});
