import { Buffer } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { secretBase64 } from './header/index.js';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new endpoint secret: `whsec_` and 32 random bytes in base64, as Standard Webhooks prints them. */
export function generateWebhookSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

/**
 * The bytes of a printed secret, the key of the Standard Webhooks signature.
 * @throws TypeError when the text is not `whsec_` and base64 of at least 24 bytes: the message repeats nothing of it
 */
export function webhookSecretBytes(secret: string): Buffer {
  return Buffer.from(secretBase64(secret), 'base64');
}
