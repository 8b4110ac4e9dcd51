import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { PersonTransactions } from '../merchants/members/second-factor/person-transactions.js';
import { MemberPasswordCheck } from '../merchants/members/sessions/member-password-check.js';
import type { Person } from '../merchants/members/persons.repository.js';
import { PersonsRepository } from '../merchants/members/persons.repository.js';

/** The network of the installation's commands. Wrong passwords from it are counted apart once a right one came. */
export const STAFF_ADDRESS = '127.0.0.1';

/** Persons who show their passwords to a command of the installation's team, by the rules of sign-in. */
@Injectable()
export class StaffPasswords {
  constructor(
    private readonly people: PersonsRepository,
    private readonly transactions: PersonTransactions,
    private readonly passwords: MemberPasswordCheck,
  ) {}

  /** Does `work` under the lock of the person when the password is right. */
  async run<Answer>(
    { email, password }: { readonly email: string; readonly password: string },
    work: (tx: DatabaseTransaction, person: Person) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const person = await this.people.findByEmail(email);
    if (person === undefined) return refuse('credentials_invalid');
    return this.transactions.runWithPassword(person, { password, address: STAFF_ADDRESS }, async (tx) => {
      const reply = await work(tx, person);
      if (reply.ok) await this.passwords.trust(tx, person, STAFF_ADDRESS);
      return reply;
    });
  }
}
