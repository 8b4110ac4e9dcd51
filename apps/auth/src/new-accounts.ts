import { Injectable } from '@nestjs/common';
import { userRegistered } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { AuditEntry } from './audit-trail.js';
import { AuditTrail } from './audit-trail.js';
import type { Registration } from './registrations.repository.js';
import { RegistrationsRepository } from './registrations.repository.js';
import { UsersRepository } from './users.repository.js';
import { Vault } from './vault.js';

/** Makes users of confirmed registrations. */
@Injectable()
export class NewAccounts {
  constructor(
    private readonly users: UsersRepository,
    private readonly registrations: RegistrationsRepository,
    private readonly vault: Vault,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Makes the user, tells of it and ends all registrations of the number; undefined when the number is a user's already. The
   * user's row comes first: whoever is slower waits for it, and then finds it taken.
   */
  async open(
    tx: Transaction,
    { merchantId, mode, phoneNumber, email, passwordHash }: Registration,
    by: Pick<AuditEntry, 'actor' | 'requestId'>,
  ): Promise<string | undefined> {
    const userId = newId('user');
    const user = {
      id: userId,
      phoneIndex: this.vault.phoneIndex(mode, phoneNumber),
      sealedPhone: this.vault.seal(phoneNumber, 'end_user.phone', userId),
      sealedEmail: email === undefined ? null : this.vault.seal(email, 'end_user.email', userId),
      passwordHash,
    };
    if (!(await this.users.insertNew(tx, mode, [user])).has(userId)) return undefined;
    await this.registrations.removeOfPhone(tx, mode, phoneNumber);
    tx.emit(userRegistered, { userId, mode });
    await this.audit.append(tx, { merchantId, mode, action: 'user.registered', subject: userId, ...by });
    return userId;
  }
}
