import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Seconds that a code lasts. */
export const STEP_SECONDS = 30;
/** Clocks of phones differ: the codes of so many steps before and after the present one count too. */
const WINDOW_STEPS = 1;
const DIGITS = 6;
/** As long as the digests of SHA-1, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

/** The code of a counter, or of a time step (RFC 4226, RFC 6238): digits, leading zeros included. */
export function codeAt(secret: Buffer, counter: number, digits = DIGITS): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(counter));
  const digest = createHmac('sha1', secret).update(message).digest();
  const offset = digest.readUInt8(digest.length - 1) & 0x0f;
  const number = digest.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

/**
 * The time step of a code; undefined when it is the code of no step within the window after `lastStep`. All steps are compared, in
 * constant time. When two steps have one code it is the later one, so that the code does not count again.
 */
export function stepOf(secret: Buffer, code: string, { now, lastStep }: { now: number; lastStep: number }) {
  const presented = Buffer.from(code);
  let found: number | undefined;
  for (let step = now - WINDOW_STEPS; step <= now + WINDOW_STEPS; step += 1) {
    const expected = Buffer.from(codeAt(secret, step));
    const isEqual = presented.length === expected.length && timingSafeEqual(presented, expected);
    if (isEqual && step > lastStep) found = step;
  }
  return found;
}

/** A secret as people type it into an authenticator app (RFC 4648, without padding). */
export function base32(bytes: Buffer): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{5}/g) ?? []).map((five) => BASE32.charAt(Number.parseInt(five, 2))).join('');
}
