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
export const idempotencyKey = idempotencyKeyHeader(`The same key and body give the same answer for 30 days: ${FORM}.`);

/** For requests that move money out of an account. */
export const requiredIdempotencyKey: HeaderUse = { ...idempotencyKey, required: true };

export const newKeyIdempotencyKey = idempotencyKeyHeader(
  `The same key, path and body create one API key: ${FORM}. A repeated answer does not show the API key again.`,
);

export const newSecretIdempotencyKey = idempotencyKeyHeader(
  `The same key, path and body have one effect: ${FORM}. A repeated answer does not show the secret again.`,
);

export const recoveryIdempotencyKey = idempotencyKeyHeader(`The same key, path and body begin one recovery: ${FORM}.`);

export const pingIdempotencyKey = idempotencyKeyHeader(`The same key and path send one test event: ${FORM}.`);

export const redeliveryIdempotencyKey = idempotencyKeyHeader(
  `The same key and path make the delivery due once: ${FORM}.`,
);

export const revocationIdempotencyKey = idempotencyKeyHeader(
  `The same key and path give the same answer for 30 days: ${FORM}.`,
);

export const memberIdempotencyKey = idempotencyKeyHeader(
  `The same key, path and body give the same answer for 30 days: ${FORM}.`,
);

/** For an operation that has no idempotency record. */
export const unstoredIdempotencyKey = idempotencyKeyHeader(`Validated and not stored: ${FORM}.`);

/** For requests of a merchant's customers. */
export const visitorsIdempotencyKey = idempotencyKeyHeader(
  `${FORM}. For 30 days the same key and body get the same answer if it was a success. A refused request had no effect and is executed anew. After five other bodies every body is refused under the key. ${SHARED}`,
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
