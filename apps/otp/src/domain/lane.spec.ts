import { expect, test } from '@jest/globals';
import { callersLaneOf, laneOf } from './lane.js';

const asker = { merchantId: 'mer_1', userId: 'usr_1', signedIn: false } as const;
const payments = {
  none: null,
  'any user’s': { intentId: 'pi_1', payerId: null },
  'the user’s': { intentId: 'pi_1', payerId: 'usr_1' },
  'another’s': { intentId: 'pi_1', payerId: 'usr_2' },
} as const;

test.each([
  ['publishable', { none: 'open', 'any user’s': 'open', 'the user’s': 'open', 'another’s': 'open' }],
  ['session', { none: 'open', 'any user’s': 'open', 'the user’s': 'merchant:mer_1', 'another’s': 'foreign:pi_1' }],
  [
    'secret',
    {
      none: 'merchant:mer_1',
      'any user’s': 'merchant:mer_1',
      'the user’s': 'merchant:mer_1',
      'another’s': 'foreign:pi_1',
    },
  ],
] as const)('with a %s credential the lane is what is known of the payer', (credential, lanes) => {
  for (const [payment, lane] of Object.entries(lanes))
    expect([payment, callersLaneOf({ ...asker, credential }, payments[payment as keyof typeof payments])]).toEqual([
      payment,
      lane,
    ]);
});

test('of the signed-in user is that user’s, whatever others draw on', () => {
  expect(laneOf({ signedIn: true, callersLane: 'open' })).toBe('signed-in');
  expect(laneOf({ signedIn: false, callersLane: 'merchant:mer_1' })).toBe('merchant:mer_1');
});
