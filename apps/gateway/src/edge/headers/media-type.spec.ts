import { expect, test } from '@jest/globals';
import { jsonTypes, otherTypes } from '../../test/fixtures/media-types.js';
import { isJsonInUtf8 } from './media-type.js';

test.each(jsonTypes)('%j is JSON in UTF-8', (type) => {
  expect(isJsonInUtf8(type)).toBe(true);
});

test.each(otherTypes)('%j is not', (type) => {
  expect(isJsonInUtf8(type)).toBe(false);
});

test('a hostile content type is judged in linear time', () => {
  expect(isJsonInUtf8(`application/json${';'.repeat(50_000)}`)).toBe(true);
  expect(isJsonInUtf8(`application/json${' '.repeat(50_000)}x`)).toBe(false);
});
