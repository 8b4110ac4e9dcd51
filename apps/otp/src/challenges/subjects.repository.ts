import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { DatabaseTransaction, KeyedRequest, LookedUp } from '@paygate/platform';
import { IdempotencyRecords } from '@paygate/platform';
import type { Budget } from '../budgets/budget.js';
import type { BudgetScope } from '../budgets/budget-scope.js';
import type { UsesRow } from '../budgets/budgets.repository.js';
import { BudgetsRepository, provedSql } from '../budgets/budgets.repository.js';
import type { OtpAction } from '../budgets/source-caps.js';
import type { ChallengeScope } from './challenge-scope.js';
import type { StoredChallenge } from './challenges.repository.js';
import { CHALLENGE_COLUMNS, NOW } from './challenges.repository.js';

/** The subject of a request or a check. */
export interface SubjectQuery {
  readonly scope: ChallengeScope;
  /** The challenge that the caller names. */
  readonly challengeId: string | undefined;
  /** The idempotency key of the caller; undefined where none is kept. */
  readonly keyed: KeyedRequest<OtpAction> | undefined;
}

/** The state of a subject at one moment, until the transaction ends. */
export interface SubjectState<Answer> {
  /** The database's time. */
  readonly now: Date;
  /** The answer that the idempotency key got before, or the refusal of another body under it. */
  readonly earlier: Reply<Answer> | undefined;
  /** The challenge that the caller names, in whatever state, of whatever scope. */
  readonly named: StoredChallenge | undefined;
  /**
   * The challenges that are alive, newest first: of a user those for one payment, or for none, at one merchant; of a phone those
   * of one purpose, in live mode at all merchants.
   */
  readonly alive: readonly StoredChallenge[];
  /** The use of the subject in the scope of the caller, or of one of these challenges. */
  readonly budgetOf: (scope: BudgetScope) => Budget;
}

interface StateColumns extends LookedUp, UsesRow {
  readonly now: Date;
  /** Whether the phone has proved itself at the caller's address. */
  readonly proved: boolean;
  /** The uses of the challenge's scope, where that is not the caller's. */
  readonly chargedAllSends: readonly Date[];
  readonly chargedOwnSends: readonly Date[];
  readonly chargedAllWrong: readonly Date[];
  readonly chargedOwnWrong: readonly Date[];
}
type ChallengeRow = StateColumns & StoredChallenge & { readonly isNamed: boolean };
/** One row for each challenge, or one without. */
type StateRow = ChallengeRow | (StateColumns & { readonly id: null });

/** More than the budgets of one user allow within the life of a code. */
const MOST_ALIVE = 100;
const LOOK_UP = 10;

/** The basis of decisions on sends and checks: the state of a subject, under its lock. */
@Injectable()
export class SubjectsRepository {
  readonly #readText: string;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly records: IdempotencyRecords<OtpAction>,
    private readonly budgets: BudgetsRepository,
  ) {
    // the index leads to the challenges that have not expired, however long the history is
    this.#readText = `
      WITH ${records.lookUpSql(LOOK_UP)},
      challenge AS (
        SELECT *, true AS is_named FROM otp_challenge WHERE id = $5
        UNION ALL
        (SELECT *, false FROM otp_challenge
          WHERE subject = $9 AND mode = $2 AND purpose = $6 AND expires_at > ${NOW} AND consumed_at IS NULL
            AND (purpose <> 'payment' AND mode = 'live' OR merchant_id = $7 AND intent_id IS NOT DISTINCT FROM $8)
          ORDER BY created_at DESC, id DESC LIMIT ${MOST_ALIVE}))
      SELECT clock_timestamp() AS now, ${provedSql('$1', '$4')} AS proved, earlier.sealed, earlier.known, own.*, charged."allSends" AS "chargedAllSends",
          charged."ownSends" AS "chargedOwnSends", charged."allWrong" AS "chargedAllWrong", charged."ownWrong" AS "chargedOwnWrong",
          is_named AS "isNamed", ${CHALLENGE_COLUMNS}
        FROM earlier CROSS JOIN LATERAL (${budgets.usesSql('$3')}) AS own
        LEFT JOIN challenge ON true
        CROSS JOIN LATERAL (${budgets.usesSql('nullif(challenge.budget_scope, $3)')}) AS charged
        ORDER BY created_at DESC, id DESC`;
  }

  /**
   * Runs `work` in a transaction that holds the lock of the subject, which serializes all its sends and checks: what was read is what
   * the decision counts on, and a losing request is refused only after the winner's answer is stored.
   */
  locked<Answer, Result>(
    query: SubjectQuery,
    work: (tx: Transaction, state: SubjectState<Answer>) => Promise<Result>,
  ): Promise<Result> {
    return this.unitOfWork.run(async (tx) => {
      await this.#lock(tx, query.scope);
      return work(tx, await this.#read<Answer>(tx, query));
    });
  }

  async #lock(tx: DatabaseTransaction, { mode, subject }: ChallengeScope): Promise<void> {
    await tx.execute({
      name: 'otp-lock-subject',
      text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [`${mode}:${subject}`],
    });
  }

  /** Not with the statement of the lock, whose snapshot is older than what the lock waited for. */
  async #read<Answer>(
    tx: DatabaseTransaction,
    { scope, challengeId, keyed }: SubjectQuery,
  ): Promise<SubjectState<Answer>> {
    const rows = await tx.query<StateRow>({
      name: 'otp-read-subject',
      text: this.#readText,
      values: [
        ...[scope.countedAs, scope.mode, scope.budgetScope, scope.address, challengeId ?? null],
        ...[scope.purpose, scope.merchantId, scope.intentId, scope.subject, ...this.records.lookUpValues(keyed)],
      ],
    });
    const [first] = rows;
    if (first === undefined) throw new Error('a look-up returns a row');
    const challenges = rows.filter((row): row is ChallengeRow => row.id !== null);
    const uses = (budgetScope: BudgetScope) =>
      budgetScope === scope.budgetScope ? first : usesCharged(budgetScope, challenges);
    return {
      now: first.now,
      earlier: this.records.earlierIn(keyed, first),
      named: challenges.find(({ isNamed }) => isNamed),
      alive: challenges.filter(({ isNamed }) => !isNamed),
      budgetOf: (budgetScope) =>
        this.budgets.budgetOf({ ...scope, budgetScope, proved: first.proved }, first.now, uses(budgetScope)),
    };
  }
}

function usesCharged(budgetScope: BudgetScope, challenges: readonly ChallengeRow[]): UsesRow {
  const found = challenges.find((challenge) => challenge.budgetScope === budgetScope);
  if (found === undefined) throw new Error('only the budgets of the caller and of its challenges are read');
  return {
    allSends: found.chargedAllSends,
    ownSends: found.chargedOwnSends,
    allWrong: found.chargedAllWrong,
    ownWrong: found.chargedOwnWrong,
  };
}
