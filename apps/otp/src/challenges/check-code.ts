import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Received, Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { uuidV7 } from '@paygate/platform';
import { BudgetsRepository } from '../budgets/budgets.repository.js';
import { Codes } from './codes.js';
import type { Guess } from './count-check.js';
import { CountCheck } from './count-check.js';
import { budgetSpent } from './otp-answers.js';

/** Checks codes of all purposes. */
@Injectable()
export class CheckCode {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly countCheck: CountCheck,
    private readonly budgets: BudgetsRepository,
    private readonly codes: Codes,
  ) {}

  /**
   * Counts a check, then compares, in one transaction: checks of one user are judged one after the other, so that of however
   * many right guesses one has the effect of `open`, and none is refused before the answer of that one is stored. A right code
   * is accepted from any caller, since it was read on the user's phone.
   */
  check<Answer>(
    guess: Guess,
    { id, requestId }: Received<unknown>,
    open: (tx: Transaction, challengeId: string) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    return this.unitOfWork.run((tx) => this.#check(tx, guess, open), { requestId, causationId: id });
  }

  async #check<Answer>(
    tx: Transaction,
    guess: Guess,
    open: (tx: Transaction, challengeId: string) => Promise<Reply<Answer>>,
  ): Promise<Reply<Answer>> {
    const { challenge, caller, now, spentForSeconds } = await this.countCheck.count(tx, guess);
    if (this.codes.matches(guess.code, challenge) && challenge !== undefined) return open(tx, challenge.id);
    if (challenge !== undefined) await this.budgets.charge(tx, 'wrong_check', { id: uuidV7(), caller, at: now });
    else if (spentForSeconds !== undefined) return budgetSpent(spentForSeconds, caller.budgetScope);
    return refuse('otp_invalid');
  }
}
