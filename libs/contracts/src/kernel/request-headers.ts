import { headers } from '../vocabulary/headers.js';
import type { HeaderUse } from './operation.js';

const FORM = '1 to 255 printable ASCII characters';
/** An idempotency key belongs to a merchant, and all visitors of its pages use the same publishable key. */
const SHARED =
  'All visitors use the same publishable key, so the idempotency key must be unguessable: a new UUID v4 for each request.';

/** The `Idempotency-Key` header of an operation. `description` says what it does there. */
export const idempotencyKeyHeader = (description: string): HeaderUse => ({
  name: headers.idempotencyKey,
  required: false,
  description,
});

/** For requests of a merchant's server. */
export const idempotencyKey = idempotencyKeyHeader(`${FORM}. The same key and body give the same answer for 30 days.`);

/** For requests that move money out of an account. */
export const requiredIdempotencyKey: HeaderUse = { ...idempotencyKey, required: true };

export const newKeyIdempotencyKey = idempotencyKeyHeader(
  `${FORM}. The same idempotency key, path and body create only one API key. A repeated answer does not show the API key again.`,
);

export const newSecretIdempotencyKey = idempotencyKeyHeader(
  `${FORM}. The same key, path and body have only one effect. A repeated answer does not show the secret again.`,
);

export const recoveryIdempotencyKey = idempotencyKeyHeader(
  `${FORM}. The same key, path and body begin only one recovery.`,
);

export const pingIdempotencyKey = idempotencyKeyHeader(`${FORM}. The same key and path send only one test event.`);

export const redeliveryIdempotencyKey = idempotencyKeyHeader(
  `${FORM}. The same key and path make the delivery due only once.`,
);

export const revocationIdempotencyKey = idempotencyKeyHeader(
  `${FORM}. The same key and path give the same answer for 30 days.`,
);

export const memberIdempotencyKey = idempotencyKeyHeader(
  `${FORM}. The same key, path and body give the same answer for 30 days.`,
);

/** For an operation that has no idempotency record. */
export const unstoredIdempotencyKey = idempotencyKeyHeader(`${FORM}. The key is checked, but not stored.`);

/** For requests of a merchant's customers. */
export const visitorsIdempotencyKey = idempotencyKeyHeader(
  `${FORM}. For 30 days the same key and body get the same answer if it was a success. A refused request had no effect and is executed anew. A key that was sent with five other bodies is refused with every body. ${SHARED}`,
);

export const mailTokenIdempotencyKey = idempotencyKeyHeader(
  `${FORM} that nobody can guess. For 30 days the same key and body get the same answer if it was a success. A refused request had no effect and is executed anew.`,
);

/** The account and the mode in which a dashboard session acts. */
export const sessionHeaders: readonly HeaderUse[] = [
  {
    name: headers.merchantId,
    required: false,
    description: 'With a dashboard session: the account; required when the person is a member of several.',
  },
  {
    name: headers.mode,
    required: false,
    description: 'With a dashboard session: `test` or `live`; test when absent. An API key determines its own mode.',
  },
];

const languageOf = (text: string): HeaderUse => ({
  name: 'accept-language',
  required: false,
  description: `The language of the ${text}: French or English. French when neither is named.`,
});
export const messageLanguage = languageOf('message');
export const mailLanguage = languageOf('e-mail');
export const receiptLanguage: HeaderUse = {
  name: 'accept-language',
  required: false,
  description: 'The language of the receipt: French or English. The first of your languages when neither is named.',
};
