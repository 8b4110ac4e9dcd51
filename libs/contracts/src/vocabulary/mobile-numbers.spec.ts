import { expect, test } from '@jest/globals';
import {
  isMobileNumber,
  mobileOperators,
  numberPrefixesOf,
  operatorCurrencies,
  operatorOfNumber,
  servedCountries,
} from './mobile-numbers.js';
import { countries } from './countries.js';

/** The carriers of libphonenumber 9.0.43 for valid mobile numbers of Cameroon, by their first three digits, read on 2026-11-28. */
const carriers = [
  ['Camtel', undefined, 620, 629],
  ['Orange', 'orange_money', 640, 642],
  ['MTN Cameroon', 'mtn_momo', 650, 654],
  ['Orange', 'orange_money', 655, 659],
  ['NEXTTEL', undefined, 660, 669],
  ['MTN Cameroon', 'mtn_momo', 670, 683],
  ['NEXTTEL', undefined, 684, 685],
  ['Orange', 'orange_money', 686, 699],
] as const;

test.each(Array.from({ length: 100 }, (_, index) => 600 + index))(
  'numbers that begin with %i have their operator',
  (first) => {
    const carrier = carriers.find(([, , from, to]) => first >= from && first <= to);
    for (const rest of ['000000', '777701', '999999']) {
      expect(operatorOfNumber(`+237${first}${rest}`)).toBe(carrier?.[1]);
      expect(isMobileNumber(`+237${first}${rest}`)).toBe(true);
    }
  },
);

test.each(mobileOperators)('the beginnings of the numbers of %s name it, and are all of its blocks', (operator) => {
  const blocks = carriers.filter(([, name]) => name === operator).flatMap(([, , from, to]) => [from, to]);
  const named = numberPrefixesOf(operator);
  for (const prefix of named) expect(operatorOfNumber(prefix.padEnd(13, '0'))).toBe(operator);
  for (const first of blocks) expect(named.filter((prefix) => `+237${first}`.startsWith(prefix))).toHaveLength(1);
});

test('a new account is of a country whose currency an operator collects', () => {
  const collected = mobileOperators.flatMap((operator) => operatorCurrencies[operator]);
  expect(servedCountries).toEqual(['CM']);
  for (const country of servedCountries) expect(collected).toContain(countries[country]);
});
