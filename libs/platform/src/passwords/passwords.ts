import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import type { HashCost, PasswordHash } from './password-hash.js';
import { parsePasswordHash, passwordCost, printPasswordHash, SALT_BYTES, TAG_BYTES } from './password-hash.js';

const derive = promisify(argon2);

/** Stands in for the hash of a user who does not exist: no password leads to random bytes. */
const nobodys: PasswordHash = { cost: passwordCost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) };

/** Hashes a new password: argon2id as a PHC string. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  return printPasswordHash({ cost: passwordCost, salt, tag: await tagOf(password, salt, passwordCost) });
}

/** Whether the password leads to the hash. Without a hash the answer is no, and it takes the same work. */
export async function passwordMatches(password: string, phc: string | undefined): Promise<boolean> {
  const hash = phc === undefined ? nobodys : parsePasswordHash(phc);
  if (hash === undefined) throw new Error('a stored password hash cannot be read');
  return timingSafeEqual(await tagOf(password, hash.salt, hash.cost), hash.tag) && phc !== undefined;
}

function tagOf(password: string, salt: Uint8Array, cost: HashCost): Promise<Buffer> {
  return derive('argon2id', {
    message: Buffer.from(password, 'utf8'),
    nonce: salt,
    memory: cost.memoryKib,
    passes: cost.passes,
    parallelism: cost.lanes,
    tagLength: TAG_BYTES,
  });
}
