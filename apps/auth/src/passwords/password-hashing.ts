import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { hash, verify } from '@node-rs/argon2';
import { passwordCost, printPasswordHash, SALT_BYTES, TAG_BYTES } from '@paygate/platform';
import { AuthConfig } from '../config.js';
import { preparedPassword } from './prepared-password.js';

const { memoryKib, passes, lanes } = passwordCost;
const OPTIONS = { memoryCost: memoryKib, timeCost: passes, parallelism: lanes, outputLen: TAG_BYTES };

/** Compared where there is no user, so that an unknown number takes as long as a wrong password. No password leads to it. */
const DUMMY_HASH = printPasswordHash({
  ...{ cost: passwordCost, salt: randomBytes(SALT_BYTES), tag: randomBytes(TAG_BYTES) },
});

/**
 * Hashes passwords with argon2id on the threads of the library, a bounded number at a time. Sign-ins from trusted networks go
 * first; all others go in the order in which they came.
 */
@Injectable()
export class PasswordHashing {
  #running = 0;
  readonly #trusted: (() => void)[] = [];
  readonly #others: (() => void)[] = [];
  readonly #concurrency: number;

  constructor(config: AuthConfig) {
    this.#concurrency = config.PASSWORD_HASH_CONCURRENCY;
  }

  /** Hashes a new password in its one form: argon2id as a PHC string. */
  hash(password: string): Promise<string> {
    return this.#inTurn(this.#others, () => hash(preparedPassword(password), OPTIONS));
  }

  /**
   * True when the password leads to the hash. Without a hash the answer is no, after the same work. A password that was set before
   * there was one form is compared as it is typed, too, in a turn of its own.
   */
  async matches(password: string, phc: string | undefined, isTrusted = false): Promise<boolean> {
    const queue = isTrusted ? this.#trusted : this.#others;
    for (const form of new Set([preparedPassword(password), password]))
      if (await this.#inTurn(queue, () => this.compare(phc ?? DUMMY_HASH, form))) return phc !== undefined;
    return false;
  }

  /** One computation of argon2id, at the cost that the hash names. */
  protected compare(phc: string, form: string): Promise<boolean> {
    return verify(phc, form);
  }

  async #inTurn<Result>(queue: (() => void)[], work: () => Promise<Result>): Promise<Result> {
    if (this.#running < this.#concurrency) this.#running += 1;
    else await new Promise<void>((begin) => queue.push(begin));
    try {
      return await work();
    } finally {
      const next = this.#trusted.shift() ?? this.#others.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }
}
