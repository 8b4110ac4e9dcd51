import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sharesOf } from './reversal.js';

const payment = { charged: 700n, fee: 14n, refunded: 0n, reversed: 0n };

test('the merchant bears what was charged, and the fee stays', () => {
  expect(sharesOf(700n, payment, false)).toEqual({ merchant: 700n, fee: 0n, receivable: 0n });
  expect(sharesOf(300n, payment, false)).toEqual({ merchant: 300n, fee: 0n, receivable: 0n });
});

test('the fee of what is taken back is returned where the contract with the operator returns its own', () => {
  expect(sharesOf(700n, payment, true)).toEqual({ merchant: 686n, fee: 14n, receivable: 0n });
  expect(sharesOf(375n, payment, true)).toEqual({ merchant: 368n, fee: 7n, receivable: 0n });
});

test('what refunds and other reversals have given back is borne by nobody yet', () => {
  expect(sharesOf(700n, { ...payment, refunded: 500n }, false)).toEqual({ merchant: 200n, fee: 0n, receivable: 500n });
  expect(sharesOf(300n, { ...payment, refunded: 300n, reversed: 400n }, true)).toEqual({
    ...{ merchant: 0n, fee: 0n, receivable: 300n },
  });
});

test('the shares make the amount, and those of all reversals of a payment never exceed it', () => {
  const amounts = fc.bigInt({ min: 1n, max: 1_000_000n });
  fc.assert(
    fc.property(
      amounts,
      fc.nat(9_999),
      fc.array(amounts, { maxLength: 6 }),
      fc.boolean(),
      (charged, bps, taken, returns) => {
        const fee = (charged * BigInt(bps)) / 10_000n;
        const refunded = charged / 3n;
        let [reversed, returned] = [0n, 0n];
        for (const amount of taken) {
          const shares = sharesOf(amount, { charged, fee, refunded, reversed }, returns);
          expect(shares.merchant + shares.fee + shares.receivable).toBe(amount);
          expect(Object.values(shares).every((share) => share >= 0n)).toBe(true);
          reversed += shares.merchant + shares.fee;
          returned += shares.fee;
        }
        expect(refunded + reversed <= charged && returned <= fee).toBe(true);
      },
    ),
  );
});
