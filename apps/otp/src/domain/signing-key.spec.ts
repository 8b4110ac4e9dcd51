import { describe, expect, test } from '@jest/globals';
import type { SigningKey, SigningKeyPolicy } from './signing-key.js';
import { planSigningKeys, signingKeyAt } from './signing-key.js';

const policy: SigningKeyPolicy = {
  leadSeconds: 60,
  rotateAfterSeconds: 1_000,
  tokenTtlSeconds: 300,
  clockSkewSeconds: 60,
};
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20) + seconds * 1000);
const key = (kid: string, signsFrom: Date): SigningKey => ({
  ...{ kid, version: 1, publicJwk: '{}', notBefore: signsFrom, signsFrom, notAfter: null },
});

describe('signing keys', () => {
  test('the first signs at once', () => {
    expect(planSigningKeys([], at(0), policy)).toEqual({ kind: 'announce', signsFrom: at(0) });
  });

  test('a key is kept until its time is over', () => {
    expect(planSigningKeys([key('a', at(0))], at(999.999), policy)).toEqual({ kind: 'keep' });
  });

  test('a successor waits out the lead, and its predecessor verifies until its last token is dead', () => {
    expect(planSigningKeys([key('a', at(0))], at(1_000), policy)).toEqual({
      kind: 'announce',
      signsFrom: at(1_060),
      retire: { kid: 'a', notAfter: at(1_060 + 300 + 60) },
    });
  });

  test('one that is announced and does not sign yet is not followed by another', () => {
    const keys = [key('b', at(1_060)), key('a', at(0))];
    expect(planSigningKeys(keys, at(1_001), policy)).toEqual({ kind: 'keep' });
  });

  test('the youngest whose time has come signs', () => {
    const keys = [key('a', at(0)), key('b', at(1_060))];
    expect(signingKeyAt(keys, at(-1))).toBeUndefined();
    expect(signingKeyAt(keys, at(1_059.999))?.kid).toBe('a');
    expect(signingKeyAt(keys, at(1_060))?.kid).toBe('b');
  });
});
