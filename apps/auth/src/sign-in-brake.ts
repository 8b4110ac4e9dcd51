import { Injectable } from '@nestjs/common';
import type { Refusal, Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { AuditTrail } from './audit-trail.js';
import { AuthConfig } from './config.js';
import { backoffSchedule } from './domain/sign-in-backoff.js';
import type { RunHash } from './hash-pool.js';
import { HashPool } from './hash-pool.js';
import type { SignInAttempt } from './sign-in-attempts.repository.js';
import { SignInAttemptsRepository } from './sign-in-attempts.repository.js';

/** An attempt at a merchant, and who brought it. */
export interface GuardedAttempt extends SignInAttempt {
  readonly merchantId: string;
  readonly actor: string;
  readonly requestId: string;
}

/**
 * What stands before every hash: a place in the pool of this instance, then the count of the phone number, which holds over
 * all instances. What is too much is turned away before it costs a hash, under a flood even before it costs a statement.
 */
@Injectable()
export class SignInBrake {
  readonly #waitsSeconds: readonly number[];

  constructor(
    private readonly pool: HashPool,
    private readonly attempts: SignInAttemptsRepository,
    private readonly audit: AuditTrail,
    config: AuthConfig,
  ) {
    this.#waitsSeconds = backoffSchedule({
      freeAttempts: config.SIGN_IN_FREE_ATTEMPTS,
      firstWaitSeconds: config.SIGN_IN_FIRST_WAIT_SECONDS,
      longestWaitSeconds: config.SIGN_IN_LONGEST_WAIT_SECONDS,
    });
  }

  /**
   * Lets one attempt through to `check`, or refuses it. It is counted as wrong beforehand, so neither a crash nor attempts
   * at one time give a guess away; a positive answer takes the count back. A negative one after which the number has
   * to wait is put on record, by the number's index only.
   */
  async guard<Answer>(
    attempt: GuardedAttempt,
    check: (run: RunHash) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const answer = this.pool.admit(async (run) => {
      const admission = await this.attempts.admit(attempt, this.#waitsSeconds);
      if (!admission.admitted) return throttled(admission.waitSeconds);
      const reply = await check(run);
      if (reply.ok) await this.attempts.forgive(attempt.mode, attempt.phoneIndex);
      else if (admission.waitSeconds > 0) await this.#record(attempt, admission.waitSeconds);
      return reply;
    });
    return answer ?? throttled(this.pool.retryAfterSeconds);
  }

  #record({ mode, phoneIndex, ...attempt }: GuardedAttempt, waitSeconds: number): Promise<void> {
    const { merchantId, actor, requestId } = attempt;
    const subject = phoneIndex.toString('base64url');
    const entry = { merchantId, mode, action: 'sign_in.throttled', subject, actor, requestId } as const;
    return this.audit.record({ ...entry, detail: { waitSeconds } });
  }
}

function throttled(retryAfter: number): Refusal {
  return refuse('login_throttled', { fields: { retryAfter } });
}
