import { randomFillSync } from 'node:crypto';
import type { IdKind } from '@paygate/contracts';
import { idPattern, idPrefixes } from '@paygate/contracts';

/** Crockford's base 32 in lower case: no i, l, o, u. Its order is the order of its values, in ASCII and in collation "C". */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ENCODED_LENGTH = 26;
/** Hexadecimal digits of the milliseconds in a UUIDv7. */
const TIME_DIGITS = 12;

/** The counter of one millisecond: 42 bits, of which a fresh one leaves the highest unset, so that it has room to grow. */
const COUNTER_LIMIT = 2 ** 42;
const FRESH_COUNTER_LIMIT = 2 ** 41;
/** Steps are random, so that one id does not give away the next. */
const STEP_LIMIT = 2 ** 28;
const RANDOM_POOL_BYTES = 4_096;

/** 16 bytes of UUIDv7 each. */
export type UuidSource = () => Uint8Array;

/**
 * UUIDv7 (RFC 9562, section 6.2, method 2): 48 bits of milliseconds, a 42-bit counter that starts at random in each
 * millisecond and grows by random steps, 32 random bits. Ids of one source grow strictly, even when `nowMs` steps back.
 */
export function uuidSource(nowMs: () => number = Date.now): UuidSource {
  const random = randomWords();
  let lastMs = 0;
  let counter = 0;
  return () => {
    const ms = nowMs();
    counter += 1 + (random() % STEP_LIMIT);
    if (ms > lastMs || counter >= COUNTER_LIMIT) {
      lastMs = Math.max(ms, lastMs + 1);
      counter = (random() * 512 + (random() % 512)) % FRESH_COUNTER_LIMIT;
    }
    return layOut(lastMs, counter, random());
  };
}

const nextUuid = uuidSource();

/** A new UUIDv7 in its hyphenated form, greater than all before it in this process. */
export function uuidV7(): string {
  return printUuid(nextUuid());
}

/** A new id of `kind` in TypeID form, greater than all before it in this process. */
export function newId(kind: IdKind): string {
  return `${idPrefixes[kind]}_${encode(nextUuid())}`;
}

/** True when `text` is an id of `kind`, in the one spelling that exists for it. */
export function isId(kind: IdKind, text: string): boolean {
  return idPattern(kind).test(text);
}

/** The UUID inside an id. Throws TypeError when `id` is not of `kind`. */
export function uuidOfId(kind: IdKind, id: string): string {
  if (!isId(kind, id)) throw new TypeError(`not an id of kind ${kind}`);
  return printUuid(decode(id.slice(idPrefixes[kind].length + 1)));
}

/** The time at which an id was made, by its maker's clock: milliseconds since 1970. Throws TypeError when `id` is not of `kind`. */
export function idMadeAtMs(kind: IdKind, id: string): number {
  return Number.parseInt(uuidOfId(kind, id).replaceAll('-', '').slice(0, TIME_DIGITS), 16);
}

/** The id of `kind` for a UUID in its hyphenated lower-case form. Throws TypeError for any other spelling. */
export function idOfUuid(kind: IdKind, uuid: string): string {
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid)) throw new TypeError('not a UUID');
  return idOfBytes(kind, Buffer.from(uuid.replaceAll('-', ''), 'hex'));
}

/** The id of `kind` that is made of 16 bytes, and so the same for the same bytes. Throws TypeError for fewer or more. */
export function idOfBytes(kind: IdKind, bytes: Uint8Array): string {
  if (bytes.length !== 16) throw new TypeError('not 16 bytes');
  return `${idPrefixes[kind]}_${encode(bytes)}`;
}

function layOut(ms: number, counter: number, tail: number): Uint8Array {
  const bytes = Buffer.allocUnsafe(16);
  bytes.writeUIntBE(ms, 0, 6);
  const high = Math.floor(counter / 2 ** 30);
  const low = counter % 2 ** 30;
  bytes.writeUInt16BE(0x7000 + high, 6);
  bytes.writeUInt32BE(0x8000_0000 + low, 8);
  bytes.writeUInt32BE(tail, 12);
  return bytes;
}

/** 32-bit words from the system's generator, fetched in blocks: one call for each would cost more than the id. */
function randomWords(): () => number {
  const pool = Buffer.alloc(RANDOM_POOL_BYTES);
  let used = RANDOM_POOL_BYTES;
  return () => {
    if (used === RANDOM_POOL_BYTES) {
      randomFillSync(pool);
      used = 0;
    }
    const word = pool.readUInt32BE(used);
    used += 4;
    return word;
  };
}

function printUuid(bytes: Uint8Array): string {
  const hex = Buffer.from(bytes).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** 128 bits in 26 characters: the first holds three bits, the others five. */
function encode(bytes: Uint8Array): string {
  let text = '';
  let held = 0;
  let heldBits = 2;
  for (const byte of bytes) {
    held = ((held & 0xff) << 8) | byte;
    heldBits += 8;
    while (heldBits >= 5) {
      heldBits -= 5;
      text += ALPHABET.charAt((held >>> heldBits) & 31);
    }
  }
  return text;
}

function decode(text: string): Uint8Array {
  const bytes = new Uint8Array(16);
  let held = 0;
  let heldBits = -2;
  let position = 0;
  for (let index = 0; index < ENCODED_LENGTH; index++) {
    held = ((held & 0x7f) << 5) | ALPHABET.indexOf(text.charAt(index));
    heldBits += 5;
    if (heldBits >= 8) {
      heldBits -= 8;
      bytes[position++] = (held >>> heldBits) & 0xff;
    }
  }
  return bytes;
}
