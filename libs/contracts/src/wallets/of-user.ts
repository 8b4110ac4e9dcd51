import { headers } from '../vocabulary/headers.js';

/** A restricted key holds no scope of users, so only publishable and secret keys stand beside the user token. */
export const ofUser = {
  key: 'publishable',
  scope: null,
  needsUserToken: true,
  headers: [
    {
      name: headers.authorization,
      required: true,
      description: '`Bearer` and the user token, obtained at this merchant.',
    },
  ],
} as const;
export const reading = { ...ofUser, method: 'GET', success: 200, replays: false } as const;
