import type { KeyObject } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import type { Mode, Sealed } from '@paygate/contracts';
import { headers, idPattern, modes, userTokenKind } from '@paygate/contracts';
import type { VerifiedClaims } from '@paygate/platform';
import { Clock, PaygateError, TokenFault, verifyToken } from '@paygate/platform';
// eslint-disable-next-line no-restricted-imports -- this is the one wrapper
import { ExtractJwt, Strategy } from 'passport-jwt';
import { DeniedTokens } from './denied-tokens.js';
import { tokenInvalid } from './expected-tokens.js';
import { UserTokenKeys } from './user-token-keys.js';

/** The user of a token that was issued at the merchant of `merchantId`. */
export interface SignedInUser {
  readonly userId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  /** `jti` of the token. */
  readonly tokenId: string;
  /** The addresses of the user, sealed for otp; absent from a token that was issued before tokens had them. */
  readonly contact: Sealed | undefined;
  readonly expiresAt: Date;
}

/** The declared types allow a key as text only. A KeyObject works, and costs a fiftieth of parsing the text. */
type KeyCallback = (error: unknown, key?: never) => void;
/** Claims that verifyToken has checked, and those of user tokens that it has not. */
type UserClaims = Pick<VerifiedClaims, 'sub' | 'jti' | 'iat' | 'exp'> &
  Readonly<Record<'azp' | 'mode' | 'contact', unknown>>;
const FORM = /^([A-Za-z0-9_-]{1,1024})\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/;
const USER_ID = idPattern('user');
const MERCHANT_ID = idPattern('merchant');

/**
 * Verifies user tokens with passport-jwt, which by itself accepts a token without expiry, of a foreign issuer or for a foreign
 * audience. So verifyToken checks kind, algorithm, header, signature and every claim first, on the clock corrected to the
 * database's, and passport-jwt gets no key for a token that fails.
 */
@Injectable()
export class UserTokenStrategy extends PassportStrategy(Strategy, 'user-token') {
  constructor(
    keys: UserTokenKeys,
    clock: Clock,
    private readonly denied: DeniedTokens,
  ) {
    super({
      jwtFromRequest: ExtractJwt.fromAuthHeaderAsBearerToken(),
      algorithms: ['ES256'],
      issuer: userTokenKind.issuer,
      audience: userTokenKind.audience,
      ignoreExpiration: true,
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- its other options have successors, this one has none
      jsonWebTokenOptions: { ignoreNotBefore: true },
      secretOrKeyProvider: (_request: unknown, token: string, done: KeyCallback) => {
        keyOf(token, keys, clock).then((key) => {
          done(null, key as never);
        }, done);
      },
    });
  }

  /** Throws `token_invalid`, or `service_unavailable` when it is not known whether the token was revoked. */
  validate(claims: UserClaims): SignedInUser {
    const { sub, azp, mode: named, jti, iat, exp } = claims;
    const contact = typeof claims.contact === 'string' ? (claims.contact as Sealed) : undefined;
    const mode = modes.find((each) => each === named);
    const isWhole = USER_ID.test(sub) && typeof azp === 'string' && MERCHANT_ID.test(azp);
    if (!isWhole || mode === undefined) throw tokenInvalid('user');
    this.denied.check({ tokenId: jti, userId: sub, issuedAt: iat });
    return { userId: sub, merchantId: azp, mode, tokenId: jti, contact, expiresAt: new Date(exp * 1_000) };
  }
}

/** The key of a token that verifyToken accepts. Throws `token_invalid`, `token_expired` or `service_unavailable`. */
async function keyOf(token: string, keys: UserTokenKeys, clock: Clock): Promise<KeyObject> {
  const kid = claimedKeyId(token);
  await keys.arrival(kid);
  try {
    verifyToken(token, { ...userTokenKind, keys: (id) => keys.find(id), now: clock.now() });
  } catch (error) {
    if (!(error instanceof TokenFault)) throw error;
    throw error.reason === 'expired'
      ? new PaygateError('token_expired', { param: headers.authorization, cause: error })
      : tokenInvalid('user', error);
  }
  const key = keys.find(kid);
  if (key === undefined) throw tokenInvalid('user');
  return key;
}

/** The key id that a token names. The token is not verified yet. */
function claimedKeyId(token: string): string {
  const header = FORM.exec(token)?.[1];
  if (header === undefined) throw tokenInvalid('user');
  try {
    const { kid } = JSON.parse(Buffer.from(header, 'base64url').toString('utf8')) as { kid?: unknown };
    if (typeof kid === 'string' && kid.length <= 64) return kid;
  } catch {
    // no JSON, or null
  }
  throw tokenInvalid('user');
}
