import { expect, test } from '@jest/globals';
import { acceptedLanguage } from './accept-language.js';

test.each([
  ['en', 'en'],
  ['en-GB,fr;q=0.9', 'en'],
  ['EN;q=0.2, fr-CM;q=0.3', 'fr'],
  ['de, en;q=0.5', 'en'],
  ['fr;q=0, en;q=0.001', 'en'],
  ['fr, en', 'fr'],
])('of %j the language is %s', (header, language) => {
  expect(acceptedLanguage(header)).toBe(language);
});

test.each([undefined, '', 'de', '*', 'en;q=0', 'en;q=2', 'english', ';', `${'x,'.repeat(16)}en`])(
  'of %j there is none',
  (header) => {
    expect(acceptedLanguage(header)).toBeUndefined();
  },
);
