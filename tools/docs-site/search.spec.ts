import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from '@jest/globals';
import { find, openIndex } from './browser/search.js';
import type { Language } from './page.js';
import { addressOf, languages } from './page.js';
import { searchIndex } from './search-index.js';
import { queries } from './search-queries.js';
import { pages } from './site.js';

const INDEX_MAX_BYTES = 200_000;
const SHOWN_FIRST = 3;
const LONG_WORD_CHARACTERS = 8;
/** Of the places among the first three that long words of guides can have. */
const FOUND_MIN = 0.95;

const sites = new Map(
  languages.map((language) => {
    const all = pages('.', language);
    const text = JSON.stringify(searchIndex(all));
    return [language, { all, text, index: openIndex(JSON.parse(text) as ReturnType<typeof searchIndex>) }] as const;
  }),
);
const siteOf = (language: Language) => {
  const site = sites.get(language);
  if (site === undefined) throw new Error(`there are no pages in ${language}`);
  return site;
};
const firstOf = (language: Language, query: string): readonly string[] =>
  find(siteOf(language).index, query)
    .slice(0, SHOWN_FIRST)
    .map(({ address }) => address.replace(/#.*/, '').replace(`/docs/${language}/`, ''));

test.each(queries)('in %s, %j finds its page among the first three', (language, query, expected) => {
  const first = firstOf(language, query);
  expect({ first, has: expected.split(' ').some((page) => first.includes(page)) }).toEqual({ first, has: true });
});

describe.each(languages)('the index in %s', (language) => {
  test('is small', () => {
    expect(gzipSync(siteOf(language).text, { level: 9 }).length).toBeLessThan(INDEX_MAX_BYTES);
  });

  test('leads from each long word of a guide to it: as many guides are among the first three as have the word', () => {
    const { all, index } = siteOf(language);
    const guides = all.filter(({ section }) => ['start', 'guides', 'reference'].includes(section));
    const wordsOf = new Map(guides.map((guide) => [addressOf(guide), longWords(guide.parts.map(({ text }) => text))]));
    let [found, possible] = [0, 0];
    for (const word of new Set([...wordsOf.values()].flatMap((words) => [...words]))) {
      const having = [...wordsOf].filter(([, words]) => words.has(word)).map(([address]) => address);
      const first = find(index, word)
        .slice(0, SHOWN_FIRST)
        .map(({ address }) => address.replace(/#.*/, ''));
      possible += Math.min(SHOWN_FIRST, having.length);
      found += having.filter((address) => first.includes(address)).length;
    }
    expect(possible).toBeGreaterThan(500);
    expect(found / possible).toBeGreaterThanOrEqual(FOUND_MIN);
  });

  test('leads to a heading that exists, and shows text', () => {
    const { index } = siteOf(language);
    for (const { address, title } of find(index, 'webhook')) expect([address, title]).not.toContain('');
  });
});

/** The words of the prose. */
function longWords(texts: readonly string[]): ReadonlySet<string> {
  const prose = texts
    .join('\n')
    .replaceAll(/```[^]*?```/g, ' ')
    .replaceAll(/\]\([^)]*\)/g, '] ');
  const words =
    prose
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return new Set(words.filter((word) => word.length >= LONG_WORD_CHARACTERS));
}

test('a query is read as keyboards write it: in any order, without accents, in capitals, with a letter wrong', () => {
  const { index } = siteOf('fr');
  const asks = (query: string): readonly string[] => find(index, query).map(({ address }) => address);
  for (const [left, right] of [
    ['remboursement partiel', 'partiel remboursement'],
    ['numéros de téléphone', 'NUMEROS DE TELEPHONE'],
    ['numéros de téléphone', 'nume\u0301ros de te\u0301le\u0301phone'],
  ] as const)
    expect(asks(left)).toEqual(asks(right));
  expect(firstOf('fr', 'idempotance')).toContain('guides/idempotency');
  expect(firstOf('en', 'recieve webhoks')).toContain('guides/webhooks');
});

test('a word of the code of a guide is found, and a query without words finds nothing', () => {
  expect(firstOf('en', 'generateTestHeaderString')).toContain('guides/webhooks');
  for (const query of ['', '   ', '?!', 'xyzzyq']) expect(firstOf('en', query)).toEqual([]);
});

test('neither the index nor what searches it is loaded before the field is used', () => {
  const script = readFileSync('tools/docs-site/browser/site.js', 'utf8');
  expect(script).not.toMatch(/^import /m);
  const from = script.indexOf('const load = () =>');
  const loading = script.slice(from, script.indexOf('async function search'));
  for (const file of ['/docs/assets/search.js', '/search.json'])
    expect([script.split(file).length - 1, loading.split(file).length - 1]).toEqual([1, 1]);
  expect(script.match(/\bload\(\)|, load,/g)).toEqual(['load()', ', load,']);
});
