import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { AuthConfig } from '../config.js';
import { PasswordHashing } from './password-hashing.js';
import { Slots } from './slots.js';

/** Hashes a new password when its turn has come. */
export type HashNewPassword = (password: string) => Promise<string>;

const RETRY_AFTER_SECONDS = 1;

/** Bounds the requests with a new password: registrations, resets and accepted invitations. */
@Injectable()
export class NewPasswords {
  readonly #slots: Slots;

  constructor(
    private readonly hashing: PasswordHashing,
    config: AuthConfig,
  ) {
    this.#slots = new Slots(config.NEW_PASSWORD_QUEUE_SIZE);
  }

  /** Does `work` in a slot, or refuses with `rate_limited` before it begins. */
  async admit<Answer>(work: (hash: HashNewPassword) => Promise<Reply<Answer>>): Promise<Reply<Answer>> {
    const answer = this.#slots.run(() => work((password) => this.hashing.hash(password)));
    return answer ?? refuse('rate_limited', { fields: { retryAfter: RETRY_AFTER_SECONDS } });
  }
}
