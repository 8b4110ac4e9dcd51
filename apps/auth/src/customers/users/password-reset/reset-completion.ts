import { Injectable } from '@nestjs/common';
import type { PasswordReset, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { PendingRequest } from '../../../idempotency/idempotent-requests.js';
import { IdempotentRequests } from '../../../idempotency/idempotent-requests.js';
import { UsersRepository } from '../users.repository.js';
import { PasswordChange } from './password-change.js';
import type { PhoneClaim } from '../phone-claims.repository.js';
import { PhoneClaimsRepository } from '../phone-claims.repository.js';

/** A reset whose code was right. */
export interface ConfirmedReset {
  readonly reset: PhoneClaim;
  readonly passwordHash: string;
  /** The API key of the request. */
  readonly actor: string;
}

/** The transaction that consumes a reset and changes the password. Of concurrent requests with the right code only one succeeds. */
@Injectable()
export class ResetCompletion {
  constructor(
    private readonly users: UsersRepository,
    private readonly claims: PhoneClaimsRepository,
    private readonly change: PasswordChange,
    private readonly requests: IdempotentRequests,
  ) {}

  complete(
    request: PendingRequest<PasswordReset>,
    { reset, passwordHash, actor }: ConfirmedReset,
  ): Promise<Reply<PasswordReset>> {
    const by = { merchantId: reset.merchantId, actor, requestId: request.message.requestId };
    return this.requests.commit(request, async (tx) => {
      const user = await this.users.lock(tx, reset.mode, reset.phoneIndexes);
      if (user === undefined || !(await this.claims.consume(tx, reset))) return refuse('otp_invalid');
      const issuedUntil = await this.change.change(
        tx,
        { ...user, accountIndex: reset.phoneIndexes[0] },
        passwordHash,
        by,
      );
      return accept({ userId: user.id, issuedUntil });
    });
  }
}
