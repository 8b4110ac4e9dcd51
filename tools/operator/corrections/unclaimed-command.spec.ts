import { expect, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import { askedFor } from '../asked-for.js';
import { operatorWork, USAGE } from '../operator-commands.js';

const [unclaimedId, intentId, returnId] = [newId('unclaimed'), newId('intent'), newId('payerReturn')];

test.each<[readonly string[], string, object]>([
  [['unclaimed-money', 'live'], 'list-unclaimed-money', { mode: 'live', limit: 100 }],
  [
    ['decide-unclaimed', 'live', unclaimedId, 'confirm'],
    'decide-unclaimed-money',
    { unclaimedId, mode: 'live', decision: 'confirm' },
  ],
  [
    ['match-unclaimed', 'live', unclaimedId, intentId],
    'decide-unclaimed-money',
    { unclaimedId, mode: 'live', decision: 'match', intentId },
  ],
  [['resolve-return', returnId, 'declined'], 'resolve-rail-operation', { returnId, resolution: 'declined' }],
])('%j sends %s', async (words, name, request) => {
  expect(await askedFor(...words)).toEqual([name, request]);
});

test.each<[readonly string[], string]>([
  [['unclaimed-money', 'sandbox'], '"sandbox" is not a mode'],
  [['decide-unclaimed', 'live', unclaimedId, 'match'], '"match" is not a decision: confirm, dismiss, return'],
  [['match-unclaimed', 'live', unclaimedId, unclaimedId], 'is not a'],
  [['resolve-return', returnId, 'rest_paid'], '"rest_paid" is not a resolution of a return'],
])('%j is refused with the reason', (words, why) => {
  expect(() => operatorWork(words)).toThrow(why);
});

test('the usage shows them', () => {
  expect(USAGE.split('\n').filter((line) => line.includes('unclaimed'))).toEqual([
    '  unclaimed-money <mode>',
    '  decide-unclaimed <mode> <unclaimed id> <confirm|dismiss|return>',
    '  match-unclaimed <mode> <unclaimed id> <payment intent id>',
  ]);
});
