import { describe, expect, test } from '@jest/globals';
import type { SigningKey, SigningKeyPolicy } from './signing-key.js';
import { planSigningKeys } from './signing-key.js';

const policy: SigningKeyPolicy = {
  leadSeconds: 60,
  rotateAfterSeconds: 1000,
  tokenTtlSeconds: 900,
  clockSkewSeconds: 60,
};
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20) + seconds * 1000);
const key = (kid: string, signsFrom: Date): SigningKey => ({
  kid,
  version: 1,
  publicJwk: '{}',
  notBefore: signsFrom,
  signsFrom,
  notAfter: null,
});

describe('signing keys', () => {
  test('the very first key signs at once', () => {
    expect(planSigningKeys([], at(0), policy)).toEqual({ kind: 'announce', signsFrom: at(0) });
  });

  test('a key is kept until its time is over', () => {
    expect(planSigningKeys([key('a', at(0))], at(999.999), policy)).toEqual({ kind: 'keep' });
  });

  test('a successor signs only after the lead, and its predecessor verifies until its last token is dead', () => {
    expect(planSigningKeys([key('a', at(0))], at(1000), policy)).toEqual({
      kind: 'announce',
      signsFrom: at(1060),
      retire: { kid: 'a', notAfter: at(1060 + 900 + 60) },
    });
  });

  test('an announced key that does not sign yet is not followed by another', () => {
    const keys = [key('b', at(1060)), key('a', at(0))];
    expect(planSigningKeys(keys, at(1001), policy)).toEqual({ kind: 'keep' });
    expect(planSigningKeys(keys, at(1060), policy)).toEqual({ kind: 'keep' });
  });

  test('only the youngest key is retired', () => {
    const keys = [key('a', at(0)), key('c', at(3000)), key('b', at(1060))];
    expect(planSigningKeys(keys, at(4000), policy)).toMatchObject({ retire: { kid: 'c' } });
  });
});
