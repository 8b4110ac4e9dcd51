import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { enDevelopers } from '../../i18n/en-developers.js';
import { prefixes, testNumbers } from './test-numbers.js';

/* The end-to-end suites pay from every number of the guide: its table is the source. */
const guide = readFileSync('docs/guides/test-mode.md', 'utf8');

test('the numbers and their outcomes are those of the guide', () => {
  const rows = [...guide.matchAll(/^\| `(\+2376777700)([0-9]{2})` \| [^|]+\| ([^|]+?) +\|$/gm)];
  const outcomes: Readonly<Record<string, string>> = {
    '`COMPLETED`': 'paid',
    'as you decide; [delayed](mobile-money.md#when-the-outcome-is-delayed) after 5 min': 'open',
  };
  const listed = rows.map(([, , digits, outcome = '']) => [
    digits,
    outcomes[outcome] ?? /^`FAILED`, `(\w+)`$/.exec(outcome)?.[1],
  ]);
  expect(listed.length).toBeGreaterThan(0);
  expect(Object.entries(testNumbers).toSorted()).toEqual(listed.toSorted());
  expect(Object.values(prefixes).every((prefix) => guide.includes(`\`${prefix}…\``))).toBe(true);
});

test('a number has words of its own where its outcome has none', () => {
  const withoutWords = Object.entries(testNumbers).filter(([, outcome]) => outcome === 'paid' || outcome === 'open');
  expect(Object.keys(enDevelopers.testNumbers.meanings)).toEqual(withoutWords.map(([digits]) => digits));
});
