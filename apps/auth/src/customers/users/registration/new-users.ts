import { Injectable } from '@nestjs/common';
import { userRegistered } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { AuditEntry } from '../../../audit/audit-trail.js';
import { AuditTrail } from '../../../audit/audit-trail.js';
import { PersonalData } from '../../../personal-data.js';
import { UsersRepository } from '../users.repository.js';
import type { PhoneClaim } from '../phone-claims.repository.js';
import { PhoneClaimsRepository } from '../phone-claims.repository.js';

/** Creates the users of confirmed registrations. */
@Injectable()
export class NewUsers {
  constructor(
    private readonly users: UsersRepository,
    private readonly claims: PhoneClaimsRepository,
    private readonly personalData: PersonalData,
    private readonly audit: AuditTrail,
  ) {}

  /**
   * Creates the user, publishes it, and removes all registrations of the number; undefined when the number belongs to a user.
   * The insert comes first, because it waits for a concurrent one of the same number.
   */
  async create(
    tx: Transaction,
    registration: PhoneClaim,
    by: Pick<AuditEntry, 'actor' | 'requestId'>,
  ): Promise<string | undefined> {
    const { merchantId, mode, phoneNumber, phoneIndexes, email, passwordHash } = registration;
    if (passwordHash === null) return undefined;
    const userId = newId('user');
    const user = {
      id: userId,
      phoneIndexes,
      sealedPhone: this.personalData.seal(phoneNumber, 'end_user.phone', userId),
      sealedEmail: email === undefined ? null : this.personalData.seal(email, 'end_user.email', userId),
      passwordHash,
    };
    if (!(await this.users.insertNew(tx, mode, [user])).has(userId)) return undefined;
    await this.claims.consume(tx, registration);
    tx.emit(userRegistered, { userId, mode });
    await this.audit.append(tx, { merchantId, mode, action: 'user.registered', subject: userId, ...by });
    return userId;
  }
}
