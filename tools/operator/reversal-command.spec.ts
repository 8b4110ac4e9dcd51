import { expect, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import { askedFor } from './asked-for.js';
import { operatorWork, USAGE } from './operator-commands.js';

const [reversalId, intentId, person] = [newId('reversal'), newId('intent'), newId('person')];

test.each<[readonly string[], string, object]>([
  [['reversals', 'live'], 'list-reversals', { mode: 'live', limit: 100 }],
  [['reversal-debts', 'live'], 'list-reversal-debts', { mode: 'live', limit: 100 }],
  [
    ['propose-reversal', 'live', intentId, '700', 'letter of the operator', person],
    'propose-reversal',
    {
      ...{ mode: 'live', intentId, amount: '700', said: 'letter of the operator', person },
      reversalId: expect.stringMatching(/^rv_/),
    },
  ],
  [['decide-reversal', reversalId, 'book', person], 'decide-reversal', { reversalId, decision: 'book', person }],
  [
    ['release-reversals', 'mtn_momo', 'live', '2026-01-31', person],
    'release-reversals',
    { rail: 'mtn_momo', mode: 'live', day: '2026-01-31', person },
  ],
])('%j sends %s', async (words, name, request) => {
  expect(await askedFor(...words)).toEqual([name, request]);
});

test.each<[readonly string[], string]>([
  [['reversals', 'sandbox'], '"sandbox" is not a mode'],
  [['propose-reversal', 'live', intentId, '7.00', 'told', person], '"7.00" is not an amount'],
  [['decide-reversal', reversalId, 'undo', person], '"undo" is not a decision: book, dismiss, return, keep'],
  [['decide-reversal', reversalId, 'book', intentId], 'is not a person id'],
])('%j is refused with the reason', (words, why) => {
  expect(() => operatorWork(words)).toThrow(why);
});

test('the usage shows them', () => {
  expect(USAGE.split('\n').filter((line) => line.includes('reversal'))).toEqual([
    '  reversals <mode>',
    '  reversal-debts <mode>',
    '  propose-reversal <mode> <payment intent id> <amount> <what was told> <person id>',
    '  decide-reversal <reversal id> <book|dismiss|return|keep> <person id>',
    '  release-reversals <rail> <mode> <day> <person id>',
  ]);
});
