import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { equalsConstantTime, Slots } from '@paygate/platform';
import { AuthConfig } from '../config.js';
import { plainEmail } from '../plain-email.js';
import { PersonalData } from '../personal-data.js';
import { PasswordHashing } from './password-hashing.js';
import { isWeakPassword } from './password-policy.js';

/** Hashes a new password when its turn has come. */
export type HashNewPassword = (password: string) => Promise<string>;

const RETRY_AFTER_SECONDS = 1;

/** Bounds the requests with a new password: registrations, resets and accepted invitations. */
@Injectable()
export class NewPasswords {
  readonly #slots: Slots;

  constructor(
    private readonly hashing: PasswordHashing,
    private readonly personalData: PersonalData,
    config: AuthConfig,
  ) {
    this.#slots = new Slots(config.NEW_PASSWORD_QUEUE_SIZE);
  }

  /** True when the password of a member is easily guessed, as the member's own address is. */
  isWeakOfMember(password: string, emailIndex: Buffer): boolean {
    const indexes = this.personalData.emailIndexes(plainEmail(password));
    return isWeakPassword(password, undefined) || indexes.some((index) => equalsConstantTime(index, emailIndex));
  }

  /** Does `work` in a slot, or refuses with `rate_limited` before it begins. */
  async admit<Answer>(work: (hash: HashNewPassword) => Promise<Reply<Answer>>): Promise<Reply<Answer>> {
    const answer = this.#slots.run(() => work((password) => this.hashing.hash(password)));
    return answer ?? refuse('rate_limited', { fields: { retryAfter: RETRY_AFTER_SECONDS } });
  }
}
