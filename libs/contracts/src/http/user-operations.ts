import { signOut } from '../bus/commands/auth.js';
import { headers } from './headers.js';
import type { Operation } from './operations.js';

/** What users do with their accounts, besides signing in. */
export const userOperations = {
  signOut: {
    id: 'signOut',
    method: 'POST',
    path: '/auth/logout',
    summary: 'Sign a user out',
    description: 'Ends the user token at once, before it expires. Takes no body.',
    key: 'publishable',
    headers: [
      {
        name: headers.authorization,
        required: true,
        description: '`Bearer` and the user token, obtained at this merchant.',
      },
      {
        name: headers.idempotencyKey,
        required: false,
        description:
          'With the same key and token, while the token has not expired, a sign-out that was done is confirmed again: 1 to 255 printable ASCII characters.',
      },
    ],
    success: 204,
    replays: true,
    errors: [
      'token_missing',
      'token_invalid',
      'token_expired',
      'parameter_unknown',
      'body_too_large',
      'media_type_unsupported',
      ...signOut.refusals,
      'upstream_timeout',
    ],
  },
} as const satisfies Readonly<Record<string, Operation>>;
