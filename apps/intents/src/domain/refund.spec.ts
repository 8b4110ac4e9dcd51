import { describe, expect, it } from '@jest/globals';
import { Contradiction } from './intent.js';
import { intentIn, momentAt } from './intent.samples.js';
import { refundEnded } from './refund.js';

const { at } = momentAt(1_900_000_000_000);
/** It has 5 of 500 refunded. */
const completed = intentIn('COMPLETED');
const refund = { refundId: 're_1', chargeId: 'ch_1', currency: 'XAF', amountRefunded: 105n } as const;

describe('the end of a refund', () => {
  it('raises the amount refunded, and nothing else but the counters', () => {
    expect(refundEnded(completed, refund, at)).toEqual({
      ...completed,
      amountRefunded: 105n,
      eventSequence: completed.eventSequence + 1,
      version: completed.version + 1,
      updatedAt: at,
    });
  });

  it.each([5n, 4n, 0n])('that knows of %s never lowers it', (amountRefunded) => {
    expect(refundEnded(completed, { ...refund, amountRefunded }, at)).toMatchObject({
      amountRefunded: 5n,
      eventSequence: completed.eventSequence + 1,
    });
  });

  it('leads to the same amount in any order', () => {
    const inOrder = [105n, 205n, 500n].reduce(
      (intent, sum) => refundEnded(intent, { ...refund, amountRefunded: sum }, at),
      completed,
    );
    const backwards = [500n, 205n, 105n].reduce(
      (intent, sum) => refundEnded(intent, { ...refund, amountRefunded: sum }, at),
      completed,
    );
    expect(backwards).toEqual(inOrder);
    expect(inOrder.amountRefunded).toBe(500n);
  });

  it.each([{ chargeId: 'ch_2' }, { currency: 'XOF' as const }, { amountRefunded: 501n }])(
    'of something else contradicts: %p',
    (other) => {
      expect(() => refundEnded(completed, { ...refund, ...other }, at)).toThrow(Contradiction);
    },
  );

  it.each(['PENDING', 'REQUIRES_ACTION', 'PROCESSING', 'FAILED', 'EXPIRED', 'CANCELED'] as const)(
    'contradicts an intent that is %s',
    (status) => {
      expect(() => refundEnded(intentIn(status), refund, at)).toThrow(Contradiction);
    },
  );
});
