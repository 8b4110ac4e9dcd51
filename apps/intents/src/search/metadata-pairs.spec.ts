import { describe, expect, it } from '@jest/globals';
import { hasPairs, hasValue, metadataHashes, pairHash, valueHash } from './metadata-pairs.js';

const owner = { merchantId: 'mer_1', mode: 'test' } as const;
const hashesOf = (metadata: string) => metadataHashes({ ...owner, metadata });
const hashOf = (key: string, value: string) => pairHash(owner, { key, value });

describe('an intent is found by', () => {
  it('the text values at the top level of its metadata, whatever their spelling', () => {
    const metadata = '{ "a" : "1", "n":1, "o":{"b":"2"}, "l":["3"], "t":true, "x":null, "\\u0065":"\\u00e9", "":"" }';
    const values = ['1', 'é', ''].map((value) => valueHash(owner, value));
    expect(hashesOf(metadata)).toEqual([hashOf('a', '1'), hashOf('e', 'é'), hashOf('', ''), ...values]);
    expect(hashesOf('{}')).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', '0'])('the key %s like any other', (key) => {
    expect(hashesOf(`{"${key}":"1"}`)).toEqual([hashOf(key, '1'), valueHash(owner, '1')]);
    expect(hasValue(`{"${key}":"1"}`, '1')).toBe(true);
    expect(hasValue(`{"${key}":1}`, '1')).toBe(false);
    expect(hasPairs(`{"${key}":"1"}`, [{ key, value: '1' }])).toBe(true);
    expect(hasPairs('{"a":"1"}', [{ key, value: '1' }])).toBe(false);
  });

  it('no text that is longer than a list is asked for', () => {
    const [longest, tooLong] = ['😀'.repeat(500), 'x'.repeat(1_001)];
    expect(hashesOf(JSON.stringify({ longest, tooLong }))).toEqual([
      hashOf('longest', longest),
      valueHash(owner, longest),
    ]);
    expect(hashesOf(JSON.stringify({ ['k'.repeat(201)]: '1' }))).toEqual([]);
  });
});

it('hashes differ by owner, mode, key and value', () => {
  const hashes = [
    hashOf('a', 'bc'),
    hashOf('ab', 'c'),
    hashOf('a","b', 'c'),
    pairHash({ ...owner, mode: 'live' }, { key: 'a', value: 'bc' }),
    pairHash({ ...owner, merchantId: 'mer_2' }, { key: 'a', value: 'bc' }),
    valueHash(owner, 'bc'),
    valueHash({ ...owner, mode: 'live' }, 'bc'),
    valueHash({ ...owner, merchantId: 'mer_2' }, 'bc'),
  ];
  expect(new Set(hashes).size).toBe(hashes.length);
});

it('hashes stay what they are: rows of any age are found by them', () => {
  expect(hashOf('orderId', '1042')).toBe(-8_700_538_004_974_115_159n);
  expect(valueHash(owner, '1042')).toBe(536_896_925_138_611_400n);
});

it('metadata has pairs when it has each of them, exactly', () => {
  const metadata = '{"a":"1","b":"2","n":3}';
  const [a, b] = [
    { key: 'a', value: '1' },
    { key: 'b', value: '2' },
  ];
  expect(hasPairs(metadata, [])).toBe(true);
  expect(hasPairs(metadata, [a, b])).toBe(true);
  expect(hasPairs(metadata, [a, { ...b, value: '2 ' }])).toBe(false);
  expect(hasPairs(metadata, [{ key: 'A', value: '1' }])).toBe(false);
  expect(hasPairs(metadata, [{ key: 'n', value: '3' }])).toBe(false);
});
