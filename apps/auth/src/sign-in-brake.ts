import { Injectable } from '@nestjs/common';
import type { Refusal, Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { PaygateError } from '@paygate/platform';
import type { Hash, RunHash } from './hash-pool.js';
import { HashPool } from './hash-pool.js';
import type { NumberAttempt } from './known-networks.repository.js';
import type { SignInCaller } from './sign-in-caller.js';
import { SignInCaps } from './sign-in-caps.js';
import type { Admission } from './sign-in-attempts.repository.js';
import type { LanedAttempt } from './sign-in-lanes.js';
import { SignInLanes, turnOf } from './sign-in-lanes.js';
import { SignInThrottlesRepository } from './sign-in-throttles.repository.js';

/** An attempt, and who brought it. */
export interface GuardedAttempt extends NumberAttempt {
  readonly caller: SignInCaller;
}

/** Compares a password, by a hash that is computed when its turn has come. */
export type Compare = (compare: Hash<boolean>) => Promise<boolean>;
/** Checks a password. */
export type Check<Answer> = (run: Compare) => Promise<Reply<Answer>>;

/**
 * What stands before every hash: a place in the pool of this instance, the counts of address and API key, and the count of
 * the phone number, which hold over all instances. What is too much is turned away before it costs a hash, under a flood
 * mostly before it costs a statement.
 */
@Injectable()
export class SignInBrake {
  constructor(
    private readonly pool: HashPool,
    private readonly caps: SignInCaps,
    private readonly lanes: SignInLanes,
    private readonly throttles: SignInThrottlesRepository,
  ) {}

  /**
   * Lets one attempt through to `check`, or refuses it. It is counted as wrong beforehand, so neither a crash nor attempts
   * at one time give a guess away; any answer but `credentials_invalid` says that it was right, and takes the count back.
   * A wrong one after which the number has to wait is counted for the audit trail.
   */
  async guard<Answer>(attempt: GuardedAttempt, check: Check<Answer>): Promise<Reply<Answer>> {
    const work = (run: RunHash): Promise<Reply<Answer>> => this.#try(attempt, run, check);
    const answer = this.pool.admit(work, this.caps.claimants(attempt.caller)) ?? this.#admitFromHome(attempt, work);
    return (await answer) ?? throttled(this.pool.retryAfterSeconds);
  }

  /** What strangers have of the places, of a merchant's share or its key's does not keep out who is at home. */
  async #admitFromHome<Answer>(
    { caller, ...attempt }: GuardedAttempt,
    work: (run: RunHash) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer> | undefined> {
    const isAtHome = await this.lanes.isFromHome(attempt);
    return isAtHome ? this.pool.admit(work, this.caps.claimantsAtHome(caller)) : undefined;
  }

  async #try<Answer>(
    { caller, ...attempt }: GuardedAttempt,
    run: RunHash,
    check: Check<Answer>,
  ): Promise<Reply<Answer>> {
    const laned = await this.lanes.of(attempt);
    const waitSeconds = await this.caps.waitSeconds(caller, laned);
    if (waitSeconds !== undefined) return throttled(waitSeconds);
    const admission = await this.lanes.admit(laned);
    if (!admission.admitted) return throttled(admission.waitSeconds);
    const turn = turnOf(laned, admission);
    const reply = await this.#checked(laned, admission, () =>
      check((compare) => run(compare, turn, isStranger(laned) ? (isRight) => !isRight : undefined)),
    );
    if (reply.ok || reply.code !== 'credentials_invalid') await this.lanes.welcome(laned);
    else if (admission.waitSeconds > 0) await this.throttles.count(caller.merchantId, caller.mode);
    return reply;
  }

  /** An attempt whose hash cannot be computed was none. */
  async #checked<Answer>(
    laned: LanedAttempt,
    { isCounted }: Admission,
    check: () => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    try {
      return await check();
    } catch (error) {
      if (isCounted && isServiceUnavailable(error)) await this.lanes.withdraw(laned);
      throw error;
    }
  }
}

/** Whether nothing is known for an attempt: no network that its number signed in from, and no merchant's server that asks. */
function isStranger({ isAtHome, network }: LanedAttempt): boolean {
  return !isAtHome && network !== undefined;
}

function isServiceUnavailable(error: unknown): boolean {
  return error instanceof PaygateError && error.code === 'service_unavailable';
}

function throttled(retryAfter: number): Refusal {
  return refuse('login_throttled', { fields: { retryAfter } });
}
