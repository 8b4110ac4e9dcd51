import type { KeyObject } from 'node:crypto';
import { sign } from 'node:crypto';

/** The claims that the caller chooses. The issuer sets iss, aud, iat, nbf and exp. */
export interface TokenClaims {
  readonly sub: string;
  /** Unique. Tokens are revoked and consumed by (iss, jti), never by their text, because signatures are malleable. */
  readonly jti: string;
  readonly lifetimeSeconds: number;
  readonly [claim: string]: unknown;
}

/** A private P-256 key and the name under which its public half is published. */
export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
}

export interface TokenIssuerOptions {
  readonly issuer: string;
  readonly audience: string;
  /** `at+jwt` or `otp+jwt`, so that a token of one kind is not accepted as the other. */
  readonly typ: string;
  readonly now: () => Date;
}

/** Signs ES256 JWTs (RFC 7515, 7519; signature as in RFC 7518, section 3.4). */
export class TokenIssuer {
  readonly #options: TokenIssuerOptions;

  constructor(options: TokenIssuerOptions) {
    this.#options = options;
  }

  sign(claims: TokenClaims, key: SigningKey): string {
    const { issuer, audience, typ, now } = this.#options;
    const { lifetimeSeconds, ...given } = claims;
    const issuedAt = Math.floor(now().getTime() / 1_000);
    const payload = {
      ...given,
      iss: issuer,
      aud: audience,
      iat: issuedAt,
      nbf: issuedAt,
      exp: issuedAt + lifetimeSeconds,
    };
    const input = `${encode({ alg: 'ES256', typ, kid: key.kid })}.${encode(payload)}`;
    const signature = sign('sha256', Buffer.from(input), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
    return `${input}.${signature.toString('base64url')}`;
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
