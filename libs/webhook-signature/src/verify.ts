import { Buffer } from 'node:buffer';
import { timingSafeEqual } from 'node:crypto';
import type { VerifyOptions } from './header/index.js';
import { ageCheck, noMatch, parseHeader } from './header/index.js';
import { webhookSecretBytes } from './secret.js';
import { serviceSignature } from './sign.js';

/**
 * Verifies the `service-signature` header of a delivery against the raw, unparsed body. Every signature of the header is
 * tried with every secret, in constant time, before the age is checked, so that an old forgery is reported as a forgery.
 * @throws SignatureVerificationError
 * @throws TypeError for a secret of less than 24 bytes, and for a tolerance or time that is no finite number ≥ 0: a receiver with
 * such a setting would accept what it should refuse
 */
export function verifyServiceSignature(
  body: string | Uint8Array,
  header: string | undefined,
  secrets: string | readonly string[],
  options: VerifyOptions = {},
): void {
  const keys = typeof secrets === 'string' ? [secrets] : secrets;
  keys.forEach(webhookSecretBytes);
  const checkAge = ageCheck(options);
  const { timestamp, signatures } = parseHeader(header);
  const bytes =
    typeof body === 'string' ? Buffer.from(body) : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  let matched = false;
  for (const secret of keys) {
    const expected = Buffer.from(serviceSignature(secret, timestamp, bytes), 'hex');
    for (const signature of signatures) {
      if (timingSafeEqual(expected, Buffer.from(signature, 'hex'))) matched = true;
    }
  }
  if (!matched) throw noMatch();
  checkAge(timestamp);
}
