import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { AuthConfig } from '../../config.js';
import { backoffSchedule } from '../../sign-in-throttle/backoff.js';
import { Memberships } from '../memberships.js';
import { PersonsRepository } from '../persons.repository.js';
import { isRecoveryCode, plainCode } from './domain/recovery-code.js';
import { stepOf } from './domain/totp.js';
import type { CodeSource, SecondFactor } from './second-factors.repository.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** A code that a person presents. */
export interface PresentedCode {
  readonly personId: string;
  readonly code: string;
  readonly requestId: string;
  readonly source: CodeSource;
}

/**
 * Checks the codes of second factors. A code works once. Wrong codes in a row are counted per person, apart for trusted networks and
 * sessions, and followed by waits that grow as after wrong passwords; a new password does not reset them. So whoever has the password
 * keeps the person waiting at networks that the person has never used only. Recovery codes never wait: their 80 bits are not guessed.
 */
@Injectable()
export class SecondFactorCheck {
  readonly #waitsSeconds: readonly number[];

  constructor(
    private readonly persons: PersonsRepository,
    private readonly factors: SecondFactorsRepository,
    private readonly memberships: Memberships,
    config: AuthConfig,
  ) {
    this.#waitsSeconds = backoffSchedule({
      freeAttempts: config.SIGN_IN_FREE_ATTEMPTS,
      firstWaitSeconds: config.SIGN_IN_FIRST_WAIT_SECONDS,
      longestWaitSeconds: config.SIGN_IN_LONGEST_WAIT_SECONDS,
    });
  }

  /** The refusal of a sign-in whose password is right; undefined when the person has no second factor, or its code is right. */
  async atSignIn(
    tx: DatabaseTransaction,
    { code, ...presented }: Omit<PresentedCode, 'code'> & { readonly code: string | undefined },
  ): Promise<Refusal | undefined> {
    // the lock lets no second factor appear between here and the beginning of the session
    await this.persons.lock(tx, presented.personId);
    const factor = await this.factors.find(tx, presented.personId);
    if (factor === undefined || factor.enabledAt === null) return undefined;
    if (code === undefined) return refuse('second_factor_required');
    return this.check(tx, factor, { ...presented, code });
  }

  /** The refusal of a code, which is counted; undefined when it is right, and now used. The person is locked. */
  async check(
    tx: DatabaseTransaction,
    factor: SecondFactor,
    { personId, code, requestId, source }: PresentedCode,
  ): Promise<Refusal | undefined> {
    const plain = plainCode(code);
    const retryAfter = factor.waitSeconds[source];
    if (isRecoveryCode(plain)) {
      if (await this.factors.consumeRecoveryCode(tx, personId, plain)) {
        await this.memberships.recordCredential(tx, 'member.recovery_code_used', { personId, requestId });
        return undefined;
      }
    } else {
      if (retryAfter !== null) return refuse('login_throttled', { fields: { retryAfter } });
      const step = stepOf(factor.secret, plain, factor);
      if (step !== undefined && (await this.factors.consumeStep(tx, personId, { step, source }))) return undefined;
    }
    await this.factors.countFailure(tx, personId, { source, waitsSeconds: this.#waitsSeconds });
    await this.memberships.recordCredential(tx, 'member.second_factor_refused', { personId, requestId });
    return refuse('second_factor_invalid', { param: 'code' });
  }
}
