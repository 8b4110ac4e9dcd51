import { Injectable } from '@nestjs/common';
import { ConfigurationError, SealFault } from '@paygate/platform';
import { PersonsRepository } from './merchants/members/persons.repository.js';
import { PersonalData } from './personal-data.js';
import type { PhoneNumber } from './phone-number.js';
import { UsersRepository } from './customers/users/users.repository.js';

const BATCH = 500;
const MOST_UNREADABLE = 1_000;

/** The number of rows that were indexed again, and the ids of those that no data key opens. */
export interface Reindexed {
  readonly users: number;
  readonly persons: number;
  readonly unreadable: readonly string[];
}

/** A row to be indexed again. */
interface Found<Change> {
  readonly id: string;
  /** Throws a SealFault when no key opens the row. */
  readonly change: () => Change;
}

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

  /**
   * Indexes all rows under the first key. An operator begins it when every instance has that key first: two that disagree would undo
   * each other's work.
   */
  async reindex(): Promise<Reindexed> {
    await this.requireKeys();
    const unreadable: string[] = [];
    const users = await this.#inBatches(
      unreadable,
      () => this.#usersToIndex(unreadable),
      (changes) => this.users.setIndexes(changes),
    );
    const persons = await this.#inBatches(
      unreadable,
      () => this.#personsToIndex(unreadable),
      (changes) => this.persons.setIndexes(changes),
    );
    return { users, persons, unreadable };
  }

  /** Returns how many rows were changed. The search leaves out rows that are unreadable. */
  async #inBatches<Change>(
    unreadable: string[],
    find: () => Promise<readonly Found<Change>[]>,
    store: (changes: readonly Change[]) => Promise<number>,
  ): Promise<number> {
    for (let total = 0; ;) {
      const found = await find();
      if (found.length === 0) return total;
      const changes = found.flatMap((row) => readable(row, unreadable));
      if (unreadable.length > MOST_UNREADABLE) throw new Error('AUTH_DATA_KEYS does not open more than 1,000 rows');
      if (changes.length > 0) total += await store(changes);
    }
  }

  async #usersToIndex(except: readonly string[]) {
    const users = await this.users.indexedIn(this.personalData.indexKeys.notInUse, BATCH, except);
    return users.map(({ userId, mode, sealedPhone }) => ({
      id: userId,
      change: () => {
        const phone = this.personalData.open(sealedPhone, 'end_user.phone', userId) as PhoneNumber;
        return { userId, phoneIndex: this.personalData.phoneIndexes(mode, phone)[0] };
      },
    }));
  }

  async #personsToIndex(except: readonly string[]) {
    const persons = await this.persons.indexedIn(this.personalData.indexKeys.notInUse, BATCH, except);
    return persons.map(({ personId, sealedEmail }) => ({
      id: personId,
      change: () => {
        const email = this.personalData.open(sealedEmail, 'person.email', personId);
        return { personId, emailIndex: this.personalData.emailIndexes(email)[0] };
      },
    }));
  }
}

function readable<Change>({ id, change }: Found<Change>, unreadable: string[]): readonly Change[] {
  try {
    return [change()];
  } catch (error) {
    if (!(error instanceof SealFault)) throw error;
    unreadable.push(id);
    return [];
  }
}
