import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { refuse } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { uuidV7 } from '@paygate/platform';
import type { StoredChallenge } from './challenges.repository.js';
import { Codes } from './codes.js';
import { DecideCheck } from './decide-check.js';
import { DecisionsRepository } from './decisions.repository.js';
import { budgetSpent } from './otp-answers.js';
import type { SubjectQuery, SubjectState } from './subjects.repository.js';
import { SubjectsRepository } from './subjects.repository.js';

/** A guess, and the challenge that it is for: the one that the caller names, else the newest open one of the scope. */
export interface Guess extends SubjectQuery {
  readonly code: string;
}

/** A right code, in the transaction that has to count its check. */
export interface RightCode {
  readonly tx: Transaction;
  readonly challenge: StoredChallenge;
  /** The database's time. */
  readonly now: Date;
}

/** Checks codes of all purposes. */
@Injectable()
export class CheckCode {
  constructor(
    private readonly subjects: SubjectsRepository,
    private readonly decideCheck: DecideCheck,
    private readonly decisions: DecisionsRepository,
    private readonly codes: Codes,
  ) {}

  /**
   * Compares a code and counts the check, in one transaction: one lock, one read, one write. Checks of one user are judged one
   * after the other, so that of however many right guesses one has the effect of `open`, none is refused before the answer of that
   * one is stored, and none is answered before it is counted. `open` counts the check of a right code; false when the challenge
   * is not open any more. A right code is accepted from any caller, since it was read on the user's phone.
   */
  check<Answer>(guess: Guess, open: (right: RightCode) => Promise<Reply<Answer> | false>): Promise<Reply<Answer>> {
    return this.subjects.locked<Answer, Reply<Answer>>(
      guess,
      async (tx, state) => state.earlier ?? this.#compare(guess, state, tx, open),
    );
  }

  async #compare<Answer>(
    guess: Guess,
    state: SubjectState<Answer>,
    tx: Transaction,
    open: (right: RightCode) => Promise<Reply<Answer> | false>,
  ): Promise<Reply<Answer>> {
    const { now } = state;
    const { challenge, caller, spentForSeconds } = this.decideCheck.decide(guess, state);
    const isRight = this.codes.matches(guess.code, challenge && { id: challenge.id, hash: challenge.codeHash });
    if (challenge === undefined)
      return spentForSeconds === undefined ? refuse('otp_invalid') : budgetSpent(spentForSeconds, caller.budgetScope);
    if (isRight) return (await open({ tx, challenge, now })) || refuse('otp_invalid');
    await this.decisions.countWrong(tx, challenge.id, { id: uuidV7(), caller, at: now });
    return refuse('otp_invalid');
  }
}
