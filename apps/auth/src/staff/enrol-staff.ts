import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, isEmailAddress, refuse } from '@paygate/contracts';
import type { FactorWithCodes } from '../merchants/members/second-factor/own-second-factor.js';
import { OwnSecondFactor } from '../merchants/members/second-factor/own-second-factor.js';
import { PersonsRepository } from '../merchants/members/persons.repository.js';
import { NewPasswords } from '../passwords/new-passwords.js';
import type { EnrolledPerson } from './new-staff.js';
import { NewStaff } from './new-staff.js';
import { STAFF_ADDRESS } from './staff-passwords.js';

/** A password that an operator's command brings for a person. */
export interface EnrollingPerson {
  readonly email: string;
  readonly password: string;
  readonly requestId: string;
}

/** Gives persons of the installation's team a password and a second factor. They have no role yet. */
@Injectable()
export class EnrolStaff {
  constructor(
    private readonly people: PersonsRepository,
    private readonly own: OwnSecondFactor,
    private readonly newPasswords: NewPasswords,
    private readonly newStaff: NewStaff,
  ) {}

  /** A person who has a password shows it. */
  async enrol({ email, password, requestId }: EnrollingPerson): Promise<Reply<EnrolledPerson>> {
    if (!isEmailAddress(email)) return refuse('parameter_invalid', { param: 'email' });
    const known = await this.people.findByEmail(email);
    if (known === undefined) return this.#new(email, password);
    const reply = await this.own.begin({ person: known, requestId }, { password, address: STAFF_ADDRESS });
    if (reply.ok) return accept({ personId: known.id, secret: reply.data });
    return reply.code === 'second_factor_enabled' ? accept({ personId: known.id, secret: undefined }) : reply;
  }

  #new(email: string, password: string): Promise<Reply<EnrolledPerson>> {
    if (this.newPasswords.isWeakOfMember(password, this.people.indexOf(email)))
      return Promise.resolve(refuse('password_weak', { param: 'password' }));
    return this.newPasswords.admit(async (hash) => this.newStaff.make(email, await hash(password)));
  }

  confirm(personId: string, code: string, requestId: string): Promise<Reply<FactorWithCodes>> {
    const person = { id: personId, emailIndex: Buffer.alloc(0), passwordHash: null };
    return this.own.confirm({ person, requestId }, { code, sessionId: '' });
  }
}
