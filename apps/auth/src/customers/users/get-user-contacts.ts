import { Injectable } from '@nestjs/common';
import type { UserInMode } from './users.repository.js';
import { UsersRepository } from './users.repository.js';
import { PersonalData } from '../../personal-data.js';

export interface Contact {
  readonly phoneNumber: string;
  readonly email: string | undefined;
}

/** Returns where the codes of users go, in the order of the request; undefined for a user that does not exist in that mode. */
@Injectable()
export class GetUserContacts {
  constructor(
    private readonly users: UsersRepository,
    private readonly personalData: PersonalData,
  ) {}

  async get(wanted: readonly UserInMode[]): Promise<readonly (Contact | undefined)[]> {
    const found = await this.users.contacts(wanted);
    const contacts = new Map(
      found.map(({ userId, mode, sealedPhone, sealedEmail }) => [
        `${mode}:${userId}`,
        {
          phoneNumber: this.personalData.open(sealedPhone, 'end_user.phone', userId),
          email: sealedEmail === null ? undefined : this.personalData.open(sealedEmail, 'end_user.email', userId),
        },
      ]),
    );
    return wanted.map(({ userId, mode }) => contacts.get(`${mode}:${userId}`));
  }
}
