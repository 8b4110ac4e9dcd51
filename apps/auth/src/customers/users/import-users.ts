import { Injectable } from '@nestjs/common';
import type { Mode, Refusal, Reply, UsersImported } from '@paygate/contracts';
import { accept, refuse, userRegistered } from '@paygate/contracts';
import { parsePasswordHash } from '@paygate/platform';
import type { Received } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { parsePhoneNumber } from '../../phone-number.js';
import type { StoredUser } from './users.repository.js';
import { UsersRepository } from './users.repository.js';
import { PersonalData } from '../../personal-data.js';

/** An imported user, not validated yet. */
export interface NewUser {
  readonly userId: string;
  readonly phoneNumber: string;
  readonly email: string | undefined;
  readonly passwordHash: string;
}

/** Imports users, all or none. A phone number that belongs to a user keeps its user, password and e-mail address. */
@Injectable()
export class ImportUsers {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly users: UsersRepository,
    private readonly personalData: PersonalData,
  ) {}

  async import(mode: Mode, users: readonly NewUser[], message: Received<unknown>): Promise<Reply<UsersImported>> {
    const stored: StoredUser[] = [];
    for (const [position, user] of users.entries()) {
      const read = this.#read(mode, user, position);
      if ('code' in read) return read;
      stored.push(read);
    }
    try {
      return await this.#store(mode, stored, message);
    } catch (error) {
      if (error instanceof UserIdTaken) return error.refusal;
      throw error;
    }
  }

  #store(mode: Mode, users: readonly StoredUser[], message: Received<unknown>): Promise<Reply<UsersImported>> {
    return this.unitOfWork.run(
      async (tx) => {
        const added = await this.users.insertNew(tx, mode, users);
        for (const userId of added) tx.emit(userRegistered, { userId, mode });
        const owners = await this.users.idsByPhone(
          tx,
          mode,
          users.flatMap(({ phoneIndexes }) => phoneIndexes),
        );
        const userIds = users.map(({ phoneIndexes }, position) => {
          const [owner] = phoneIndexes.flatMap((index) => owners.get(index.toString('hex')) ?? []);
          if (owner === undefined) throw new UserIdTaken(position);
          return owner;
        });
        return accept({ userIds });
      },
      { requestId: message.requestId, causationId: message.id },
    );
  }

  #read(mode: Mode, user: NewUser, position: number): StoredUser | Refusal {
    const { userId, email, passwordHash } = user;
    const phone = parsePhoneNumber(user.phoneNumber);
    if (phone === undefined) return refuse('phone_invalid', { param: `users.${position}.phoneNumber` });
    if (parsePasswordHash(passwordHash) === undefined) {
      return refuse('parameter_invalid', { param: `users.${position}.passwordHash` });
    }
    return {
      id: userId,
      phoneIndexes: this.personalData.phoneIndexes(mode, phone),
      sealedPhone: this.personalData.seal(phone, 'end_user.phone', userId),
      sealedEmail: email === undefined ? null : this.personalData.seal(email, 'end_user.email', userId),
      passwordHash,
    };
  }
}

/** A new phone number came under the id of another user: nothing of the batch is stored. */
class UserIdTaken extends Error {
  constructor(private readonly position: number) {
    super('the id of a user is taken');
  }

  get refusal(): Refusal {
    return refuse('parameter_invalid', { param: `users.${this.position}.userId`, detail: 'the id is taken' });
  }
}
