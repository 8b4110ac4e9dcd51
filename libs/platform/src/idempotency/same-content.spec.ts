import { expect, test } from '@jest/globals';
import { repetitions } from '@paygate/testing';
import { isSameContent } from './same-content.js';

test.each(repetitions)('two requests are compared by either digest: $name', ({ first, later, isSame }) => {
  expect(isSameContent(first, later)).toBe(isSame);
  expect(isSameContent({ contentHash: null, ...first }, { contentHash: null, ...later })).toBe(isSame);
});

test('what has no key any more is no repetition', () => {
  expect(isSameContent({ bodyHash: null, contentHash: null }, { bodyHash: 'a', contentHash: 'x' })).toBe(false);
  expect(isSameContent({ bodyHash: null, contentHash: null }, {})).toBe(false);
});
