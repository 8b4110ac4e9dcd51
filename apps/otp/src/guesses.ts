import { Injectable } from '@nestjs/common';
import type { Refusal, VerifyOtp } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Sealer } from '@paygate/platform';
import type { Check, CheckRequest, CountedChallenge } from './checks.repository.js';
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

  async make(tx: DatabaseTransaction, command: VerifyOtp): Promise<Guess> {
    const code = this.sealer.open(command.otp, 'verify-otp.otp');
    const request = this.requestOf(command);
    const { scope } = request;
    const check = await this.checks.count(tx, request);
    return { scope, check, opened: this.codes.matches(code, check.challenge) ? check.challenge : undefined };
  }

  requestOf(command: VerifyOtp): CheckRequest {
    const { intentionId: intentId, otpId: challengeId } = command;
    return { scope: this.scopes.of(command, intentId === undefined ? null : { intentId, payerId: null }), challengeId };
  }
}

/** The answer to a guess that got nothing. */
export function refusalOf({ scope, check: { challenge, spentForSeconds } }: Guess): Refusal {
  if (challenge !== undefined || spentForSeconds === undefined) return refuse('otp_invalid');
  return budgetSpent(spentForSeconds, scope);
}
