import { createSecretKey } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { equalsConstantTime, hmacSha256, hmacSha256Base64url, sha256Base64url } from './hmac.js';

describe('digests', () => {
  it('are those of RFC 4231 and FIPS 180-4', () => {
    const key = createSecretKey(Buffer.from('Jefe'));
    const data = 'what do ya want for nothing?';
    const expected = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843';
    expect(hmacSha256(key, data).toString('hex')).toBe(expected);
    expect(hmacSha256(key, Buffer.from(data)).toString('hex')).toBe(expected);
    expect(Buffer.from(hmacSha256Base64url(key, data), 'base64url').toString('hex')).toBe(expected);
    expect(sha256Base64url('abc')).toBe('ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
  });

  it('are compared as bytes, of any lengths', () => {
    expect(equalsConstantTime('abc', Buffer.from('abc'))).toBe(true);
    expect(equalsConstantTime('abc', 'abd')).toBe(false);
    expect(equalsConstantTime('abc', 'abcd')).toBe(false);
    expect(equalsConstantTime('', '')).toBe(true);
    expect(equalsConstantTime('é', 'é')).toBe(true);
  });
});
