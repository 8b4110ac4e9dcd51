import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { uuidV7 } from '@paygate/platform';
import type { StoredChallenge } from './challenges.repository.js';
import { Codes } from './codes.js';
import { DecideCheck } from './decide-check.js';
import type { RightCheck } from './decisions/decisions.repository.js';
import { budgetSpent } from './otp-answers.js';
import type { Decision } from './subject-batches.js';
import { SubjectBatches } from './subject-batches.js';
import type { SubjectQuery, SubjectState } from './subjects.repository.js';

/** A guess, and the challenge that it is for: the one that the caller names, else the newest open one of the scope. */
export interface Guess extends SubjectQuery {
  readonly code: string;
}

/** A right code, in the transaction that counts its check. */
export interface RightCode {
  readonly tx: Transaction;
  readonly challenge: StoredChallenge;
  /** The database's time. */
  readonly now: Date;
}

/** The effect of a right code: its answer, and the check to count. */
export type Opening<Answer extends object> = Omit<RightCheck, 'kind' | 'challengeId' | 'answer'> & {
  readonly answer: Answer;
};

/** Checks codes of all purposes. */
@Injectable()
export class CheckCode {
  constructor(
    private readonly batches: SubjectBatches,
    private readonly decideCheck: DecideCheck,
    private readonly codes: Codes,
  ) {}

  /**
   * Compares a code and counts the check, in one transaction. Checks of one user are judged one after the other, so that of however many
   * right guesses one has the effect of `open`, none is refused before the answer of that one is stored, and none is answered before it
   * is counted. A right code is accepted from any caller, since it was read on the user's phone.
   */
  check<Answer extends object>(
    guess: Guess,
    open: (right: RightCode) => Opening<Answer> | Promise<Opening<Answer>>,
  ): Promise<Reply<Answer>> {
    return this.batches.decide<Answer, Reply<Answer>>(guess, (state, tx) =>
      state.earlier === undefined ? this.#compare(guess, state, tx, open) : { result: state.earlier },
    );
  }

  async #compare<Answer extends object>(
    guess: Guess,
    state: SubjectState<Answer>,
    tx: Transaction,
    open: (right: RightCode) => Opening<Answer> | Promise<Opening<Answer>>,
  ): Promise<Decision<Reply<Answer>>> {
    const { now } = state;
    const { challenge, caller, spentForSeconds } = this.decideCheck.decide(guess, state);
    const isRight = this.codes.matches(guess.code, challenge && { id: challenge.id, hash: challenge.codeHash });
    const invalid = refuse('otp_invalid');
    if (challenge === undefined)
      return { result: spentForSeconds === undefined ? invalid : budgetSpent(spentForSeconds, caller.budgetScope) };
    const { id: challengeId } = challenge;
    if (!isRight) {
      const write = { kind: 'wrong', challengeId, useId: uuidV7(), caller, at: now } as const;
      return { result: invalid, write, unwritten: invalid };
    }
    const opening = await open({ tx, challenge, now });
    return {
      result: accept(opening.answer),
      write: { kind: 'right', challengeId, ...opening },
      // it is not open any more
      unwritten: invalid,
    };
  }
}
