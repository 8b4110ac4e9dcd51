import { expect, test } from '@jest/globals';
import { indented, memberTextOf } from './json-text.js';

/** Metadata that parsing and writing again would change. */
const opaque = [
  '{"n":9007199254740993}',
  '{"n":1.0,"m":1e400,"z":-0}',
  '{"b":1,"2":2,"a":3,"1":4}',
  '{"__proto__":{"x":1},"constructor":2,"toString":3}',
  '{"e":"\\u00e9\\/","s":"a\\"}{[],:b","t":"\\\\"}',
  '{ "spaced" : [ 1 , 2 ] }',
  '{"metadata":{"metadata":"{\\"metadata\\":1}"},"d":[[],{},[{}]]}',
  '{}',
];

test.each(opaque)('the metadata %s is found as it was stored', (metadata) => {
  const before = '"id":"pi_1","description":"\\"metadata\\":{}","list":[{"metadata":7}]';
  expect(memberTextOf(`{${before},"metadata":${metadata},"fee":null}`, 'metadata')).toBe(metadata);
  expect(memberTextOf(`{"meta\\u0064ata": ${metadata} }`, 'metadata')).toBe(metadata);
});

test.each(opaque)('%s is shown on lines with each value as it is written', (metadata) => {
  const shown = indented(metadata);
  expect(shown.replaceAll(/\n\s*|(?<=":) /g, '')).toBe(metadata.replaceAll(/(?<=[{[,:\d]) | (?=[}\],:])/g, ''));
});

test('members have lines of their own', () => {
  expect(indented('{"a":{"b":[1.0,{}]},"c":[]}')).toBe(
    JSON.stringify({ a: { b: [1, {}] }, c: [] }, null, 2).replace('1,', '1.0,'),
  );
});

test('an object without the member has none', () => {
  expect(memberTextOf('{"other":{"metadata":1}}', 'metadata')).toBeUndefined();
  expect(memberTextOf('', 'metadata')).toBeUndefined();
});
