import { Injectable } from '@nestjs/common';
import type { MemberPasswordReset, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import { NewPasswords } from '../../../passwords/new-passwords.js';
import type { Person } from '../persons.repository.js';
import { MemberPasswordCheck } from '../sessions/member-password-check.js';
import { MemberPasswordChange } from './member-password-change.js';

export interface OwnPasswordChange {
  /** The person of the session that asks, and the session. */
  readonly person: Person;
  readonly sessionId: string;
  readonly currentPassword: string;
  readonly password: string;
  /** The client's IP address. */
  readonly address: string;
}

/** Changes the password of a signed-in person, who presents the current one: a session alone does not lock its person out. */
@Injectable()
export class ChangeMemberPassword {
  constructor(
    private readonly passwords: MemberPasswordCheck,
    private readonly newPasswords: NewPasswords,
    private readonly change: MemberPasswordChange,
    private readonly database: Database,
  ) {}

  async execute(
    { person, sessionId: keptSessionId, currentPassword, password, address }: OwnPasswordChange,
    requestId: string,
  ): Promise<Reply<MemberPasswordReset>> {
    const { emailIndex } = person;
    if (this.newPasswords.isWeakOfMember(password, emailIndex)) return refuse('password_weak', { param: 'password' });
    return this.passwords.check(
      { emailIndex, password: currentPassword, address },
      () => Promise.resolve(person),
      () =>
        this.newPasswords.admit(async (hash) => {
          const change = { person, passwordHash: await hash(password), address, requestId, keptSessionId };
          return this.database.transaction(async (tx) =>
            (await this.change.replace(tx, change)) ? accept({ personId: person.id }) : refuse('credentials_invalid'),
          );
        }),
    );
  }
}
