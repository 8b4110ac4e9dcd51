import { expect, test } from '@jest/globals';
import { parseSearch, stringifySearch } from './query.js';

test.each([
  [{ amountFrom: '100', q: '007' }, '?amountFrom=100&q=007'],
  [{ status: ['FAILED', 'EXPIRED'], after: undefined }, '?status=FAILED&status=EXPIRED'],
  [{ q: '"quoted" & [odd]=1 é' }, '?q=%22quoted%22+%26+%5Bodd%5D%3D1+%C3%A9'],
  [{}, ''],
])('%j is written as %s, and read again', (search, query) => {
  expect(stringifySearch(search)).toBe(query);
  expect(parseSearch(query)).toEqual(JSON.parse(JSON.stringify(search)));
});

test('a text that looks like JSON stays text', () => {
  expect(parseSearch('?q=%22100%22&to=true')).toEqual({ q: '"100"', to: 'true' });
});
