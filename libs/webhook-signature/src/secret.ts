import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new endpoint secret: `whsec_` and 32 random bytes in base64, as Standard Webhooks prints them. */
export function generateWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

const SECRET_BYTES_MIN = 24;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * The bytes of a printed secret, the key of the Standard Webhooks signature.
 * @throws TypeError when the text is not `whsec_` and base64 of at least 24 bytes: the message repeats nothing of it
 */
export function webhookSecretBytes(secret: string): Buffer {
  const text = typeof secret === 'string' && secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : '';
  const bytes = BASE64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
  if (bytes.length < SECRET_BYTES_MIN)
    throw new TypeError(`a webhook secret is whsec_ and the base64 of ${SECRET_BYTES_MIN} bytes or more`);
  return bytes;
}
