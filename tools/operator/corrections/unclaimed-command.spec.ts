import { expect, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import { askedFor, unproven } from '../asked-for.js';
import { operatorWork, USAGE } from '../operator-commands.js';

const [unclaimedId, intentId, returnId] = [newId('unclaimed'), newId('intent'), newId('payerReturn')];

test.each<[readonly string[], string, object]>([
  [['unclaimed-money', 'live'], 'list-unclaimed-money', { mode: 'live', limit: 100 }],
  [['resolve-return', returnId, 'declined'], 'resolve-rail-operation', { returnId, resolution: 'declined' }],
])('%j sends %s', async (words, name, request) => {
  expect(await askedFor(...words)).toEqual([name, request]);
});

const money = {
  ...{ rail: 'mtn_momo', currency: 'XAF', amount: '700', operatorNumber: 'MP1', phoneMasked: '********01' },
};

/** All that a command line sends to a charging that has one row. */
async function sentBy(...words: readonly string[]): Promise<readonly (readonly [string, object])[]> {
  const sent: (readonly [string, object])[] = [];
  const send = ((contract: { readonly name: string }, request: object) => {
    sent.push([contract.name, request]);
    return Promise.resolve({ ok: true, data: { unclaimed: [{ unclaimedId, state: 'listed', ...money }] } });
  }) as never;
  await operatorWork(words)({ ...unproven, send });
  return sent;
}

test('a decision names the money as its row has it, for those who prove it', async () => {
  const read = ['list-unclaimed-money', { mode: 'live', unclaimedId, limit: 1 }];
  const of = { unclaimedId, mode: 'live', ...money };
  expect(await sentBy('decide-unclaimed', 'live', unclaimedId, 'confirm')).toEqual([
    read,
    ['decide-unclaimed-money', { ...of, decision: 'confirm' }],
  ]);
  expect(await sentBy('match-unclaimed', 'live', unclaimedId, intentId)).toEqual([
    read,
    ['decide-unclaimed-money', { ...of, decision: 'match', intentId }],
  ]);
  const unknown = sentBy('decide-unclaimed', 'live', newId('unclaimed'), 'confirm');
  await expect(unknown).rejects.toThrow('no unclaimed money of this mode has this id');
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
