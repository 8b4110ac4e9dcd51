import type { KeyObject } from 'node:crypto';
import { verify } from 'node:crypto';

/*
 * Why not jsonwebtoken, which passport-jwt brings: it parses before it checks the length, accepts repeated members and non-canonical
 * base64url, ignores `typ`, `crit` and keys in the header, and leaves every claim optional. A wrapper would have to check all of that
 * again around two calls that node:crypto has.
 */

export interface TokenExpectation {
  readonly typ: string;
  readonly issuer: string;
  readonly audience: string;
  /** The public key of that id, if it is one. */
  readonly keys: (kid: string) => KeyObject | undefined;
  readonly now: Date;
}

/** The claims of every token, checked. The caller checks further claims. Times in seconds since 1970. */
export interface VerifiedClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  readonly jti: string;
  readonly iat: number;
  readonly nbf: number;
  readonly exp: number;
  readonly [claim: string]: unknown;
}

/** The reason for which a token was refused. `expired` is given only for a token that is good in every other respect. */
export type TokenFaultReason =
  'malformed' | 'unknown_key' | 'bad_signature' | 'wrong_claim' | 'not_yet_valid' | 'expired';

/** A token that must not be accepted. The reason is for logs and distinguishes `token_expired` from `token_invalid`. */
export class TokenFault extends Error {
  override readonly name = 'TokenFault';
  readonly reason: TokenFaultReason;
  /** The claims of an expired token, which is valid in every other respect. */
  readonly expiredClaims: VerifiedClaims | undefined;

  constructor(reason: TokenFaultReason, detail: string, expiredClaims?: VerifiedClaims) {
    super(`${reason}: ${detail}`);
    this.reason = reason;
    this.expiredClaims = expiredClaims;
  }
}

/** The issuer's clock may be this far ahead of ours. Expiry has no such tolerance. */
export const TOKEN_SKEW_SECONDS = 5;
const MAX_TOKEN_CHARACTERS = 2_048;
/** P-256: r and s, 32 bytes each (RFC 7518, section 3.4). */
const SIGNATURE_BYTES = 64;
const COMPACT_FORM = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{86}$/;
const KEY_ID_FORM = /^[A-Za-z0-9_-]{1,64}$/;
const IDENTIFIER_FORM = /^[\x21-\x7e]{1,128}$/;

/**
 * The claims of a good ES256 JWT (RFC 7515, 7519, 8725): compact form, `typ` and `alg` exact, a known `kid`, no other
 * header, signature right, iss, aud, sub, jti, iat, nbf, exp all there and right. Throws {@link TokenFault} for any other text.
 */
export function verifyToken(token: string, expected: TokenExpectation): VerifiedClaims {
  if (token.length > MAX_TOKEN_CHARACTERS || !COMPACT_FORM.test(token)) throw malformed('not a compact JWS');
  const [header = '', payload = '', signature = ''] = token.split('.');
  const key = keyFor(readObject(header, 'header'), expected);
  const signed = Buffer.from(`${header}.${payload}`);
  const bytes = readBytes(signature, 'signature');
  if (bytes.length !== SIGNATURE_BYTES || !verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, bytes))
    throw new TokenFault('bad_signature', 'the signature is not of this key');
  return checkClaims(readObject(payload, 'payload'), expected);
}

/** The header is read before the signature is verified, so it may choose one of our keys and nothing else. */
function keyFor(header: Members, { typ, keys }: TokenExpectation): KeyObject {
  const { alg, typ: given, kid, ...others } = header;
  if (Object.keys(others).length > 0) throw malformed('a header parameter that is never used here');
  if (alg !== 'ES256') throw malformed('alg is not ES256');
  if (given !== typ) throw malformed('a token of another kind');
  if (typeof kid !== 'string' || !KEY_ID_FORM.test(kid)) throw malformed('no kid');
  const key = keys(kid);
  if (key === undefined) throw new TokenFault('unknown_key', 'kid');
  if (key.type !== 'public' || key.asymmetricKeyType !== 'ec' || key.asymmetricKeyDetails?.namedCurve !== 'prime256v1')
    throw new TypeError('a key for ES256 is a public key on P-256');
  return key;
}

function checkClaims(claims: Members, { issuer, audience, now }: TokenExpectation): VerifiedClaims {
  const { iss, aud, sub, jti, iat, nbf, exp } = claims;
  if (iss !== issuer) throw wrong('iss');
  if (aud !== audience) throw wrong('aud');
  if (typeof sub !== 'string' || !IDENTIFIER_FORM.test(sub)) throw wrong('sub');
  if (typeof jti !== 'string' || !IDENTIFIER_FORM.test(jti)) throw wrong('jti');
  if (!isTime(iat)) throw wrong('iat');
  if (!isTime(nbf)) throw wrong('nbf');
  if (!isTime(exp) || exp <= iat || exp <= nbf) throw wrong('exp');
  const seconds = now.getTime() / 1_000;
  if (iat > seconds + TOKEN_SKEW_SECONDS) throw new TokenFault('not_yet_valid', 'iat');
  if (nbf > seconds + TOKEN_SKEW_SECONDS) throw new TokenFault('not_yet_valid', 'nbf');
  const verified = { ...claims, iss, aud, sub, jti, iat, nbf, exp };
  if (exp <= seconds) throw new TokenFault('expired', 'exp', verified);
  return verified;
}

type Members = Readonly<Record<string, unknown>>;

/**
 * Accepts JSON only as JSON.stringify prints it, as our issuers do. So no member is repeated, and no two parsers can read the text
 * differently.
 */
function readObject(part: string, name: string): Members {
  const bytes = readBytes(part, name);
  const value = parse(bytes.toString('utf8'), name);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw malformed(`${name} is no object`);
  if (!Buffer.from(JSON.stringify(value)).equals(bytes)) throw malformed(`${name} is not plain JSON`);
  return value as Members;
}

/** Canonical base64url only: the unused bits of the last character must be zero. */
function readBytes(part: string, name: string): Buffer {
  const bytes = Buffer.from(part, 'base64url');
  if (bytes.toString('base64url') !== part) throw malformed(`${name} is not canonical base64url`);
  return bytes;
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed(`${name} is not JSON`);
  }
}

function isTime(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) > 0;
}

function malformed(detail: string): TokenFault {
  return new TokenFault('malformed', detail);
}

function wrong(claim: string): TokenFault {
  return new TokenFault('wrong_claim', claim);
}
