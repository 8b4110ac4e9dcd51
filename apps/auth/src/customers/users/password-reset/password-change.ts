import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import type { AuditEntry } from '../../../audit/audit-trail.js';
import { AuditTrail } from '../../../audit/audit-trail.js';
import { UserSessions } from '../../sessions/user-sessions.js';
import type { Account } from '../../../throttle/sign-in-attempts.repository.js';
import { SignInThrottle } from '../../../throttle/sign-in-throttle.js';
import type { LockedUser } from '../users.repository.js';
import { UsersRepository } from '../users.repository.js';

/** Gives a user another password, and ends the tokens, waits and trusted networks of the previous one. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly users: UsersRepository,
    private readonly throttle: SignInThrottle,
    private readonly sessions: UserSessions,
    private readonly audit: AuditTrail,
  ) {}

  /** Returns the time up to which tokens are denied, RFC 3339. */
  async change(
    tx: Transaction,
    { id, mode, accountIndex }: LockedUser & Account,
    passwordHash: string,
    by: Pick<AuditEntry, 'merchantId' | 'actor' | 'requestId'>,
  ): Promise<string> {
    await this.users.changePassword(tx, id, passwordHash);
    await this.throttle.resetAttempts(tx, { mode, accountIndex });
    const { issuedUntil } = await this.sessions.end(tx, id);
    await this.audit.append(tx, { mode, action: 'password.reset', subject: id, ...by });
    return issuedUntil;
  }
}
