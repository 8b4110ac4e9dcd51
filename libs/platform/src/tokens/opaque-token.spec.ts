import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { isOpaqueToken, mintOpaqueToken, OPAQUE_TOKEN_TRACE, opaqueTokenHash } from './opaque-token.js';

const kinds = ['dashboardSession', 'invitation', 'passwordReset'] as const;

test.each(kinds)('a token of kind %s is known as such, and as nothing else', (kind) => {
  const token = mintOpaqueToken(kind);
  expect(kinds.filter((each) => isOpaqueToken(each, token))).toEqual([kind]);
  expect(OPAQUE_TOKEN_TRACE.test(`/members?token=${token}`)).toBe(true);
});

test('no two tokens are alike, and no two hash alike', () => {
  const pepper = createSecretKey(randomBytes(32));
  const hashes = Array.from({ length: 200 }, () => opaqueTokenHash(pepper, mintOpaqueToken('invitation')));
  expect(new Set(hashes).size).toBe(hashes.length);
});

test('a token with any one character changed fails its checksum', () => {
  const token = mintOpaqueToken('dashboardSession');
  for (let at = 0; at < token.length; at += 1)
    for (const other of ['0', 'a', 'Z', '_', '']) {
      const altered = token.slice(0, at) + other + token.slice(at + 1);
      if (altered !== token) expect(isOpaqueToken('dashboardSession', altered)).toBe(false);
    }
});
