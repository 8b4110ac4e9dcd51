import { Injectable } from '@nestjs/common';
import type { Refusal, VerifyOtp } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import { Sealer } from '@paygate/platform';
import type { Check, CountedChallenge } from './checks.repository.js';
import { ChecksRepository } from './checks.repository.js';
import { Codes } from './codes.js';
import { budgetSpent } from './otp.view.js';
import type { Scope } from './scope.js';
import { Scopes } from './scopes.js';

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
  constructor(
    private readonly sealer: Sealer,
    private readonly checks: ChecksRepository,
    private readonly codes: Codes,
    private readonly scopes: Scopes,
  ) {}

  async make(command: VerifyOtp): Promise<Guess> {
    const code = this.sealer.open(command.otp, 'verify-otp.otp');
    const { intentionId: intentId } = command;
    const payment = intentId === undefined ? null : { intentId, payerId: null };
    const scope = this.scopes.of(command, payment);
    const check = await this.checks.count({ scope, challengeId: command.otpId });
    return { scope, check, opened: this.codes.matches(code, check.challenge) ? check.challenge : undefined };
  }

  /** The answer to a guess that got nothing. One that was right, and late, is taken off the user's budget again. */
  async refusal({ scope, check, opened }: Guess): Promise<Refusal> {
    if (opened !== undefined) await this.checks.uncharge(scope, opened);
    const { challenge, spentForSeconds } = check;
    if (challenge !== undefined || spentForSeconds === undefined) return refuse('otp_invalid');
    return budgetSpent(spentForSeconds, scope);
  }
}
