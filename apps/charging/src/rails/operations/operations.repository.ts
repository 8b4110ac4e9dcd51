import { Injectable } from '@nestjs/common';
import type { MobileOperator } from '@paygate/contracts';
import type { Queryable, Statement } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { Escalation, RailOperation, UnclearRailOperation } from './operation.js';
import {
  acceptedSql,
  DIFFERS,
  inSecondsSql,
  isDecidableSql,
  numberedSql,
  turnEndSql,
  UNDISPUTED,
} from './operation.js';
import type { Verb } from './operation-status.js';
import { mayMoveSql, moveSql } from './operation-status.js';
import type { Acceptance } from './settlement/moves.js';
import { Purposes } from './settlement/purposes.js';
import type { Numbered } from '../connectors/connector.js';

/** The filter of a list of operations. Times are of their acceptance. */
export interface UnclearFilter {
  readonly rail?: MobileOperator | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** The time for which a rail must have known nothing of an operation in doubt before the installation's team may decide it. */
  readonly notFoundSeconds: number;
  /** Only those of which their rail has known nothing for so long. */
  readonly isForgotten: boolean;
}

/** An answer of a rail that decides nothing. */
export interface Answer {
  /** Null when it said nothing new. */
  readonly remark: string | null;
  readonly isNotFound?: boolean;
}

/** The operations that a worker can take: those of batches, and all others. */
export interface Places {
  readonly single: number;
  readonly bulk: number;
}

/** Operations that a worker has taken. */
export interface Claimed {
  readonly operations: readonly RailOperation[];
  /** The time until the first of the rail is due, as it was before; null when none will be. Seconds. */
  readonly nextSeconds: number | null;
}

export interface Unclear {
  readonly operations: readonly UnclearRailOperation[];
  /** Also those beyond the limit. */
  readonly total: number;
}

/** As the index rail_operation_unclear has it. */
export const IS_UNCLEAR = `(escalation IS NOT NULL OR state = 'in_doubt')`;

const operationColumns = (
  purposes: Purposes,
): string => `operation_id AS "operationId", kind, rail, intent_id AS "intentId",
  coalesce(merchant_id, '') AS "merchantId", user_id AS "userId", ledger, amount, fee, phone, phone_masked AS "phoneMasked", request_id AS "requestId",
  traceparent, accepted_at AS "acceptedAt", reference, callback_token AS "callbackToken", rail_token AS "railToken",
  provider_reference AS "providerReference", is_bulk AS "isBulk", state, attempt, polls,
  prompted_at AS "promptedAt", suspended_amount AS "suspendedAmount", submitted_at AS "submittedAt",
  not_found_since AS "notFoundSince", escalation, ${purposes.sql('chargeSql')} AS "chargeId",
  CASE kind WHEN 'refund' THEN (SELECT original.reference FROM rail_operation original
    WHERE original.operation_id = ${purposes.of('refund').chargeSql}) END AS "originalReference",
  extract(epoch FROM clock_timestamp() - accepted_at)::float8 AS "ageSeconds"`;

/** No money is known to have moved, and the rail has known nothing of it for so many seconds. */
const isForgottenSql = (seconds: string): string => `(state IN ('in_doubt', 'escalated')
  AND (escalation IS NULL OR escalation = 'too_old')
  AND not_found_since <= clock_timestamp() - make_interval(secs => ${seconds}))`;

const dueSql = (which: string, limit: string): string => `
          SELECT operation_id FROM rail_operation WHERE rail = $1 AND due_at <= (SELECT clock_timestamp()) AND ${which}
            AND (leased_until IS NULL OR leased_until <= (SELECT clock_timestamp()))
          ORDER BY due_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`;

/** The condition under which the callback of a decided operation still counts. */
const CALLBACK_COUNTS = `ended_at > clock_timestamp() - interval '1 day'`;

/**
 * Operations that are open, and their steps until they are decided. Each step is one guarded UPDATE: when it changes no row, somebody
 * else was first, and there is nothing to do.
 */
@Injectable()
export class OperationsRepository {
  constructor(
    private readonly database: Database,
    private readonly purposes: Purposes,
  ) {}

  /**
   * Takes operations of a rail that are due, and has them for `leaseSeconds`. Those of batches have places of their own: however many are due,
   * they take none of the others.
   */
  async claim(rail: MobileOperator, places: Places, leaseSeconds: number): Promise<Claimed> {
    const rows = await this.database.query<(RailOperation | { operationId: null }) & Pick<Claimed, 'nextSeconds'>>({
      name: 'operations-claim',
      // statement_timestamp() is the same in all
      text: `WITH claimed AS (UPDATE rail_operation SET due_at = statement_timestamp() + make_interval(secs => $3),
          leased_until = statement_timestamp() + make_interval(secs => $3)
        WHERE operation_id = ANY (ARRAY (${dueSql('NOT is_bulk', '$2')}) || ARRAY (${dueSql('is_bulk', '$4')}))
        RETURNING ${operationColumns(this.purposes)}, leased_until::text AS lease)
        SELECT claimed.*, (SELECT extract(epoch FROM min(due_at) - statement_timestamp())::float8 FROM rail_operation
          WHERE rail = $1 AND due_at IS NOT NULL AND CASE WHEN is_bulk THEN $4 > 0 ELSE $2 > 0 END) AS "nextSeconds"
        FROM (SELECT) AS always LEFT JOIN claimed ON true`,
      values: [rail, places.single, leaseSeconds, places.bulk],
    });
    return {
      operations: rows.filter((row) => row.operationId !== null),
      nextSeconds: rows[0]?.nextSeconds ?? null,
    };
  }

  async find(operationId: string): Promise<RailOperation | undefined> {
    const [operation] = await this.database.query<RailOperation>({
      name: 'operation-find',
      text: `SELECT ${operationColumns(this.purposes)}, NULL AS lease FROM rail_operation WHERE operation_id = $1`,
      values: [operationId],
    });
    return operation;
  }

  /** Keeps what the rail issued before the submission. */
  keepRailToken({ operationId }: RailOperation, railToken: string): Promise<boolean> {
    return this.#step('keep-token', 'rail_token = $2', [operationId, railToken], 'rail_token IS NULL');
  }

  /** From here on the rail may have the operation. False when it is too old, or another worker has it. */
  beginSubmission({ operationId, state, attempt }: RailOperation, startSeconds: number): Promise<boolean> {
    return this.#step(
      'submit',
      'attempt = attempt + 1, submitted_at = coalesce(submitted_at, clock_timestamp()), not_found_since = NULL',
      [operationId, state, attempt, startSeconds],
      `state = $2 AND attempt = $3 AND accepted_at >= clock_timestamp() - make_interval(secs => $4) AND ${this.purposes.sql('maySendSql')}`,
    );
  }

  /** The first submission was refused without an effect: the operation is as it was before. */
  takeBack({ operationId, attempt, lease }: RailOperation, remark: string, seconds: number): Promise<boolean> {
    return this.#step(
      'take-back',
      `submitted_at = NULL, remark = $3, ${turnEndSql('$5', inSecondsSql('$4'))}`,
      [operationId, attempt + 1, remark, seconds, lease],
      'attempt = $2',
    );
  }

  /** Nothing new: the operation is looked at again. One that was being submitted is in doubt. */
  postpone({ operationId, lease }: RailOperation, answer: Answer, seconds: number): Promise<boolean> {
    return this.#step(
      'postpone',
      `polls = polls + 1, not_found_since = CASE WHEN $5 THEN coalesce(not_found_since, clock_timestamp()) END,
        remark = CASE WHEN escalation IN ('amount_differs', 'contradiction') THEN remark ELSE coalesce($2, remark) END,
        ${turnEndSql('$4', inSecondsSql('$3'))}`,
      [operationId, answer.remark, seconds, lease, answer.isNotFound ?? false],
    );
  }

  /** The rail has the operation. The first time that it asks a payer is a move of its purpose. */
  accept({ operationId, lease }: RailOperation, acceptance: Acceptance): Promise<boolean> {
    const { nextSeconds, providerReference = null } = acceptance;
    const values = [operationId, nextSeconds, lease, providerReference];
    return this.#step('accept', acceptedSql, values, `prompted_at IS NOT NULL OR kind <> 'collect'`);
  }

  /** The rail collected what cannot be booked: people have to look at it. */
  report({ operationId }: RailOperation, remark: string, numbered: Numbered): Promise<boolean> {
    const { providerReference = null } = numbered;
    const change = `remark = $2, ${numberedSql('$3')}, ${DIFFERS}`;
    return this.#step('suspend', change, [operationId, remark, providerReference], UNDISPUTED);
  }

  /** The rail reports something else than what is decided, or than what it collected before. True the first time, which commits with what follows. */
  contradict(
    { operationId, state }: RailOperation,
    remark: string,
    follow: (tx: Queryable) => Promise<void> = () => Promise.resolve(),
  ): Promise<boolean> {
    // the remark on an open operation says what was collected
    const change = `escalation = 'contradiction', remark = CASE WHEN ended_at IS NULL THEN remark ELSE $3 END`;
    const guard = `state = $2 AND escalation IS DISTINCT FROM 'contradiction'`;
    const statement = stepOf('contradict', change, [operationId, state, remark], guard);
    return this.database.transaction(async (tx) => {
      const [moved] = await tx.query({ ...statement, text: `${statement.text} RETURNING operation_id` });
      if (moved !== undefined) await follow(tx);
      return moved !== undefined;
    });
  }

  /** People have to look at it. */
  escalate({ operationId }: RailOperation, escalation: Escalation): Promise<boolean> {
    return this.#step('escalate', 'escalation = $2', [operationId, escalation]);
  }

  /** A decided operation was looked at once more. One about which another callback came meanwhile stays due. */
  close({ operationId, lease }: RailOperation): Promise<boolean> {
    return this.#step('close', turnEndSql('$2', 'NULL'), [operationId, lease]);
  }

  /** The rail did not say how a decided operation is: it is asked again, as long as callbacks count. */
  lookAgain({ operationId, lease }: RailOperation, seconds: number): Promise<boolean> {
    const nextDue = `CASE WHEN ${CALLBACK_COUNTS} THEN ${inSecondsSql('$2')} END`;
    return this.#step('look-again', `polls = polls + 1, ${turnEndSql('$3', nextDue)}`, [operationId, seconds, lease]);
  }

  /** People have looked at what the rail contradicted. */
  acknowledge({ operationId }: RailOperation): Promise<boolean> {
    return this.#step('acknowledge', 'escalation = NULL', [operationId]);
  }

  /**
   * A callback arrived: the operation is due now, or once the worker that has it is done; a decided one for a last look. The poll that
   * follows does not count as one of the ladder. False for an unknown token.
   */
  hint(rail: string, callbackToken: string): Promise<boolean> {
    return this.#update({
      name: 'operation-hint',
      text: `UPDATE rail_operation SET due_at = clock_timestamp(), updated_at = clock_timestamp(),
          polls = CASE WHEN due_at <= clock_timestamp() THEN polls ELSE greatest(polls - 1, 0) END
        WHERE callback_token = $1 AND rail = $2 AND submitted_at IS NOT NULL AND (ended_at IS NULL OR ${CALLBACK_COUNTS})`,
      values: [callbackToken, rail],
    });
  }

  /** Operations that are in doubt or that people have to look at, oldest first, and how many there are. */
  async unclear(limit: number, { rail, from, to, notFoundSeconds, isForgotten }: UnclearFilter): Promise<Unclear> {
    const rows = await this.database.query<UnclearRailOperation & { readonly total: number }>({
      name: 'operations-unclear',
      text: `SELECT ${operationColumns(this.purposes)}, NULL AS lease, remark, ${isDecidableSql('$5')} IS TRUE AS "isDecidable",
          count(*) OVER ()::integer AS total
        FROM rail_operation
        WHERE ${IS_UNCLEAR} AND ($2::text IS NULL OR rail = $2)
          AND ($3::timestamptz IS NULL OR accepted_at >= $3) AND ($4::timestamptz IS NULL OR accepted_at < $4)
          AND (NOT $6 OR ${isForgottenSql('$5')})
        ORDER BY accepted_at, operation_id LIMIT $1`,
      values: [limit, rail ?? null, from ?? null, to ?? null, notFoundSeconds, isForgotten],
    });
    return { operations: rows, total: rows[0]?.total ?? 0 };
  }

  /** Moves the operation $1 as the table of its states has it. Nothing happens where the verb is late. */
  #step(verb: Verb, change: string, values: readonly unknown[], guard = 'true'): Promise<boolean> {
    return this.#update(stepOf(verb, change, values, guard));
  }

  async #update(statement: Statement): Promise<boolean> {
    return (await this.database.execute(statement)) === 1;
  }
}

function stepOf(verb: Verb, change: string, values: readonly unknown[], guard: string): Statement {
  return {
    name: `operation-${verb}`,
    text: `UPDATE rail_operation SET ${moveSql(verb)}, ${change}, updated_at = clock_timestamp()
      WHERE operation_id = $1 AND ${mayMoveSql(verb)} AND (${guard})`,
    values,
  };
}
