import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import { MailTokensRepository } from '../mails/mail-tokens.repository.js';
import type { CredentialAction } from '../memberships.js';
import { Memberships } from '../memberships.js';
import type { Person } from '../persons.repository.js';
import { PersonsRepository } from '../persons.repository.js';
import { MemberPasswordCheck } from '../sessions/member-password-check.js';

/** A password to be changed. */
export interface PasswordChange {
  readonly person: Person;
  readonly passwordHash: string;
  /** The IP address of the client that chose it. */
  readonly address: string;
  readonly requestId: string;
  /** The session of the person who changes it. */
  readonly keptSessionId?: string;
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

  /** Changes the password with a token that was valid a moment ago; false when it was consumed in the meantime. */
  async reset(tx: DatabaseTransaction, tokenHash: string, change: PasswordChange): Promise<boolean> {
    await this.persons.lock(tx, change.person.id);
    if (!(await this.tokens.consume(tx, tokenHash))) return false;
    await this.#write(tx, change, 'member.password_reset');
    return true;
  }

  /** Changes a password that was presented a moment ago; false when it was changed in the meantime. */
  async replace(tx: DatabaseTransaction, change: PasswordChange): Promise<boolean> {
    const { person } = change;
    if ((await this.persons.lock(tx, person.id))?.passwordHash !== person.passwordHash) return false;
    await this.#write(tx, change, 'member.password_changed');
    return true;
  }

  async #write(tx: DatabaseTransaction, change: PasswordChange, action: CredentialAction): Promise<void> {
    const { person, address, requestId } = change;
    await this.persons.changePassword(tx, person.id, change);
    await this.passwords.resetAttempts(tx, person);
    await this.passwords.trust(tx, person, address);
    await this.memberships.recordCredential(tx, action, { personId: person.id, requestId });
  }
}
