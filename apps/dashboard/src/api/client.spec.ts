import { afterAll, expect, test } from '@jest/globals';

// the module restores the tab's choice when it is loaded
Object.assign(globalThis, { sessionStorage: { getItem: () => null } });
afterAll(() => {
  Reflect.deleteProperty(globalThis, 'sessionStorage');
});
const { pathOf, queryOf } = await import('./client.js');

test.each([
  ['pi_1', '/gateway/pi_1/cancel'],
  ['../../api-keys', '/gateway/..%2F..%2Fapi-keys/cancel'],
  ['a?b#c', '/gateway/a%3Fb%23c/cancel'],
])('the id %s stays one segment of the path', (id, path) => {
  expect(pathOf('/gateway/{id}/cancel', { id })).toBe(path);
});

test('a query has the parameters with a value, lists as repeats and maps with brackets', () => {
  const query = {
    limit: 20,
    status: undefined,
    type: '',
    reference: 'a&b',
    metadata: { order: '7' },
    list: ['x', 'y'],
  };
  expect(decodeURIComponent(queryOf(query))).toBe('?limit=20&reference=a&b&metadata[order]=7&list=x&list=y');
  expect(queryOf(query)).toContain('reference=a%26b');
  expect(queryOf({ status: undefined })).toBe('');
});
