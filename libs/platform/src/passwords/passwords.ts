import { argon2, randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { passwordCost, printPasswordHash, SALT_BYTES, TAG_BYTES } from './password-hash.js';

const derive = promisify(argon2);

/** Hashes a password: argon2id as a PHC string. For tools and tests; auth hashes on a faster implementation. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const tag = await derive('argon2id', {
    message: Buffer.from(password, 'utf8'),
    nonce: salt,
    memory: passwordCost.memoryKib,
    passes: passwordCost.passes,
    parallelism: passwordCost.lanes,
    tagLength: TAG_BYTES,
  });
  return printPasswordHash({ cost: passwordCost, salt, tag });
}
