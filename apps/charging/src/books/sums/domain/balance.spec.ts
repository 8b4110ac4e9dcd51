import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { balanceOf } from './balance.js';

const day = (number: number): Date => new Date(Date.UTC(2026, 10, number));

test('what a rail has not settled is pending, and so is what is held', () => {
  const maturing = [
    { at: day(3), amount: 300n },
    { at: day(2), amount: 200n },
  ];
  expect(balanceOf({ ledger: 1_000n, held: 100n, maturing })).toEqual({
    available: 400n,
    pending: 600n,
    owed: 0n,
    held: 100n,
    upcoming: [
      { at: day(2), amount: 200n },
      { at: day(3), amount: 300n },
    ],
  });
});

test('a refund that used pending money is filled by what matures first', () => {
  const maturing = [
    { at: day(2), amount: 200n },
    { at: day(3), amount: 300n },
  ];
  expect(balanceOf({ ledger: 250n, held: 0n, maturing })).toEqual({
    available: 0n,
    pending: 250n,
    owed: 0n,
    held: 0n,
    upcoming: [{ at: day(3), amount: 250n }],
  });
});

test('what was taken back beyond all that there is, is owed, and what comes in fills it first', () => {
  const owing = balanceOf({ ledger: -300n, held: 100n, maturing: [] });
  expect(owing).toEqual({ available: 0n, pending: 100n, owed: 400n, held: 100n, upcoming: [] });
  const filled = balanceOf({ ledger: 350n, held: 100n, maturing: [{ at: day(2), amount: 650n }] });
  expect(filled).toMatchObject({ available: 0n, pending: 350n, owed: 0n, upcoming: [{ at: day(2), amount: 250n }] });
});

test('[11.1] nothing is available twice, and everything is somewhere', () => {
  const amounts = fc.bigInt({ min: 0n, max: 1_000_000n });
  fc.assert(
    fc.property(amounts, amounts, fc.array(amounts, { maxLength: 5 }), amounts, (gained, held, maturing, lost) => {
      const free = gained - lost;
      const ledger = free + held;
      const matures = maturing.map((amount, index) => ({ at: day(index + 1), amount }));
      const { available, pending, owed, upcoming } = balanceOf({ ledger, held, maturing: matures });
      const coming = upcoming.reduce((sum, { amount }) => sum + amount, 0n);
      const total = maturing.reduce((sum, amount) => sum + amount, 0n);
      expect(available + pending - owed).toBe(ledger);
      expect(available + coming + held - owed).toBe(ledger);
      expect(owed >= 0n && (owed === 0n || available + coming === 0n)).toBe(true);
      expect(available === 0n || available + total <= free).toBe(true);
    }),
  );
});
