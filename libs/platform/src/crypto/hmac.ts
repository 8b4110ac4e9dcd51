import type { KeyObject } from 'node:crypto';
import { createHmac, hash, timingSafeEqual } from 'node:crypto';

/** HMAC-SHA-256, 32 bytes. The key is a KeyObject: one made from text on each call costs fifty times as much. */
export function hmacSha256(key: KeyObject, data: string | Uint8Array): Buffer {
  return createHmac('sha256', key).update(data).digest();
}

/** HMAC-SHA-256 in base64url, 43 characters. */
export function hmacSha256Base64url(key: KeyObject, data: string | Uint8Array): string {
  return createHmac('sha256', key).update(data).digest('base64url');
}

/** SHA-256 in base64url, 43 characters. */
export function sha256Base64url(data: string | Uint8Array): string {
  return hash('sha256', data, 'base64url');
}

/** True when two values are equal, in a time that depends on their lengths only. */
export function equalsConstantTime(left: string | Uint8Array, right: string | Uint8Array): boolean {
  const [a, b] = [asBytes(left), asBytes(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function asBytes(value: string | Uint8Array): Uint8Array {
  return typeof value === 'string' ? Buffer.from(value) : value;
}
