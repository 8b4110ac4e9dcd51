import { Injectable } from '@nestjs/common';
import type { Transaction } from '@paygate/messaging';
import type { AuditEntry } from './audit-trail.js';
import { AuditTrail } from './audit-trail.js';
import { SignInThrottle } from './sign-in/sign-in-throttle.js';
import { UserSessions } from './user-sessions.js';
import type { HeldUser } from './users.repository.js';
import { UsersRepository } from './users.repository.js';

/**
 * Gives users another password, and ends what the one before has brought: their tokens, the wait after wrong ones, and the
 * networks that it made known. Whoever had it is a stranger now, at home too.
 */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly users: UsersRepository,
    private readonly throttle: SignInThrottle,
    private readonly sessions: UserSessions,
    private readonly audit: AuditTrail,
  ) {}

  /** In a transaction that holds the user. Answers up to when tokens are denied, RFC 3339. */
  async execute(
    tx: Transaction,
    user: HeldUser,
    passwordHash: string,
    by: Pick<AuditEntry, 'merchantId' | 'actor' | 'requestId'>,
  ): Promise<string> {
    const { id, mode, phoneIndex: accountIndex } = user;
    await this.users.changePassword(tx, id, passwordHash);
    await this.throttle.resetAttempts(tx, { mode, accountIndex });
    const { issuedUntil } = await this.sessions.end(tx, id);
    await this.audit.append(tx, { mode, action: 'password.reset', subject: id, ...by });
    return issuedUntil;
  }
}
