import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { MailTokensRepository } from '../mails/mail-tokens.repository.js';
import { Memberships } from '../memberships.js';
import type { Person } from '../persons.repository.js';
import { PersonsRepository } from '../persons.repository.js';
import { MemberPasswordCheck } from '../sessions/member-password-check.js';

/** A password to be changed with a token that was valid a moment ago. */
export interface PasswordChange {
  readonly tokenHash: string;
  readonly person: Person;
  readonly passwordHash: string;
  /** The IP address of the client that chose it. */
  readonly address: string;
  readonly requestId: string;
}

/** Gives a person another password, and ends the sessions, tokens, waits and trusted networks of the previous one. */
@Injectable()
export class MemberPasswordChange {
  constructor(
    private readonly persons: PersonsRepository,
    private readonly tokens: MailTokensRepository,
    private readonly passwords: MemberPasswordCheck,
    private readonly memberships: Memberships,
  ) {}

  /** Consumes the token; false when it was consumed in the meantime. */
  async change(
    tx: DatabaseTransaction,
    { tokenHash, person, passwordHash, address, requestId }: PasswordChange,
  ): Promise<boolean> {
    await this.persons.lock(tx, person.id);
    if (!(await this.tokens.consume(tx, tokenHash))) return false;
    await this.persons.changePassword(tx, person.id, passwordHash);
    await this.passwords.resetAttempts(tx, person);
    await this.passwords.trust(tx, person, address);
    await this.memberships.recordPasswordReset(tx, person.id, requestId);
    return true;
  }
}
