import { Injectable } from '@nestjs/common';
import { ConfigurationError, inBatches } from '@paygate/platform';
import { PersonsRepository } from './members/persons.repository.js';
import { PersonalData } from './personal-data.js';
import type { PhoneNumber } from './phone-number.js';
import { UsersRepository } from './users/users.repository.js';

const BATCH = 500;

/** Indexes users and people again after another key was put first. */
@Injectable()
export class IndexRotation {
  constructor(
    private readonly users: UsersRepository,
    private readonly persons: PersonsRepository,
    private readonly personalData: PersonalData,
  ) {}

  /** Throws a ConfigurationError when rows are indexed under a key that is not in the list: nobody could find them. */
  async requireKeys(): Promise<void> {
    const { unknown } = this.personalData.indexKeys;
    const lost = [...(await this.users.indexedIn(unknown, 1)), ...(await this.persons.indexedIn(unknown, 1))];
    if (lost.length > 0)
      throw new ConfigurationError(['PHONE_INDEX_KEY lacks a key under which users or members are still indexed']);
  }

  /** Indexes rows under the key in use, in batches. */
  async execute(): Promise<void> {
    await inBatches(BATCH, (most) => this.#reindexUsers(most));
    await inBatches(BATCH, (most) => this.#reindexPersons(most));
  }

  async #reindexUsers(most: number): Promise<number> {
    const users = await this.users.indexedIn(this.personalData.indexKeys.notInUse, most);
    const indexed = users.map(({ userId, mode, sealedPhone }) => {
      const phone = this.personalData.open(sealedPhone, 'end_user.phone', userId) as PhoneNumber;
      return { userId, phoneIndex: this.personalData.phoneIndexes(mode, phone)[0] };
    });
    if (indexed.length > 0) await this.users.setIndexes(indexed);
    return indexed.length;
  }

  async #reindexPersons(most: number): Promise<number> {
    const persons = await this.persons.indexedIn(this.personalData.indexKeys.notInUse, most);
    const indexed = persons.map(({ personId, sealedEmail }) => {
      const email = this.personalData.open(sealedEmail, 'person.email', personId);
      return { personId, emailIndex: this.personalData.emailIndexes(email)[0] };
    });
    if (indexed.length > 0) await this.persons.setIndexes(indexed);
    return indexed.length;
  }
}
