import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import type { BudgetScope } from '../budgets/budget-scope.js';
import type { BudgetCaller } from '../budgets/budgets.repository.js';
import { BudgetsRepository } from '../budgets/budgets.repository.js';
import type { OtpLimits } from '../budgets/limits.js';
import { limitsOf } from '../budgets/limits.js';
import { OtpConfig } from '../config.js';
import type { Challenge } from './challenge.js';
import { challengeToCheck, checksOpenAfterSeconds, isOf, isOpen } from './challenge.js';
import type { ChallengeScope } from './challenge-scope.js';
import { holdsPayment } from './challenge-scope.js';
import { ChallengesRepository } from './challenges.repository.js';

/** A guess, and the challenge that it is for: the one that the caller names, else the newest open one of the scope. */
export interface Guess {
  readonly scope: ChallengeScope;
  readonly challengeId: string | undefined;
  readonly code: string;
}

export interface CountedCheck {
  /** The challenge to compare with; undefined when nothing was counted. */
  readonly challenge: { readonly id: string; readonly hash: Buffer } | undefined;
  /** Whose budget a wrong code is charged to. */
  readonly caller: BudgetCaller;
  readonly now: Date;
  /** How long the wrong checks of the day forbid another; undefined when they do not. */
  readonly spentForSeconds: number | undefined;
}

/** Finds the challenge that a guess is for and counts one check of it, under the lock of its subject. */
@Injectable()
export class CountCheck {
  readonly #limits: OtpLimits;

  constructor(
    config: OtpConfig,
    private readonly budgets: BudgetsRepository,
    private readonly challenges: ChallengesRepository,
  ) {
    this.#limits = limitsOf(config);
  }

  /**
   * A caller that supplies the unguessable challenge id, or holds the payment, is treated as the challenge's owner: it keeps the
   * checks that the challenge has left even when others have spent the day. After that only no further code is sent.
   */
  async count(tx: DatabaseTransaction, guess: Guess): Promise<CountedCheck> {
    const { scope, challengeId } = guess;
    await this.budgets.lock(tx, scope);
    const meant = await this.#meant(tx, guess);
    const isOwner = challengeId !== undefined || holdsPayment(scope);
    const caller = { ...scope, budgetScope: scopeOfCheck(scope, isOwner, meant) };
    const budget = await this.budgets.read(tx, caller);
    const spentForSeconds = checksOpenAfterSeconds(budget, this.#limits);
    const mayCheck = meant !== undefined && (isOwner || spentForSeconds === undefined);
    const hash = mayCheck ? await this.challenges.countCheck(tx, meant.id) : undefined;
    const challenge = hash && meant && { id: meant.id, hash };
    return { challenge, caller, now: budget.now, spentForSeconds };
  }

  async #meant(tx: DatabaseTransaction, { scope, challengeId }: Guess): Promise<Challenge | undefined> {
    if (challengeId === undefined) return challengeToCheck(await this.challenges.alive(tx, scope), scope, this.#limits);
    const named = await this.challenges.find(challengeId, tx);
    return named !== undefined && isOf(named, scope) && isOpen(named, this.#limits) ? named : undefined;
  }
}

/** Owners and trusted callers draw on the budget of the challenge; the signed-in user and untrusted callers on their own. */
function scopeOfCheck(scope: ChallengeScope, isOwner: boolean, challenge: Challenge | undefined): BudgetScope {
  const drawsOnOwn = scope.budgetScope === 'signed_in' || !(isOwner || scope.trusted);
  return drawsOnOwn ? scope.budgetScope : (challenge?.budgetScope ?? scope.budgetScope);
}
