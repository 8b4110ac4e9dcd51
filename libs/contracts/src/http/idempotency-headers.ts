import { headers } from './headers.js';
import type { HeaderUse } from './operations.js';

const FORM = '1 to 255 printable ASCII characters';
/** Keys are a merchant's. Behind a publishable key, which stands in its pages, all visitors are that merchant. */
const SHARED =
  'Whoever has the publishable key asks in the same name, so the key must be one that nobody can guess: a new UUID v4 for each request.';

const idempotencyKeyOf = (description: string): HeaderUse => ({
  name: headers.idempotencyKey,
  required: false,
  description,
});

/** Of what a merchant's server asks for. */
export const idempotencyKey = idempotencyKeyOf(`The same key and body give the same answer for 30 days: ${FORM}.`);

export const newKeyIdempotencyKey = idempotencyKeyOf(
  `The same key, path and body make one API key: ${FORM}. A repeated answer does not show the API key again.`,
);

export const revocationIdempotencyKey = idempotencyKeyOf(
  `The same key and path give the same answer for 30 days: ${FORM}.`,
);

export const signInIdempotencyKey = idempotencyKeyOf(
  `The same key and body give the same token for 30 days, good or not, to who shows the password again: ${FORM}. ${SHARED}`,
);

/** Of what is kept only when it succeeded. */
export const visitorsIdempotencyKey = idempotencyKeyOf(
  `${FORM}. For 30 days the same key and body give the same answer, if it was a success; what was refused had no effect. After five other bodies no body is taken under the key. ${SHARED}`,
);
