import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { hashPassword } from '@paygate/platform';
import { AuthConfig } from './config.js';
import { HashPool } from './hash-pool.js';
import { HashProcess } from './hash-process.js';

/** Hashes a new password when its turn has come. */
export type HashNewPassword = (password: string) => Promise<string>;

/** Hashes new passwords, in places and at a pace of their own: who registers again and again keeps nobody from signing in. */
@Injectable()
export class NewPasswords {
  readonly #pool: HashPool;

  constructor(config: AuthConfig, hashes: HashProcess) {
    const places = config.NEW_PASSWORD_PLACES;
    const perSecond = config.NEW_PASSWORD_HASHES_PER_SECOND;
    this.#pool = new HashPool({ concurrency: 1, places, perSecond, burst: places }, hashes.derive);
  }

  /** Takes a place before anything is done; the refusal when every place is taken. */
  async admit<Answer>(work: (hash: HashNewPassword) => Promise<Reply<Answer>>): Promise<Reply<Answer>> {
    const answer = this.#pool.admit((run) => work((password) => run((derive) => hashPassword(password, derive))));
    return answer ?? refuse('rate_limited', { fields: { retryAfter: this.#pool.retryAfterSeconds } });
  }
}
