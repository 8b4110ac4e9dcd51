import { describe, expect, test } from '@jest/globals';
import { PaygateError } from '@paygate/platform';
import fc from 'fast-check';
import { scanJson } from './scan-json.js';

function refusal(text: string): PaygateError | undefined {
  try {
    scanJson(text);
    return undefined;
  } catch (error) {
    if (error instanceof PaygateError) return error;
    throw error;
  }
}

const outcome = (text: string): string =>
  refusal(text)?.code ?? (scanJson(text).metadataFault === undefined ? 'accepted' : 'metadata_invalid');

const nested = (levels: number) => `${'{"a":'.repeat(levels - 1)}{}${'}'.repeat(levels - 1)}`;
const keys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join(',')}}`;

describe('the scan of a body', () => {
  test('accepts exactly the grammar that JSON.parse accepts', () => {
    const pieces = fc.constantFrom(
      ...[
        '{',
        '}',
        '[',
        ']',
        ':',
        ',',
        '"a"',
        '"b"',
        '"\\u00e9"',
        '"\\x"',
        '"\\ud800"',
        '1',
        '-0',
        '01',
        '1.',
        '.5',
        '1e5',
      ],
      ...[
        '1E+2',
        '-',
        'true',
        'false',
        'null',
        'nul',
        ' ',
        '\n',
        '\t',
        '\u00a0',
        '\ufeff',
        '"\n"',
        "'a'",
        '//',
        '"',
        '\\',
      ],
    );
    const texts = fc.oneof(
      fc.array(pieces, { maxLength: 12 }).map((list) => list.join('')),
      fc.jsonValue({ maxDepth: 3 }).map((value) => JSON.stringify(value)),
      fc
        .tuple(fc.jsonValue({ maxDepth: 3 }), fc.nat(), fc.string({ unit: 'binary', maxLength: 1 }))
        .map(([value, at, piece]) => {
          const text = JSON.stringify(value);
          const cut = at % (text.length + 1);
          return text.slice(0, cut) + piece + text.slice(cut + (at % 2));
        }),
    );
    const parses = (text: string) => {
      try {
        JSON.parse(text);
        return true;
      } catch {
        return false;
      }
    };
    fc.assert(
      fc.property(texts, (text) => {
        // a key that stands twice is JSON, and refused all the same
        fc.pre(!refusal(text)?.detail?.includes('twice in one object'));
        expect(outcome(text) === 'accepted').toBe(parses(text));
      }),
      { numRuns: 20_000 },
    );
  });

  test.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"x":{"b":1,"b":1}}',
    '{"x":[{"b":1},{"b":1,"b":1}]}',
    '{"metadata":{},"metadata":{}}',
    '{"metadata":{},"met\\u0061data":1}',
    '{"__proto__":1,"__proto__":2}',
  ])('[3.3] refuses the duplicate key in %s', (text) => {
    expect(outcome(text)).toBe('json_invalid');
  });

  test.each(['{"metadata":{"a":1,"a":2}}', '{"metadata":{"x":[{"\\u0062":1,"b":1}]}}'])(
    '[3.3] refuses the duplicate key in the metadata of %s',
    (text) => {
      expect(outcome(text)).toBe('metadata_invalid');
    },
  );

  test('[3.3] bounds the depth of a body and of its metadata', () => {
    expect(outcome(nested(8))).toBe('accepted');
    expect(outcome(nested(9))).toBe('json_invalid');
    expect(outcome(`{"metadata":${nested(8)}}`)).toBe('accepted');
    expect(outcome(`{"metadata":${nested(9)}}`)).toBe('metadata_invalid');
    expect(outcome(`{"metadata":{"a":${'['.repeat(8)}${']'.repeat(8)}}}`)).toBe('metadata_invalid');
    expect(outcome('['.repeat(30_000))).toBe('json_invalid');
    expect(outcome(`{"metadata":${'{"a":'.repeat(5_000)}`)).toBe('json_invalid');
    expect(outcome(`{"metadata":${nested(5_000)}}`)).toBe('metadata_invalid');
  });

  test.each([
    ['too deep', `{"a":"]}","b":${nested(9)}}`, 'is nested deeper than 8 levels'],
    ['with a key twice', '{"a":{"b":[1,2],"b":"}"}}', 'names the key "b" twice in one object'],
    ['with too many keys', keys(51), 'has more than 50 keys'],
    ['too long', `{"a":"${'x'.repeat(16_400)}"}`, 'is longer than 16384 bytes'],
  ])('reads the rest of a body whose metadata is %s', (_name, metadata, metadataFault) => {
    const scanned = scanJson(`{"metadata": ${metadata} ,"z":[1]}`);
    expect(scanned).toEqual({ text: '{"metadata": {} ,"z":[1]}', metadata, metadataFault });
  });

  test.each(['{"a":1,"a":2', '{"a":1,"a":[2}', '{"a":1,"a":01}', '{"a":1,"a":2}}', '{"a":1,"a":"\n"}'])(
    'refuses metadata with a fault that is no JSON either: %j',
    (metadata) => {
      expect(outcome(`{"metadata":${metadata}}`)).toBe('json_invalid');
    },
  );

  test('[3.3] bounds the keys and the bytes of metadata', () => {
    expect(outcome(`{"metadata":${keys(50)}}`)).toBe('accepted');
    expect(outcome(`{"metadata":${keys(51)}}`)).toBe('metadata_invalid');
    expect(outcome(`{"metadata":{"deep":${keys(60)}}}`)).toBe('accepted');
    const ofBytes = (bytes: number) => `{"metadata":{"a":"${'x'.repeat(bytes - 8)}"}}`;
    expect(outcome(ofBytes(16_384))).toBe('accepted');
    expect(outcome(ofBytes(16_385))).toBe('metadata_invalid');
    expect(outcome(`{"metadata":{"a":"${'é'.repeat(8_189)}"}}`)).toBe('metadata_invalid');
  });

  test.each([
    '{}',
    '{ "b" : 1 ,\n"a":[ 1.0 , 1e400, -0 ] }',
    '{"__proto__":{},"constructor":{"prototype":1},"toString":null,"2":1,"1":2}',
    '{"metadata":{"metadata":{}},"escaped":"\\u0000\\ud800\\/","😀":"é"}',
  ])('takes the metadata %s out as it stands', (metadata) => {
    for (const around of [
      '{"metadata":#}',
      ' { "a":1 , "metadata" : # , "z":{"metadata":{}} } ',
      '{"met\\u0061data":#}',
    ]) {
      const scanned = scanJson(around.replace('#', () => metadata));
      expect(scanned.metadata).toBe(metadata);
      expect(scanned.text).toBe(around.replace('#', '{}'));
    }
  });

  test.each([
    '{"metadata":null}',
    '{"metadata":[{}]}',
    '{"metadata":"{}"}',
    '{"a":{"metadata":{"b":1}}}',
    '[{"metadata":{}}]',
  ])('takes nothing out of %s', (text) => {
    expect(scanJson(text)).toEqual({ text });
  });
});
