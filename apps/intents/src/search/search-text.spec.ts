import { describe, expect, it } from '@jest/globals';
import type { Searched } from './search-text.js';
import { isFoundBy, searchedWords, soughtOf, wordsOf } from './search-text.js';
import { soughtTokens, tokensOf } from './search-tokens.js';

const order: Searched = {
  ...{ id: 'pi_01k8zq4a2nf8rb0v6d7jep5f9x', amount: 12_500n, reference: 'CMD-2026/0142' },
  ...{ description: 'Sac de riz 25 kg, cœur d’été', metadata: '{"customer":"Aïssatou NGO’O","n":7,"o":{"p":"deep"}}' },
};
const found = (text: string): boolean => isFoundBy(order, soughtOf(text));

describe('a payment is found by', () => {
  it.each([
    ...['cmd', '0142', 'CMD 2026 0142', 'cmd20260142', '2026/01', 'RIZ', 'sac riz', 'riz sac', 'ete', 'coeur', 'été'],
    ...[
      'aissatou',
      'AÏSS',
      'ngo',
      'ngoo',
      '25 kg',
      '25',
      'riz 25',
      '12500',
      '12 500',
      '12 500 FCFA',
      '12.500',
      'xaf 12,500',
    ],
    ...['5f9x', 'pi_01k8zq4a2nf8rb0v6d7jep5f9x', '7jep5f9x'].map((end) => end.replace('pi_', '')),
  ])('%s', (text) => {
    expect(found(text)).toBe(true);
  });
});

describe('a payment is not found by', () => {
  it.each([
    '',
    ' ',
    '·',
    'ri',
    '2',
    '125',
    '1250',
    '12 50',
    'riz blé',
    'deep',
    'customer',
    'f9x',
    'pi_01k8',
    'aissatoux',
  ])('%p', (text) => {
    expect(found(text)).toBe(false);
  });
});

it('a text is letters and digits, however it is written', () => {
  expect(wordsOf('  L’Été à « Ébolowa », ÆON ½ ①٣')).toEqual(['l', 'ete', 'a', 'ebolowa', 'aeon', '1', '2', '1٣']);
  expect(wordsOf('e\u0301te\u0301')).toEqual(['ete']);
});

it('the texts of a payment are searched up to a bound, all together', () => {
  const long = {
    reference: 'r'.repeat(200),
    description: 'd'.repeat(500),
    metadata: `{"a":"${'m'.repeat(9_000)}","b":"late"}`,
  };
  const words = searchedWords(long).flat();
  expect(words.join('')).toHaveLength(1_000);
  expect(words).not.toContain('late');
});

describe('tokens', () => {
  const owner = { merchantId: 'mer_1', mode: 'test' } as const;
  const createdAt = new Date('2026-11-28T10:00:00.000Z');
  const all = tokensOf({ ...owner, ...order, createdAt });

  it('are few, each once, whatever an order says', () => {
    const metadata = JSON.stringify({ a: Array.from({ length: 3_000 }, (_, n) => n.toString(36)).join('') });
    expect(tokensOf({ ...owner, ...order, metadata, createdAt }).length).toBeLessThanOrEqual(600);
    expect(new Set(all).size).toBe(all.length);
  });

  it('differ by merchant, mode and week', () => {
    const others = [
      tokensOf({ ...order, merchantId: 'mer_2', mode: 'test', createdAt }),
      tokensOf({ ...order, merchantId: 'mer_1', mode: 'live', createdAt }),
      tokensOf({ ...owner, ...order, createdAt: new Date('2026-12-05T10:00:00.000Z') }),
    ].flat();
    expect(all.filter((token) => others.includes(token))).toEqual([]);
  });

  it('of a search are all in an order that it finds', () => {
    const week = Math.floor(createdAt.getTime() / 604_800_000);
    for (const text of ['cmd', 'sac riz', '25 kg', 'aissatou ngoo', 'cmd-2026/0142']) {
      const { ofWords } = soughtTokens(owner, soughtOf(text));
      expect([text, ofWords?.every((token) => all.includes(token ^ week))]).toEqual([text, true]);
    }
    for (const text of ['12 500 F', '5f9x']) {
      const { single } = soughtTokens(owner, soughtOf(text));
      expect([text, single.some((token) => all.includes(token ^ week))]).toEqual([text, true]);
    }
    expect(soughtTokens(owner, soughtOf('·'))).toEqual({ ofWords: null, ofWhole: null, single: [] });
  });

  it('stay what they are: entries of any age are found by them', () => {
    expect(tokensOf({ ...owner, ...order, reference: null, description: 'abc', metadata: '{}', createdAt })).toEqual([
      132_984_042, -1_489_114_031, -909_829_122,
    ]);
  });
});
