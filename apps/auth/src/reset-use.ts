import { Injectable } from '@nestjs/common';
import type { PasswordReset, Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { PendingRequest } from './idempotency/idempotent-requests.js';
import { IdempotentRequests } from './idempotency/idempotent-requests.js';
import { PasswordChange } from './password-change.js';
import type { WaitingReset } from './password-resets.repository.js';
import { PasswordResetsRepository } from './password-resets.repository.js';
import { UsersRepository } from './users.repository.js';

/** A reset whose code was right, and what it is for. */
export interface GrantedReset {
  readonly reset: WaitingReset;
  readonly passwordHash: string;
  /** The API key that asks. */
  readonly actor: string;
}

/** Uses a reset up, in the transaction that changes the password: of however many with the right code one does. */
@Injectable()
export class ResetUse {
  constructor(
    private readonly users: UsersRepository,
    private readonly resets: PasswordResetsRepository,
    private readonly change: PasswordChange,
    private readonly requests: IdempotentRequests,
  ) {}

  execute(
    request: PendingRequest<PasswordReset>,
    { reset, passwordHash, actor }: GrantedReset,
  ): Promise<Reply<PasswordReset>> {
    const by = { merchantId: reset.merchantId, actor, requestId: request.message.requestId };
    return this.requests.commit(request, async (tx) => {
      const user = await this.users.hold(tx, reset.mode, reset.phoneIndex);
      if (user === undefined || !(await this.resets.take(tx, reset))) return refuse('otp_invalid');
      const issuedUntil = await this.change.execute(tx, user, passwordHash, by);
      return accept({ userId: user.id, issuedUntil });
    });
  }
}
