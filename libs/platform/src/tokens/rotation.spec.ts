import { describe, expect, it } from '@jest/globals';
import type { PublicSigningKey, RotationPolicy } from './rotation.js';
import { planRotation } from './rotation.js';

const policy: RotationPolicy = { leadSeconds: 60, rotateAfterSeconds: 1_000, tokenTtlSeconds: 900 };
const at = (seconds: number): Date => new Date(Date.UTC(2026, 10, 20) + seconds * 1_000);
const key = (kid: string, signsFrom: Date, notAfter: Date | null = null): PublicSigningKey => ({
  ...{ kid, version: 1, publicJwk: '{}', notBefore: signsFrom, signsFrom, notAfter },
});

describe('the rotation of signing keys', () => {
  it('lets the very first key sign immediately', () => {
    expect(planRotation([], at(0), policy)).toEqual({ kind: 'announce', signsFrom: at(0) });
  });

  it('keeps a key until its time is over', () => {
    expect(planRotation([key('a', at(0))], at(999.999), policy)).toEqual({ kind: 'keep' });
  });

  it('makes a successor wait for the lead time, and its predecessor verify until its last token has expired', () => {
    expect(planRotation([key('a', at(0))], at(1_000), policy)).toEqual({
      kind: 'announce',
      signsFrom: at(1_060),
      retire: { kid: 'a', notAfter: at(1_060 + 900 + 60) },
    });
  });

  it('announces no further key while an announced one does not sign yet', () => {
    const keys = [key('b', at(1_060)), key('a', at(0), at(2_020))];
    expect(planRotation(keys, at(1_001), policy)).toEqual({ kind: 'keep' });
    expect(planRotation(keys, at(1_060), policy)).toEqual({ kind: 'keep' });
  });

  it('retires the youngest key only', () => {
    const keys = [key('a', at(0)), key('c', at(3_000)), key('b', at(1_060))];
    expect(planRotation(keys, at(4_000), policy)).toMatchObject({ retire: { kid: 'c' } });
  });

  it('begins anew when every key was given an end', () => {
    expect(planRotation([key('a', at(0), at(10))], at(5), policy)).toEqual({ kind: 'announce', signsFrom: at(5) });
  });
});
