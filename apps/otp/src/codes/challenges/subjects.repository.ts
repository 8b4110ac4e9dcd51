import { Injectable } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import type { DatabaseTransaction, KeyedRequest, LookedUp } from '@paygate/platform';
import { IdempotencyRecords, RowColumns } from '@paygate/platform';
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
  /** True when anybody has requested a code of the payment before. */
  readonly hadCode: boolean;
  /** The use of the subject in the scope of the caller, or of one of these challenges. */
  readonly budgetOf: (scope: BudgetScope) => Budget;
}

interface StateColumns extends LookedUp, UsesRow {
  /** The number of the query, from 1 on. */
  readonly turn: number;
  readonly now: Date;
  readonly hadCode: boolean;
  /** True when the phone has proved itself at the caller's address. */
  readonly proved: boolean;
  /** The uses of the challenge's scope, where that is not the caller's. */
  readonly chargedAllSends: readonly Date[];
  readonly chargedOwnSends: readonly Date[];
  readonly chargedAllWrong: readonly Date[];
  readonly chargedOwnWrong: readonly Date[];
}
type ChallengeRow = StateColumns & StoredChallenge & { readonly isNamed: boolean };
/** For each query one row for each challenge, or one without. */
type StateRow = ChallengeRow | (StateColumns & { readonly id: null });

/** More than the budgets of one user allow within the life of a code. */
const MOST_ALIVE = 100;

/** The basis of decisions on sends and checks: the states of subjects whose locks the transaction holds. */
@Injectable()
export class SubjectsRepository {
  readonly #columns: RowColumns<SubjectQuery>;
  readonly #readText: string;

  constructor(
    private readonly records: IdempotencyRecords<OtpAction>,
    private readonly budgets: BudgetsRepository,
  ) {
    this.#columns = new RowColumns<SubjectQuery>([
      ['of_counted', 'text', ({ scope }) => scope.countedAs],
      ['of_mode', 'text', ({ scope }) => scope.mode],
      ['of_scope', 'text', ({ scope }) => scope.budgetScope],
      ['of_address', 'text', ({ scope }) => scope.address],
      ['of_challenge', 'text', ({ challengeId }) => challengeId ?? null],
      ['of_purpose', 'text', ({ scope }) => scope.purpose],
      ['of_merchant', 'text', ({ scope }) => scope.merchantId],
      ['of_intent', 'text', ({ scope }) => scope.intentId],
      ['of_subject', 'text', ({ scope }) => scope.subject],
      ...records.lookUpColumns(({ keyed }: SubjectQuery) => keyed),
    ]);
    // scalar subqueries look each row up in an index, whatever size of the tables the planner estimates, and that index leads to
    // the challenges that have not expired, however long the history is
    this.#readText = `
      WITH ${this.#columns.sql('query')}, ${records.lookUpSql('query')}
      SELECT query.turn, clock_timestamp() AS now,
          (SELECT true FROM otp_challenge WHERE intent_id = of_intent LIMIT 1) IS NOT NULL AS "hadCode",
          ${provedSql('of_counted', 'of_address')} AS proved, earlier.sealed, earlier.known, own.*,
          charged."allSends" AS "chargedAllSends", charged."ownSends" AS "chargedOwnSends",
          charged."allWrong" AS "chargedAllWrong", charged."ownWrong" AS "chargedOwnWrong",
          is_named AS "isNamed", ${CHALLENGE_COLUMNS}
        FROM query JOIN earlier ON earlier.turn = query.turn
        CROSS JOIN LATERAL (${budgets.usesSql('of_scope')}) AS own
        LEFT JOIN LATERAL (
          SELECT *, true AS is_named FROM otp_challenge WHERE id = of_challenge
          UNION ALL
          (SELECT *, false FROM otp_challenge
            WHERE subject = of_subject AND mode = of_mode AND purpose = of_purpose AND expires_at > ${NOW} AND consumed_at IS NULL
              AND (purpose <> 'payment' AND mode = 'live' OR merchant_id = of_merchant AND intent_id IS NOT DISTINCT FROM of_intent)
            ORDER BY created_at DESC, id DESC LIMIT ${MOST_ALIVE})) AS challenge ON true
        CROSS JOIN LATERAL (${budgets.usesSql('nullif(challenge.budget_scope, of_scope)')}) AS charged
        ORDER BY query.turn, created_at DESC, id DESC`;
  }

  /**
   * The state of each subject, in the order of the queries, for a transaction that holds their locks. Not with the statement of the
   * locks, whose snapshot is older than what they waited for.
   */
  async read(tx: DatabaseTransaction, queries: readonly SubjectQuery[]): Promise<readonly SubjectState<unknown>[]> {
    const rows = await tx.query<StateRow>({
      name: 'otp-read-subject',
      text: this.#readText,
      values: this.#columns.values(queries),
    });
    const byTurn = Map.groupBy(rows, ({ turn }) => turn);
    return queries.map((query, index) => this.#stateOf(query, byTurn.get(index + 1) ?? []));
  }

  #stateOf({ scope, keyed }: SubjectQuery, rows: readonly StateRow[]): SubjectState<unknown> {
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
      hadCode: first.hadCode,
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
