import { describe, expect, it } from '@jest/globals';
import type { Sealed } from '@paygate/contracts';
import { SEALED_PATTERN } from '@paygate/contracts';
import fc from 'fast-check';
import { parseKeyring } from '../config/keyring.js';
import { SealFault, Sealer } from './sealed.js';

const key = (byte: number): string => Buffer.alloc(32, byte).toString('base64');
const keys = parseKeyring(
  `auth:a0:${key(1)},auth-gateway:a2:${key(2)},auth-gateway:a1:${key(3)},auth-otp:o1:${key(4)}`,
);
const gateway = new Sealer('gateway', keys);
const auth = new Sealer('auth', keys);
const otp = new Sealer('otp', keys);

describe('a sealed value', () => {
  it('opens for its addressee, in its context, and is of the form the contract declares', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const sealed = gateway.seal('auth', text, 'sign-in.password');
        expect(sealed).toMatch(SEALED_PATTERN);
        expect(auth.open(sealed, 'sign-in.password')).toBe(text);
      }),
    );
  });

  it('holds as much as its printed form allows, and no more', () => {
    const longest = 'x'.repeat(6_116);
    const sealed = gateway.seal('auth', longest, 'c');
    expect(sealed).toMatch(SEALED_PATTERN);
    expect(auth.open(sealed, 'c')).toBe(longest);
    expect(() => gateway.seal('auth', `${longest}x`, 'c')).toThrow(SealFault);
  });

  it('has a different printed form each time', () => {
    const printed = new Set(Array.from({ length: 1_000 }, () => gateway.seal('auth', 'same', 'c')));
    expect(printed.size).toBe(1_000);
  });

  it('opens neither in another context nor for another service, its sender included', () => {
    const sealed = gateway.seal('auth', 'secret', 'sign-in.password');
    expect(() => auth.open(sealed, 'register.password')).toThrow(SealFault);
    expect(() => gateway.open(sealed, 'sign-in.password')).toThrow(SealFault);
    for (const owner of ['gateway', 'auth', 'auth-otp', 'gateway-auth']) {
      const readdressed = sealed.replace('auth-gateway.', `${owner}.`) as Sealed;
      for (const sealer of [gateway, auth, otp])
        expect(() => sealer.open(readdressed, 'sign-in.password')).toThrow(SealFault);
    }
  });

  it('does not open for another service that seals for the same addressee, with every key of that service', () => {
    const sealed = gateway.seal('auth', 'secret', 'c');
    const keysOfOtp = parseKeyring(`auth-otp:o1:${key(4)},auth-otp:a2:${key(4)}`);
    for (const self of ['otp', 'auth', 'gateway'] as const) {
      const impostor = new Sealer(self, keysOfOtp);
      for (const text of [sealed, sealed.replace('auth-gateway.', 'auth-otp.')])
        expect(() => impostor.open(text as Sealed, 'c')).toThrow(SealFault);
    }
  });

  it('that a service seals for itself is under its own key', () => {
    const sealed = auth.seal('auth', 'row', 'c');
    expect(sealed).toMatch(/^auth\.a0\./);
    expect(auth.open(sealed, 'c')).toBe('row');
    expect(() => gateway.open(sealed, 'c')).toThrow(SealFault);
  });

  it('does not open when any one of its bits is changed', () => {
    const sealed = gateway.seal('auth', 'secret', 'c');
    const [head, kid, body = ''] = sealed.split('.');
    const bytes = Buffer.from(body, 'base64url');
    for (let bit = 0; bit < bytes.length * 8; bit++) {
      const forged = Buffer.from(bytes);
      forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      const text = `${head ?? ''}.${kid ?? ''}.${forged.toString('base64url')}` as Sealed;
      expect(() => auth.open(text, 'c')).toThrow(SealFault);
    }
  });

  it.each([
    '',
    'auth',
    'auth-gateway.a1.',
    'auth-gateway.a1.!!!!',
    `auth-auth.a1.${'A'.repeat(60)}`,
    `auth-gateway.a9.${'A'.repeat(60)}`,
    `auth-gateway.a1.${'A'.repeat(38)}`,
    `auth-gateway.a1.${'A'.repeat(59)}B`,
  ])('is not %j', (text) => {
    expect(() => auth.open(text as Sealed, 'c')).toThrow(SealFault);
  });

  it('has one spelling: unused bits of the last character must be zero', () => {
    const sealed = gateway.seal('auth', 'x', 'c');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const twin = sealed.slice(0, -1) + alphabet.charAt(alphabet.indexOf(sealed.slice(-1)) + 1);
    const bytesOf = (text: string): Buffer => Buffer.from(text.slice('auth-gateway.a2.'.length), 'base64url');
    expect(auth.open(sealed, 'c')).toBe('x');
    expect(bytesOf(twin)).toEqual(bytesOf(sealed));
    expect(() => auth.open(twin as Sealed, 'c')).toThrow(SealFault);
  });

  it('survives the rotation of keys: the first seals, every one opens, a withdrawn one does not', () => {
    const old = new Sealer('gateway', parseKeyring(`auth-gateway:a1:${key(3)}`)).seal('auth', 'old', 'c');
    expect(auth.open(old, 'c')).toBe('old');
    expect(gateway.seal('auth', 'new', 'c')).toMatch(/^auth-gateway\.a2\./);
    const rotated = new Sealer('auth', parseKeyring(`auth-gateway:a2:${key(2)}`));
    expect(() => rotated.open(old, 'c')).toThrow(SealFault);
  });

  it('is not made for a service whose key is not configured', () => {
    expect(() => gateway.seal('otp', 'x', 'c')).toThrow(SealFault);
  });
});
