import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const BASE = BigInt(ALPHABET.length);
const SECRET_BYTES = 32;
/** 62^43 > 2^256 */
export const SECRET_CHARACTERS = 43;
/** 62^6 > 2^32 */
export const CHECK_CHARACTERS = 6;

/** 256 random bits in base 62. */
export function secretText(): string {
  return base62(BigInt(`0x${randomBytes(SECRET_BYTES).toString('hex')}`), SECRET_CHARACTERS);
}

/** CRC-32 of a text in base 62. */
export function checkOf(body: string): string {
  return base62(BigInt(crc32(body)), CHECK_CHARACTERS);
}

/** True when a text ends with the checksum of the characters before it. */
export function isChecked(text: string): boolean {
  return checkOf(text.slice(0, -CHECK_CHARACTERS)) === text.slice(-CHECK_CHARACTERS);
}

function base62(value: bigint, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest /= BASE) text = ALPHABET.charAt(Number(rest % BASE)) + text;
  return text;
}
