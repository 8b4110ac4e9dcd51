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

test.each([undefined, null])(
  'two requests by gateways of the version before are compared by their bytes',
  (contentHash) => {
    expect(isSameContent({ bodyHash: 'a', contentHash }, { bodyHash: 'b', contentHash })).toBe(false);
    expect(isSameContent({ bodyHash: 'a', contentHash }, { bodyHash: 'a', contentHash })).toBe(true);
  },
);
