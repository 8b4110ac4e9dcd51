import { expect, test } from '@jest/globals';
import { newId } from '@paygate/platform';
import { askedFor } from '../asked-for.js';
import { operatorWork, USAGE } from '../operator-commands.js';

const merchantId = newId('merchant');
const words = ['adjust-balance', merchantId, 'live', 'debit', '700', 'Paid twice by mistake', 'Letter 12'];

test('adjust-balance sends what is corrected, only with its last word', async () => {
  const command = {
    ...{ merchantId, mode: 'live', currency: 'XAF', direction: 'debit', amount: '700' },
    ...{ reason: 'Paid twice by mistake', reference: 'Letter 12' },
  };
  expect(await askedFor(...words, 'adjust')).toEqual(['adjust-balance', command]);
  expect(await askedFor(...words)).toBeUndefined();
});

test.each<[number, string, string]>([
  [2, 'sandbox', '"sandbox" is not a mode: test, live'],
  [3, 'up', '"up" is not a direction: credit, debit'],
  [4, '-700', '"-700" is not an amount in minor units'],
  [5, ' ', 'the reason must be one line of 1 to 200 visible characters'],
  [6, 'x'.repeat(65), 'the reference must be one line of 1 to 64 visible characters'],
])('word %i, %j, is refused with the reason', (index, word, why) => {
  expect(() => operatorWork(words.with(index, word))).toThrow(why);
});

test('the usage shows it', () => {
  expect(USAGE).toContain(
    '  adjust-balance <merchant id> <mode> <credit|debit> <amount> <reason> <reference> [adjust]',
  );
});
