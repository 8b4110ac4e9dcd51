import type { KeyObject } from 'node:crypto';
import { createHmac, createPublicKey, generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { TokenIssuer } from './token-issuer.js';
import type { TokenExpectation, TokenFaultReason } from './verify-token.js';
import { TOKEN_SKEW_SECONDS, TokenFault, verifyToken } from './verify-token.js';

const now = new Date('2026-06-01T12:00:00.000Z');
const seconds = now.getTime() / 1_000;
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const foreignPair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

const issuer = new TokenIssuer({ issuer: 'auth', audience: 'gateway', typ: 'at+jwt', now: () => now });
const expected: TokenExpectation = {
  typ: 'at+jwt',
  issuer: 'auth',
  audience: 'gateway',
  keys: (kid) => (kid === 'k1' ? publicKey : undefined),
  now,
};
const good = issuer.sign({ sub: 'usr_1', jti: 'jti-1', lifetimeSeconds: 900, mode: 'test' }, { kid: 'k1', privateKey });

const encode = (text: string): string => Buffer.from(text).toString('base64url');
const signed = (header: string, payload: string, key: KeyObject = privateKey): string => {
  const input = `${encode(header)}.${encode(payload)}`;
  return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
};
const header = { alg: 'ES256', typ: 'at+jwt', kid: 'k1' };
const claims = { sub: 'u', jti: 'j', iss: 'auth', aud: 'gateway', iat: seconds, nbf: seconds, exp: seconds + 60 };
const withHeader = (change: object): string => signed(JSON.stringify({ ...header, ...change }), JSON.stringify(claims));
const withClaims = (change: object): string => signed(JSON.stringify(header), JSON.stringify({ ...claims, ...change }));
const faultOf = (token: string, expectation = expected): TokenFaultReason | undefined => {
  try {
    verifyToken(token, expectation);
    return undefined;
  } catch (error) {
    if (error instanceof TokenFault) return error.reason;
    throw error;
  }
};

describe('a good token', () => {
  it('gives its claims', () => {
    expect(verifyToken(good, expected)).toEqual({
      sub: 'usr_1',
      jti: 'jti-1',
      mode: 'test',
      iss: 'auth',
      aud: 'gateway',
      iat: seconds,
      nbf: seconds,
      exp: seconds + 900,
    });
    expect(faultOf(withClaims({}))).toBeUndefined();
  });

  it('cannot be made with the claims that the issuer sets', () => {
    const forged = issuer.sign(
      { sub: 'u', jti: 'j', lifetimeSeconds: 60, iss: 'other', aud: 'x', exp: 9e9 },
      { kid: 'k1', privateKey },
    );
    expect(verifyToken(forged, expected)).toMatchObject({ iss: 'auth', aud: 'gateway', exp: seconds + 60 });
  });
});

describe('[1.17] guarantees that the algorithm is ES256 and the key is ours', () => {
  it('alg none, with and without a signature', () => {
    const [, payload = '', signature = ''] = good.split('.');
    for (const alg of ['none', 'None', 'NONE', '']) {
      expect(faultOf(`${encode(JSON.stringify({ ...header, alg }))}.${payload}.`)).toBe('malformed');
      expect(faultOf(`${encode(JSON.stringify({ ...header, alg }))}.${payload}.${signature}`)).toBe('malformed');
    }
  });

  it('HS256 with the public key as its secret, in either length of signature', () => {
    const input = `${encode(JSON.stringify({ ...header, alg: 'HS256' }))}.${encode(JSON.stringify(claims))}`;
    for (const secret of [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'der' }),
    ]) {
      const mac = createHmac('sha256', secret).update(input).digest();
      expect(faultOf(`${input}.${mac.toString('base64url')}`)).toBe('malformed');
      expect(faultOf(`${input}.${Buffer.concat([mac, mac]).toString('base64url')}`)).toBe('malformed');
    }
  });

  it.each(['es256', 'ES384', 'ES512', 'RS256', 'PS256', 'EdDSA', 'HS256', null, 256, ['ES256']])('alg %j', (alg) => {
    expect(faultOf(withHeader({ alg }))).toBe('malformed');
  });

  it.each([
    { jwk: foreignPair.publicKey.export({ format: 'jwk' }) },
    { jku: 'https://evil.example/jwks.json' },
    { x5u: 'https://evil.example/cert.pem' },
    { x5c: ['MIIB'] },
    { crit: ['b64'], b64: false },
    { crit: [] },
    { zip: 'DEF' },
    { cty: 'JWT' },
  ])('a header that brings %j', (more) => {
    const token = signed(JSON.stringify({ ...header, ...more }), JSON.stringify(claims), foreignPair.privateKey);
    expect(faultOf(token)).toBe('malformed');
    expect(faultOf(withHeader(more))).toBe('malformed');
  });

  it.each(['', '../k1', 'k1\u0000', "k1' OR 1=1", '/dev/null', 7, null, ['k1'], 'k'.repeat(65)])('kid %j', (kid) => {
    expect(faultOf(withHeader({ kid }))).toBe('malformed');
  });

  it('an unknown kid, one that names a property of every object, a foreign key under our kid', () => {
    expect(faultOf(withHeader({ kid: 'k2' }))).toBe('unknown_key');
    expect(faultOf(withHeader({ kid: '__proto__' }))).toBe('unknown_key');
    expect(faultOf(signed(JSON.stringify(header), JSON.stringify(claims), foreignPair.privateKey))).toBe(
      'bad_signature',
    );
  });

  it('a key of another kind is a fault of ours, not of the token', () => {
    const p384 = generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey;
    expect(() => verifyToken(good, { ...expected, keys: () => p384 })).toThrow(TypeError);
    expect(() =>
      verifyToken(good, {
        ...expected,
        keys: () => createPublicKey(foreignPair.publicKey.export({ type: 'spki', format: 'pem' })),
      }),
    ).toThrow(TokenFault);
  });
});

describe('guarantees that one kind of token is not taken for another', () => {
  it.each(['otp+jwt', 'JWT', 'AT+JWT', 'at+jwt ', undefined, null])('typ %j', (typ) => {
    expect(faultOf(withHeader({ typ }))).toBe('malformed');
  });

  it.each([
    { iss: 'otp' },
    { iss: undefined },
    { iss: ['auth'] },
    { aud: 'intents' },
    { aud: undefined },
    { aud: ['gateway'] },
    { aud: ['gateway', 'intents'] },
    { sub: undefined },
    { sub: '' },
    { sub: 7 },
    { sub: 'x'.repeat(129) },
    { sub: 'a\nb' },
    { jti: undefined },
    { jti: '' },
    { jti: 7 },
    { iat: undefined },
    { iat: '1' },
    { iat: 1.5 },
    { nbf: undefined },
    { nbf: -1 },
    { exp: undefined },
    { exp: null },
    { exp: String(seconds + 60) },
    { exp: seconds - 10, iat: seconds },
    { exp: 2 ** 53 },
  ])('claims with %j', (change) => {
    expect(faultOf(withClaims(change))).toBe('wrong_claim');
  });
});

describe('[1.17] guarantees the times', () => {
  it('an expired token is refused from its last second on, and only it is called so', () => {
    const at = (offset: number): TokenExpectation => ({ ...expected, now: new Date((seconds + offset) * 1_000) });
    expect(faultOf(good, at(899.999))).toBeUndefined();
    expect(faultOf(good, at(900))).toBe('expired');
    const forged = `${good.slice(0, -4)}AAAA`;
    expect(faultOf(forged, at(900))).not.toBe('expired');
    expect(faultOf(withClaims({ aud: 'intents', exp: seconds - 1, iat: seconds - 9, nbf: seconds - 9 }))).toBe(
      'wrong_claim',
    );
  });

  it('claims are readable from an expired token, and from no other invalid one', () => {
    const of = (token: string): unknown => {
      try {
        return verifyToken(token, { ...expected, now: new Date((seconds + 900) * 1_000) });
      } catch (error) {
        return error instanceof TokenFault ? error.expiredClaims : error;
      }
    };
    expect(of(good)).toMatchObject({ sub: 'usr_1', jti: 'jti-1', exp: seconds + 900 });
    expect(of(`${good.slice(0, -4)}AAAA`)).toBeUndefined();
    expect(of(withClaims({ aud: 'intents' }))).toBeUndefined();
  });

  it('a token of the future is refused beyond the skew', () => {
    const ahead = (by: number): object => ({ iat: seconds + by, nbf: seconds + by });
    expect(faultOf(withClaims(ahead(TOKEN_SKEW_SECONDS)))).toBeUndefined();
    expect(faultOf(withClaims(ahead(TOKEN_SKEW_SECONDS + 1)))).toBe('not_yet_valid');
    expect(faultOf(withClaims({ nbf: seconds + TOKEN_SKEW_SECONDS + 1 }))).toBe('not_yet_valid');
  });
});

describe('guarantees one spelling', () => {
  it('no other text for the same bytes: padding, standard alphabet, white space, unused bits', () => {
    const [head = '', body = '', signature = ''] = good.split('.');
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    const unused = alphabet.charAt(alphabet.indexOf(signature.slice(-1)) + 1);
    for (const other of [
      `${good}=`,
      ` ${good}`,
      `${good}\n`,
      `${head}.${body}.${signature.slice(0, -1)}${unused}`,
      `${head}..${signature}`,
      `${head}.${body}`,
      `${good}.${signature}`,
      `${head}.${body}.${signature}${signature}`,
      '',
      '..',
    ])
      expect(faultOf(other)).toBe('malformed');
  });

  it('no member twice, no second reading of the JSON', () => {
    const text = JSON.stringify(claims);
    for (const payload of [
      text.replace('{', '{"sub":"victim",'),
      text.replace('"sub"', '"\\u0073ub"'),
      ` ${text}`,
      text.replace(String(seconds + 60), '9e9'),
      `[${text}]`,
      '"text"',
      'null',
      '{',
    ])
      expect(faultOf(signed(JSON.stringify(header), payload))).toBe('malformed');
    expect(faultOf(signed('{"alg":"none","alg":"ES256","typ":"at+jwt","kid":"k1"}', text))).toBe('malformed');
  });

  it('no invalid UTF-8', () => {
    const payload = Buffer.concat([Buffer.from('{"sub":"'), Buffer.from([0xff]), Buffer.from('"}')]).toString(
      'base64url',
    );
    const input = `${encode(JSON.stringify(header))}.${payload}`;
    const signature = sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' });
    expect(faultOf(`${input}.${signature.toString('base64url')}`)).toBe('malformed');
  });

  it('no DER signature, no oversized token', () => {
    const [head = '', body = ''] = good.split('.');
    const der = sign('sha256', Buffer.from(`${head}.${body}`), privateKey).toString('base64url');
    expect(faultOf(`${head}.${body}.${der}`)).toBe('malformed');
    expect(faultOf(withClaims({ more: 'x'.repeat(2_048) }))).toBe('malformed');
  });

  it('but a signature has two spellings, s and n − s: deny by jti, never by text', () => {
    const [head = '', body = '', signature = ''] = good.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
    const twin = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]);
    expect(verifyToken(`${head}.${body}.${twin.toString('base64url')}`, expected).jti).toBe('jti-1');
  });
});
