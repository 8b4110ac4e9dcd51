import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import { newSecret } from '../merchants/members/second-factor/totp.js';
import { SecondFactorsRepository } from '../merchants/members/second-factor/second-factors.repository.js';
import { PersonsRepository } from '../merchants/members/persons.repository.js';
import { StaffRepository } from '../staff-acts/staff.repository.js';

/** A person with the secret of a second factor; undefined when one is enabled. */
export interface EnrolledPerson {
  readonly personId: string;
  readonly secret: Buffer | undefined;
}

/** Makes persons who were none yet. */
@Injectable()
export class NewStaff {
  constructor(
    private readonly database: Database,
    private readonly people: PersonsRepository,
    private readonly staff: StaffRepository,
    private readonly factors: SecondFactorsRepository,
  ) {}

  /** Refuses a person who was invited to an account: the invitation gives the password. */
  make(email: string, passwordHash: string): Promise<Reply<EnrolledPerson>> {
    return this.database.transaction(async (tx) => {
      const { id: personId, ...person } = await this.people.findOrCreate(tx, email);
      if (person.passwordHash !== null || (await this.staff.isMember(tx, personId))) return refuse('member_exists');
      await this.people.changePassword(tx, personId, { passwordHash });
      const secret = newSecret();
      await this.factors.begin(tx, personId, secret);
      return accept({ personId, secret });
    });
  }
}
