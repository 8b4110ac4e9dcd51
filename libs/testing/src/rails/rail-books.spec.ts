import { describe, expect, it } from '@jest/globals';
import type { EndedCharge, LedgerSource } from './rail-books.js';
import { railDifferences } from './rail-books.js';
import type { RailControl, StatementLine } from './rail-control.js';

const line = (msisdn: string, amount: string): StatementLine => ({ number: '1', reference: 'r', msisdn, amount });
const paid: EndedCharge = { chargeId: 'ch_1', phoneNumber: '+237670000001', amount: '700', status: 'COMPLETED' };
const declined = { ...paid, phoneNumber: '+237670000010', status: 'FAILED', failureCode: 'insufficient_funds' };
const PAID = [line('237670000001', '-700')];

/** The ledger of the float of MTN MoMo, and the charges that never began. */
const compare = (
  charge: EndedCharge,
  statement: readonly StatementLine[],
  { float = '700', disbursed = '0', neverBegun = [] as readonly string[] } = {},
): Promise<readonly string[]> => {
  const sumOf = (sign: -1 | 1): string => {
    const amounts = statement.map(({ amount }) => Number(amount)).filter((amount) => Math.sign(amount) === sign);
    return String(amounts.reduce((sum, amount) => sum - amount, 0));
  };
  const control: Pick<RailControl, 'statement' | 'accounts'> = {
    statement: (rail) => Promise.resolve(rail === 'mtn_momo' ? statement : []),
    accounts: () =>
      Promise.resolve([
        { name: 'mtn_momo', balance: sumOf(-1) },
        { name: 'mtn_momo/disbursement', balance: sumOf(1) },
        { name: 'orange_money', balance: '0' },
      ]),
  };
  const query = (_: string, text: string) => {
    if (text.includes('charge_id')) return Promise.resolve(neverBegun.map((chargeId) => ({ chargeId })));
    return Promise.resolve([
      { name: 'mtn_momo', balance: float },
      { name: 'mtn_momo/disbursement', balance: disbursed },
    ]);
  };
  return railDifferences([charge], control as RailControl, { query } as LedgerSource);
};

describe('the comparison of charges with the books of the operators', () => {
  it('finds nothing where each completed charge was debited once, and no declined one', async () => {
    expect(await compare(paid, PAID)).toEqual([]);
    expect(await compare(declined, [], { float: '0' })).toEqual([]);
    const refunded = { ...paid, refunded: ['200', '100'] };
    const lines = [...PAID, line('237670000001', '100'), line('237670000001', '200')];
    expect(await compare(refunded, lines, { disbursed: '-300' })).toEqual([]);
    const reversed = { ...paid, reversed: ['700'] };
    expect(await compare(reversed, [...PAID, line('237670000001', '700')], { disbursed: '-700' })).toEqual([]);
    const late = { ...paid, status: 'FAILED', failureCode: 'rail_unavailable' };
    expect(await compare(late, [], { float: '0', neverBegun: ['ch_1'] })).toEqual([]);
  });

  const unexplained = { ...paid, status: 'FAILED', failureCode: 'rail_error' };
  const neverSent = { ...paid, status: 'FAILED', failureCode: 'rail_unavailable' };
  it.each([
    ['a double debit', paid, [...PAID, ...PAID], 'debited 700 and 700'],
    ['a completed charge that nobody paid', paid, [], 'debited nothing'],
    ['another amount', paid, [line('237670000001', '-800')], 'debited 800'],
    ['a reversal that nobody booked', paid, [...PAID, line('237670000001', '700')], 'refunded nothing'],
    ['a refund that never arrived', { ...paid, refunded: ['200'] }, PAID, 'got nothing'],
    ['a refund that nobody made', paid, [...PAID, line('237670000001', '200')], 'refunded nothing'],
    [
      'a refund that was made twice',
      { ...paid, refunded: ['200'] },
      [...PAID, line('237670000001', '200'), line('237670000001', '200')],
      'got 200 and 200',
    ],
    ['a lost payment', { ...paid, status: 'PROCESSING' }, PAID, 'has not ended'],
    ['a debit of a declined charge', declined, [line('670000010', '-700')], 'debited 700'],
    ['a decline without a reason', unexplained, [], 'nothing explains'],
    ['a decline for its delay of a charge that began', neverSent, [], 'nothing explains'],
  ])('finds %s', async (_, charge, statement, difference) => {
    expect((await compare(charge, statement)).join()).toContain(difference);
  });

  it('finds a ledger that has another sum', async () => {
    expect(await compare(paid, PAID, { float: '699' })).toEqual(['mtn_momo has 700 francs, and the ledger has 699']);
    expect(await compare(paid, PAID, { disbursed: '1' })).toEqual([
      'mtn_momo/disbursement has 0 francs, and the ledger has 1',
    ]);
  });
});
