import { Injectable } from '@nestjs/common';
import type { BudgetScope } from '../budgets/budget-scope.js';
import type { BudgetCaller } from '../budgets/budgets.repository.js';
import type { OtpLimits } from '../budgets/limits.js';
import { limitsOf } from '../budgets/limits.js';
import { OtpConfig } from '../../config.js';
import type { Challenge } from './challenge.js';
import { challengeToCheck, checksOpenAfterSeconds, isOf, isOpen } from './challenge.js';
import type { ChallengeScope } from './challenge-scope.js';
import { holdsPayment } from './challenge-scope.js';
import type { StoredChallenge } from './challenges.repository.js';
import type { SubjectQuery, SubjectState } from './subjects.repository.js';

export interface DecidedCheck {
  /** The challenge to compare with; undefined when nothing may be compared. */
  readonly challenge: StoredChallenge | undefined;
  /** The subject whose budget a wrong code is charged to. */
  readonly caller: BudgetCaller;
  /** The wait before another check that the wrong checks of the day impose; undefined when there is none. */
  readonly spentForSeconds: number | undefined;
}

/** Finds the challenge that a guess may be compared with, on what was read under the lock of its subject. */
@Injectable()
export class DecideCheck {
  readonly #limits: OtpLimits;

  constructor(config: OtpConfig) {
    this.#limits = limitsOf(config);
  }

  /**
   * A caller that supplies the unguessable challenge id, or holds the payment, is treated as the challenge's owner: it keeps the
   * checks that the challenge has left even when others have spent the day. After that only no further code is sent.
   */
  decide({ scope, challengeId }: SubjectQuery, state: SubjectState<unknown>): DecidedCheck {
    const meant =
      challengeId === undefined ? challengeToCheck(state.alive, scope, this.#limits) : this.#named(scope, state);
    const isOwner = challengeId !== undefined || holdsPayment(scope);
    const caller = { ...scope, budgetScope: scopeOfCheck(scope, isOwner, meant) };
    const spentForSeconds = checksOpenAfterSeconds(state.budgetOf(caller.budgetScope), this.#limits);
    const challenge = isOwner || spentForSeconds === undefined ? meant : undefined;
    return { challenge, caller, spentForSeconds };
  }

  #named(scope: ChallengeScope, { named }: SubjectState<unknown>): StoredChallenge | undefined {
    return named !== undefined && isOf(named, scope) && isOpen(named, this.#limits) ? named : undefined;
  }
}

/** Owners and trusted callers draw on the budget of the challenge; the signed-in user and untrusted callers on their own. */
function scopeOfCheck(scope: ChallengeScope, isOwner: boolean, challenge: Challenge | undefined): BudgetScope {
  const drawsOnOwn = scope.budgetScope === 'signed_in' || !(isOwner || scope.trusted);
  return drawsOnOwn ? scope.budgetScope : (challenge?.budgetScope ?? scope.budgetScope);
}
