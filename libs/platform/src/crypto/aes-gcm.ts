import type { KeyObject } from 'node:crypto';
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
/** NIST SP 800-38D: 96 random bits, at most 2^32 messages under one key. */
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** AES-256-GCM of a text as nonce, ciphertext and tag. `data` is authenticated: the text opens with the same data only. */
export function encrypt(key: KeyObject, text: string, data: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(data));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** The text that {@link encrypt} sealed under this key with this data; undefined for any other bytes. */
export function decrypt(key: KeyObject, sealed: Buffer, data: string): string | undefined {
  if (sealed.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(ALGORITHM, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(data));
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  try {
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
    return text.toString('utf8');
  } catch {
    return undefined;
  }
}
