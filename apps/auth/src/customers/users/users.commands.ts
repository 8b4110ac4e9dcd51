import { Controller } from '@nestjs/common';
import type { Principal, Reply, UserContact, UsersImported } from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { accept } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { HandleCommand, HandleCommandBatch } from '@paygate/messaging';
import { Sealer } from '@paygate/platform';
import type { Contact } from './get-user-contacts.js';
import { GetUserContacts } from './get-user-contacts.js';
import { ImportUsers } from './import-users.js';

/** Commands about end users. Sealed fields are opened and made here. */
@Controller()
export class UsersCommands {
  constructor(
    private readonly users: ImportUsers,
    private readonly contacts: GetUserContacts,
    private readonly sealer: Sealer,
  ) {}

  @HandleCommand(contract.importUsers)
  importUsers(
    { mode, users }: contract.ImportUsersCommand,
    message: Received<contract.ImportUsersCommand>,
  ): Promise<Reply<UsersImported>> {
    const opened = users.map(({ userId, phoneNumber, email, passwordHash }) => ({
      userId,
      phoneNumber: this.sealer.open(phoneNumber, 'import-users.phone'),
      email: email === undefined ? undefined : this.sealer.open(email, 'import-users.email'),
      passwordHash,
    }));
    return this.users.import(mode, opened, message);
  }

  @HandleCommandBatch(contract.getUserContact)
  async getUserContact(
    batch: readonly Received<contract.GetUserContactCommand>[],
  ): Promise<readonly Reply<UserContact>[]> {
    const contacts = await this.contacts.get(batch.map((message) => message.payload));
    return batch.map(({ payload, producer }, position) => {
      const addressee = producer === 'charging' ? 'charging' : 'otp';
      return accept({ userId: payload.userId, ...this.#seal(addressee, contacts[position]) });
    });
  }

  #seal(addressee: Principal, contact: Contact | undefined): Omit<UserContact, 'userId'> {
    if (contact === undefined) return {};
    const { phoneNumber, email } = contact;
    return {
      phoneNumber: this.sealer.seal(addressee, phoneNumber, 'user-contact.phone'),
      ...(email === undefined ? {} : { email: this.sealer.seal(addressee, email, 'user-contact.email') }),
    };
  }
}
