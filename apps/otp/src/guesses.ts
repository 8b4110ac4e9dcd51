import { Injectable } from '@nestjs/common';
import type { Refusal, VerifyOtp } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { Sealer } from '@paygate/platform';
import type { Check, CountedChallenge } from './checks.repository.js';
import { ChecksRepository } from './checks.repository.js';
import { Codes } from './codes.js';
import { OtpConfig } from './config.js';
import { checksOpenAfterSeconds } from './domain/challenge.js';
import type { OtpLimits } from './domain/limits.js';
import { limitsOf } from './limits.js';
import { budgetSpent } from './otp.view.js';
import type { Scope } from './scope.js';
import { scopeOf } from './scope.js';

/** A guess that was counted and compared. */
export interface Guess {
  readonly scope: Scope;
  readonly check: Check;
  /** The challenge that the guess was right for; consumed it is not yet. */
  readonly opened: CountedChallenge | undefined;
}

/** Counts guesses, then compares them. */
@Injectable()
export class Guesses {
  readonly #limits: OtpLimits;

  constructor(
    config: OtpConfig,
    private readonly sealer: Sealer,
    private readonly checks: ChecksRepository,
    private readonly codes: Codes,
  ) {
    this.#limits = limitsOf(config);
  }

  async make(command: VerifyOtp): Promise<Guess> {
    const code = this.sealer.open(command.otp, 'verify-otp.otp');
    const scope = scopeOf(command, command.intentionId ?? null);
    const check = await this.checks.count({ scope, challengeId: command.otpId });
    return { scope, check, opened: this.codes.matches(code, check.challenge) ? check.challenge : undefined };
  }

  /** The answer to a guess that got nothing. One that was right, and late, is taken off the user's budget again. */
  async refusal({ scope, check, opened }: Guess): Promise<Refusal> {
    if (opened !== undefined) await this.checks.uncharge(scope, opened);
    const retryAfter = check.challenge === undefined ? checksOpenAfterSeconds(check, this.#limits) : undefined;
    return retryAfter === undefined ? refuse('otp_invalid') : budgetSpent(retryAfter, scope);
  }
}
