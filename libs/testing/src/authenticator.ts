import { createHmac } from 'node:crypto';

const STEP_MS = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The code that an authenticator app shows now, or `later` steps from now (RFC 6238). The secret is what the app was given. */
export function codeOfApp(secret: string, later = 0): string {
  const message = Buffer.alloc(8);
  message.writeBigUInt64BE(BigInt(Math.floor(Date.now() / STEP_MS) + later));
  const digest = createHmac('sha1', bytesOf(secret)).update(message).digest();
  const number = digest.readUInt32BE(digest.readUInt8(19) & 0x0f) & 0x7f_ff_ff_ff;
  return String(number % 1e6).padStart(6, '0');
}

function bytesOf(secret: string): Buffer {
  const bits = secret.replaceAll(/./g, (character) => BASE32.indexOf(character).toString(2).padStart(5, '0'));
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
