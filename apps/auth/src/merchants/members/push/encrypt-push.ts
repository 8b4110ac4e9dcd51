import type { ECDH } from 'node:crypto';
import { createCipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';

/** The keys of a browser's subscription (RFC 8291, section 3): a point of P-256 of 65 bytes, and a secret of 16 bytes. */
export interface BrowserKeys {
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

/** The key pair and the salt of one message. */
interface Once {
  readonly keys: ECDH;
  readonly salt: Buffer;
}

const CURVE = 'prime256v1';
const SALT_BYTES = 16;
/** The size of a record, and so the most bytes of a body: what every push service takes (RFC 8030, section 7.2). */
const RECORD_BYTES = 4_096;
const TAG_BYTES = 16;
/** Ends the last record of a message, and a message has one (RFC 8188, section 2; RFC 8291, section 4). */
const LAST_RECORD = Buffer.from([2]);
/** Salt, size of a record, length of the key, key. */
const HEADER_BYTES = SALT_BYTES + 4 + 1 + 65;

/** The longest text of a message, in bytes of UTF-8. */
export const PUSH_TEXT_MAX_BYTES = RECORD_BYTES - HEADER_BYTES - LAST_RECORD.length - TAG_BYTES;

/** True for a point of P-256: an agreement with any other bytes fails. */
export function isPoint(p256dh: Buffer): boolean {
  try {
    newKeys().computeSecret(p256dh);
    return true;
  } catch {
    return false;
  }
}

/**
 * The body of a push message: one record of `aes128gcm` (RFC 8188) under keys that only the browser derives too (RFC 8291, section 3.4).
 * Throws for a text that is longer than {@link PUSH_TEXT_MAX_BYTES}.
 */
export function encryptPush(text: string, { p256dh, auth }: BrowserKeys, { keys, salt } = once()): Buffer {
  const plain = Buffer.concat([Buffer.from(text), LAST_RECORD]);
  if (plain.length > PUSH_TEXT_MAX_BYTES + LAST_RECORD.length)
    throw new RangeError('the text of the message is too long');
  const own = keys.getPublicKey();
  const agreed = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, own]);
  const secret = derived(keys.computeSecret(p256dh), auth, agreed, 32);
  const key = derived(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derived(secret, salt, 'Content-Encoding: nonce\0', 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_BYTES);
  return Buffer.concat([salt, size, Buffer.from([own.length]), own, sealed]);
}

function once(): Once {
  return { keys: newKeys(), salt: randomBytes(SALT_BYTES) };
}

function newKeys(): ECDH {
  const keys = createECDH(CURVE);
  keys.generateKeys();
  return keys;
}

function derived(secret: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));
}
