import { Injectable } from '@nestjs/common';
import type { Refusal } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { AuthConfig } from '../../../config.js';
import { backoffSchedule } from '../../../throttle/backoff.js';
import { Memberships } from '../memberships.js';
import { PersonsRepository } from '../persons.repository.js';
import { isRecoveryCode, plainCode } from './recovery-code.js';
import { stepOf } from './totp.js';
import type { CodeSource, SecondFactor } from './second-factors.repository.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

/** A code that a person presents. */
export interface PresentedCode {
  readonly personId: string;
  readonly code: string;
  readonly requestId: string;
  readonly source: CodeSource;
}

/** A code that an open session presents without the password. */
export interface CodeOfSession extends Omit<PresentedCode, 'source'> {
  readonly sessionId: string;
}

/** Wrong codes of one session; the last ends it. */
const SESSION_WRONG_CODES_MAX = 5;

/**
 * Checks the codes of second factors. A code works once. Wrong codes in a row are counted per person, apart for trusted networks and
 * sessions, and followed by waits that grow as after wrong passwords; a new password does not reset them. So whoever has the password
 * keeps the person waiting at networks that the person has never used only. Recovery codes never wait: their 80 bits are not guessed.
 * A session that shows no password keeps nobody waiting: it ends with its fifth wrong code, and the next one takes a sign-in.
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
  async check(tx: DatabaseTransaction, factor: SecondFactor, presented: PresentedCode): Promise<Refusal | undefined> {
    const { personId, code, source } = presented;
    const retryAfter = factor.waitSeconds[source];
    if (retryAfter !== null && !isRecoveryCode(plainCode(code)))
      return refuse('login_throttled', { fields: { retryAfter } });
    if (await this.#consume(tx, factor, presented)) return undefined;
    await this.factors.countFailure(tx, personId, { source, waitsSeconds: this.#waitsSeconds });
    return this.#refuse(tx, presented);
  }

  /** {@link check} for a session that shows no password: no wait of others holds for it, and its wrong codes make nobody wait. */
  async checkOfSession(
    tx: DatabaseTransaction,
    factor: SecondFactor,
    presented: CodeOfSession,
  ): Promise<Refusal | undefined> {
    const { sessionId } = presented;
    // another code may have ended it since the request came
    if (!(await this.factors.isOpenSession(tx, sessionId))) return refuse('token_invalid');
    if (await this.#consume(tx, factor, presented)) return undefined;
    await this.factors.countFailureOfSession(tx, sessionId, SESSION_WRONG_CODES_MAX);
    return this.#refuse(tx, presented);
  }

  /** Uses a code up; false when it is wrong. */
  async #consume(
    tx: DatabaseTransaction,
    factor: SecondFactor,
    { personId, code, requestId, source }: Omit<PresentedCode, 'source'> & { readonly source?: CodeSource },
  ): Promise<boolean> {
    const plain = plainCode(code);
    if (!isRecoveryCode(plain)) {
      const step = stepOf(factor.secret, plain, factor);
      return step !== undefined && this.factors.consumeStep(tx, personId, { step, source });
    }
    const consumed = await this.factors.consumeRecoveryCode(tx, personId, plain);
    if (consumed) await this.memberships.recordCredential(tx, 'member.recovery_code_used', { personId, requestId });
    return consumed;
  }

  async #refuse(
    tx: DatabaseTransaction,
    { personId, requestId }: Pick<PresentedCode, 'personId' | 'requestId'>,
  ): Promise<Refusal> {
    await this.memberships.recordCredential(tx, 'member.second_factor_refused', { personId, requestId });
    return refuse('second_factor_invalid', { param: 'code' });
  }
}
