import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { Person } from '../persons.repository.js';
import { PersonsRepository } from '../persons.repository.js';
import { MemberPasswordCheck } from '../sessions/member-password-check.js';

/** The password of a request, and the client's IP address. */
export interface ShownPassword {
  readonly password: string;
  readonly address: string;
}

type Work<Answer> = (tx: DatabaseTransaction) => Promise<Reply<Answer>>;

/** Transactions of signed-in people, each under the lock of its person. */
@Injectable()
export class PersonTransactions {
  constructor(
    private readonly database: Database,
    private readonly passwords: MemberPasswordCheck,
    private readonly persons: PersonsRepository,
  ) {}

  run<Answer>({ id }: Person, work: Work<Answer>): Promise<Reply<Answer>> {
    return this.database.transaction(async (tx) => {
      await this.persons.lock(tx, id);
      return work(tx);
    });
  }

  /** {@link run}, for a person who shows the password by the rules of sign-in. */
  runWithPassword<Answer>(person: Person, shown: ShownPassword, work: Work<Answer>): Promise<Reply<Answer>> {
    const { id, emailIndex, passwordHash } = person;
    return this.passwords.check(
      { emailIndex, ...shown },
      () => Promise.resolve(person),
      ({ resetCounter }) =>
        this.database.transaction(async (tx) => {
          // the password was changed in the meantime
          if ((await this.persons.lock(tx, id))?.passwordHash !== passwordHash) return refuse('credentials_invalid');
          await resetCounter(tx);
          return work(tx);
        }),
    );
  }
}
