import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import type { Person } from '../persons.repository.js';
import { PersonsRepository } from '../persons.repository.js';
import type { AdmittedAttempt } from '../../../throttle/sign-in-throttle.js';
import { SignInThrottle } from '../../../throttle/sign-in-throttle.js';

/** A password that is presented for an e-mail address. */
export interface PresentedPassword {
  readonly emailIndex: Buffer;
  readonly password: string;
  /** The client's IP address. */
  readonly address: string;
}

/** A person whose password was right, and how to record it in the transaction that relies on it. */
export interface ProvenPerson extends Pick<AdmittedAttempt, 'isTrusted' | 'resetCounter' | 'recordSuccess'> {
  readonly person: Person;
}

/** Members are the same in both modes. */
const MODE = 'live';

/** Checks passwords of the dashboard, with the protection that sign-ins of users have. */
@Injectable()
export class MemberPasswordCheck {
  constructor(
    private readonly throttle: SignInThrottle,
    private readonly persons: PersonsRepository,
  ) {}

  /** {@link check}, for the person of an e-mail address. */
  checkEmail<Answer>(
    email: string,
    presented: Omit<PresentedPassword, 'emailIndex'>,
    work: (proven: ProvenPerson) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const emailIndex = this.persons.indexOf(email);
    return this.check({ ...presented, emailIndex }, () => this.persons.findByEmail(email), work);
  }

  /** Does `work` when the password is right. A wrong password and an unknown address get the same answer in the same time. */
  check<Answer>(
    { emailIndex: accountIndex, password, address }: PresentedPassword,
    find: () => Promise<Person | undefined>,
    work: (proven: ProvenPerson) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    return this.throttle.guard({ mode: MODE, accountIndex, address }, async ({ matches, ...record }) => {
      const person = await find();
      const isRight = await matches(password, person?.passwordHash ?? undefined);
      return person === undefined || !isRight ? refuse('credentials_invalid') : work({ person, ...record });
    });
  }

  /** Resets the attempts of a person with a new password, and removes the trusted networks. */
  resetAttempts(tx: DatabaseTransaction, { emailIndex }: Person): Promise<void> {
    return this.throttle.resetAttempts(tx, { mode: MODE, accountIndex: emailIndex });
  }

  /** The person has chosen a password at an IP address: its network is trusted. */
  trust(tx: DatabaseTransaction, { emailIndex: accountIndex }: Person, address: string): Promise<void> {
    return this.throttle.trust(tx, { mode: MODE, accountIndex }, address);
  }
}
