import type { Argon2Parameters } from 'node:crypto';
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { PasswordHash } from './password-hash.js';
import { parsePasswordHash, passwordCost, printPasswordHash, SALT_BYTES, TAG_BYTES } from './password-hash.js';

/** What argon2id is computed of: RFC 9106, section 3.1. */
export interface Derivation extends Argon2Parameters {
  readonly message: Uint8Array;
  readonly nonce: Uint8Array;
}

/** Computes argon2id (version 1.3): tens of milliseconds of a processor, wherever that may be. */
export type Derive = (derivation: Derivation) => Promise<Uint8Array>;

const argon2Here = promisify(argon2);
const deriveHere: Derive = (derivation) => argon2Here('argon2id', derivation);

/** Stands in for the hash of a user who does not exist: no password leads to random bytes. */
const nobodys: PasswordHash = { cost: passwordCost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

/** Hashes a new password: argon2id as a PHC string. */
export async function hashPassword(password: string, derive: Derive = deriveHere): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive(derivationOf(password, { salt, cost: passwordCost }));
  return printPasswordHash({ cost: passwordCost, salt, tag });
}

/** Whether the password leads to the hash. Without a hash the answer is no, and it takes the same work. */
export async function passwordMatches(
  password: string,
  phc: string | undefined,
  derive: Derive = deriveHere,
): Promise<boolean> {
  const hash = phc === undefined ? nobodys : parsePasswordHash(phc);
  if (hash === undefined) throw new Error('a stored password hash cannot be read');
  return timingSafeEqual(await derive(derivationOf(password, hash)), hash.tag) && phc !== undefined;
}

function derivationOf(password: string, { salt, cost }: Omit<PasswordHash, 'tag'>): Derivation {
  return {
    message: Buffer.from(password, 'utf8'),
    nonce: salt,
    memory: cost.memoryKib,
    passes: cost.passes,
    parallelism: cost.lanes,
    tagLength: TAG_BYTES,
  };
}
