import { Injectable } from '@nestjs/common';
import { userRegistered } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { AuditEntry } from '../../audit/audit-trail.js';
import { AuditTrail } from '../../audit/audit-trail.js';
import { PersonalData } from '../../personal-data.js';
import { UsersRepository } from '../users.repository.js';
import type { Registration } from './registrations.repository.js';
import { RegistrationsRepository } from './registrations.repository.js';

/** Creates the users of confirmed registrations. */
@Injectable()
export class NewUsers {
  constructor(
    private readonly users: UsersRepository,
    private readonly registrations: RegistrationsRepository,
    private readonly personalData: PersonalData,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Creates the user, publishes it, and removes all registrations of the number; undefined when the number belongs to a user.
   * The insert comes first, because it waits for a concurrent one of the same number.
   */
  async create(
    tx: Transaction,
    { merchantId, mode, phoneNumber, email, passwordHash }: Registration,
    by: Pick<AuditEntry, 'actor' | 'requestId'>,
  ): Promise<string | undefined> {
    const userId = newId('user');
    const user = {
      id: userId,
      phoneIndex: this.personalData.phoneIndex(mode, phoneNumber),
      sealedPhone: this.personalData.seal(phoneNumber, 'end_user.phone', userId),
      sealedEmail: email === undefined ? null : this.personalData.seal(email, 'end_user.email', userId),
      passwordHash,
    };
    if (!(await this.users.insertNew(tx, mode, [user])).has(userId)) return undefined;
    await this.registrations.removeOfPhone(tx, mode, phoneNumber);
    tx.emit(userRegistered, { userId, mode });
    await this.audit.append(tx, { merchantId, mode, action: 'user.registered', subject: userId, ...by });
    return userId;
  }
}
