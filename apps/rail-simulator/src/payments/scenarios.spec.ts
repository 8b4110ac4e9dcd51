import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { scenarioKey, scenarios } from './scenarios.js';

describe('the table of numbers', () => {
  /** Only this table has four columns. */
  const rows = /^\| ([0-9]{2}) +\| ([^|]*?) +\|[^|]+\|[^|]+\|$/gm;
  const listed = [...readFileSync('docs/rails.md', 'utf8').matchAll(rows)];

  test('is the documented one', () => {
    const documented = new Map(listed.map(([, digits, meaning]) => [digits, meaning]));
    const meanings = Object.entries(scenarios).map(([digits, { meaning }]) => [digits, meaning] as const);
    expect([...documented]).toEqual(meanings.toSorted());
  });

  test('is selected by the last two digits, with and without the country code', () => {
    expect(['237670000012', '690000012'].map(scenarioKey)).toEqual(['12', '12']);
  });

  test('leaves most numbers without an account', () => {
    for (const digits of ['00', '06', '09', '16', '17', '20', '29', '45', '99'])
      expect(scenarios).not.toHaveProperty(digits);
  });
});
