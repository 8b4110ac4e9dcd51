import { IsIn, Matches } from 'class-validator';
import { signIn, signOut } from './session-commands.js';
import { headers } from '../vocabulary/headers.js';
import { counted, ending } from '../kernel/stored.js';
import { noBodyErrors, operationsOf } from '../kernel/operation.js';
import { unstoredIdempotencyKey } from '../kernel/request-headers.js';
import { RegisteredUserAnswer } from './users.js';
import { Note } from '../schema/declarations.js';
import { IsListOf, IsPhoneNumber, IsText, IsTimestamp } from '../schema/fields.js';

const EXAMPLE_TOKEN = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ1c3JfLi4uIn0.c2lnbmF0dXJl';

export class SignInRequest {
  @Note({ description: 'International format (E.164).', example: '+237670000001' })
  @IsPhoneNumber()
  phoneNumber!: string;

  @Note({ description: "The user's web password.", example: 'correct horse battery staple' })
  @IsText(256, 1)
  password!: string;
}

export class SignedInUserAnswer extends RegisteredUserAnswer {
  @Note({
    description: 'User token: a JWT, sent as `Authorization: Bearer` beside the API key.',
    example: EXAMPLE_TOKEN,
  })
  @IsText(8192, 1)
  token!: string;

  @Note({ description: 'The time at which the token expires.', example: '2026-11-20T10:15:00.000Z' })
  @IsTimestamp()
  expiresAt!: string;
}

/** One public key (RFC 7517): P-256, for ES256. */
export class PublicJwk {
  @IsIn(['EC']) kty!: 'EC';
  @IsIn(['P-256']) crv!: 'P-256';

  @Note({ example: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU' })
  @Matches(/^[A-Za-z0-9_-]{43}$/)
  x!: string;

  @Note({ example: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0' })
  @Matches(/^[A-Za-z0-9_-]{43}$/)
  y!: string;

  @Note({ example: '2026-11-20-1' })
  @IsText(64, 1)
  kid!: string;

  @IsIn(['ES256']) alg!: 'ES256';
  @IsIn(['sig']) use!: 'sig';
}

/** The keys that verify user tokens. */
export class JwksAnswer {
  @IsListOf(() => PublicJwk, 64)
  keys!: PublicJwk[];
}

/** Signing in and out, and the keys that verify user tokens. */
export const sessionOperations = operationsOf({
  signIn: {
    method: 'POST',
    path: '/auth/web',
    summary: 'Sign a user in',
    description:
      'Exchanges a phone number and the web password for a short-lived user token. The answer is 429 `login_throttled` with `Retry-After` after wrong passwords for this number, after too many sign-ins from one address, and during a flood of sign-ins. Wrong passwords from other networks do not stop a user on a network from which the user has signed in before.',
    key: 'publishable',
    scope: 'users:write',
    headers: [unstoredIdempotencyKey],
    body: SignInRequest,
    answer: SignedInUserAnswer,
    stores: counted('session'),
    errors: ['phone_invalid', ...signIn.refusals],
  },
  signOut: {
    method: 'POST',
    path: '/auth/logout',
    summary: 'Sign a user out',
    description: 'Ends the user token immediately, before it expires. Takes no body.',
    key: 'publishable',
    scope: 'users:write',
    needsUserToken: true,
    headers: [
      {
        name: headers.authorization,
        required: true,
        description: '`Bearer` and the user token, obtained at this merchant.',
      },
      unstoredIdempotencyKey,
    ],
    success: 204,
    stores: ending('session'),
    errors: [...noBodyErrors, ...signOut.refusals],
  },
  jwks: {
    method: 'GET',
    path: '/.well-known/jwks.json',
    summary: 'Public keys of user tokens',
    description: 'The keys with which user tokens are signed (RFC 7517).',
    key: 'none',
    scope: null,
    headers: [],
    answer: JwksAnswer,
    errors: ['service_unavailable'],
  },
});
