import { describe, expect, it } from '@jest/globals';
import { ledgerOf } from '../../../../books/ledger/domain/ledger.js';
import { inTurn } from './in-turn.js';

const [live, test] = [ledgerOf('live', 'XAF'), ledgerOf('test', 'XAF')];
const payers = (names: string) => names.split('').map((merchantId) => ({ merchantId, ledger: test }));
const namesOf = (given: string, last?: string) =>
  inTurn(payers(given), last === undefined ? undefined : { merchantId: last, ledger: test })
    .map(({ merchantId }) => merchantId)
    .join('');

describe('accounts', () => {
  it('are in one order, which begins behind the last', () => {
    expect(namesOf('cab')).toBe('abc');
    expect(namesOf('cab', 'a')).toBe('bca');
    expect(namesOf('cab', 'c')).toBe('abc');
    // the last may be gone
    expect(namesOf('dac', 'b')).toBe('cda');
    expect(namesOf('', 'b')).toBe('');
  });

  it('of one merchant have a turn each', () => {
    const both = [test, live].map((ledger) => ({ merchantId: 'a', ledger }));
    expect(inTurn(both, undefined).map(({ ledger }) => ledger)).toEqual([live, test]);
    expect(inTurn(both, { merchantId: 'a', ledger: live }).map(({ ledger }) => ledger)).toEqual([test, live]);
  });
});
