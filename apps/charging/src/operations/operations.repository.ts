import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { MobileOperator } from '@paygate/contracts';
import type { Statement } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { Charge } from '../charges/domain/charge.js';
import type { Escalation, RailOperation, UnclearRailOperation } from './operation.js';
import { inSecondsSql, isDecidableSql, MAY_GO_THERE, operationColumns, turnEndSql } from './operation.js';
import type { Verb } from './operation-status.js';
import { mayMoveSql, moveSql } from './operation-status.js';

/** A charge and the request that it belongs to. */
export interface RequestedOperation {
  readonly charge: Charge;
  readonly requestId: string;
  readonly traceparent: string | undefined;
  /** Digits, in minor units. */
  readonly feesByRail: Readonly<Record<MobileOperator, string>>;
}

/** The filter of a list of operations. Times are of their acceptance. */
export interface UnclearFilter {
  readonly rail?: MobileOperator | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
  /** The time for which a rail must have known nothing of an operation in doubt before an operator may decide it. */
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

/** No money is known to have moved, and the rail has known nothing of it for so many seconds. */
const isForgottenSql = (seconds: string): string => `(state IN ('in_doubt', 'escalated')
  AND (escalation IS NULL OR escalation = 'too_old')
  AND not_found_since <= clock_timestamp() - make_interval(secs => ${seconds}))`;

const CALLBACK_TOKEN_BYTES = 24;
/** The condition under which the callback of a decided operation still counts. */
const CALLBACK_COUNTS = `ended_at > clock_timestamp() - interval '1 day'`;

/**
 * Operations that are open, and their steps until they are decided. Each step is one guarded UPDATE: when it changes no row, somebody
 * else was first, and there is nothing to do.
 */
@Injectable()
export class OperationsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Opens an operation for each charge that has a prompt. One that is open, or decided, stays as it is.
   * @returns the ids of charges without a prompt
   */
  async open(requested: readonly RequestedOperation[]): Promise<ReadonlySet<string>> {
    const charges = requested.map(({ charge }) => charge);
    const rows = await this.database.query<{ charge_id: string }>({
      name: 'operations-open',
      text: openSql,
      values: [
        charges.map(({ chargeId }) => chargeId),
        charges.map(({ intentId }) => intentId),
        charges.map(({ merchantId }) => merchantId),
        charges.map(({ userId }) => userId),
        charges.map(({ ledger }) => ledger),
        charges.map(({ amount }) => amount),
        requested.map(({ feesByRail }) => JSON.stringify(feesByRail)),
        charges.map(({ acceptedAt }) => acceptedAt),
        requested.map(({ requestId }) => requestId),
        requested.map(({ traceparent }) => traceparent ?? null),
        charges.map(() => randomBytes(CALLBACK_TOKEN_BYTES).toString('base64url')),
        charges.map(({ actor }) => actor),
      ],
    });
    return new Set(rows.map((row) => row.charge_id));
  }

  /** Takes at most `limit` operations of a rail that are due, and has them for `leaseSeconds`. */
  async claim(rail: MobileOperator, limit: number, leaseSeconds: number): Promise<Claimed> {
    const rows = await this.database.query<(RailOperation | { operationId: null }) & Pick<Claimed, 'nextSeconds'>>({
      name: 'operations-claim',
      // statement_timestamp() is the same in all
      text: `WITH claimed AS (UPDATE rail_operation SET due_at = statement_timestamp() + make_interval(secs => $3),
          leased_until = statement_timestamp() + make_interval(secs => $3)
        WHERE operation_id = ANY (ARRAY (
          SELECT operation_id FROM rail_operation WHERE rail = $1 AND due_at <= (SELECT clock_timestamp())
            AND (leased_until IS NULL OR leased_until <= (SELECT clock_timestamp()))
          ORDER BY due_at LIMIT $2 FOR UPDATE SKIP LOCKED))
        RETURNING ${operationColumns}, leased_until::text AS lease)
        SELECT claimed.*, (SELECT extract(epoch FROM min(due_at) - statement_timestamp())::float8 FROM rail_operation
          WHERE rail = $1 AND due_at IS NOT NULL) AS "nextSeconds"
        FROM (SELECT) AS always LEFT JOIN claimed ON true`,
      values: [rail, limit, leaseSeconds],
    });
    return {
      operations: rows.filter((row) => row.operationId !== null),
      nextSeconds: rows[0]?.nextSeconds ?? null,
    };
  }

  async find(operationId: string): Promise<RailOperation | undefined> {
    const [operation] = await this.database.query<RailOperation>({
      name: 'operation-find',
      text: `SELECT ${operationColumns}, NULL AS lease FROM rail_operation WHERE operation_id = $1`,
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
      `state = $2 AND attempt = $3 AND accepted_at >= clock_timestamp() - make_interval(secs => $4) AND ${MAY_GO_THERE}`,
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
      text: `SELECT ${operationColumns}, NULL AS lease, remark, ${isDecidableSql('$5')} IS TRUE AS "isDecidable",
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
    return this.#update({
      name: `operation-${verb}`,
      text: `UPDATE rail_operation SET ${moveSql(verb)}, ${change}, updated_at = clock_timestamp()
        WHERE operation_id = $1 AND ${mayMoveSql(verb)} AND (${guard})`,
      values,
    });
  }

  async #update(statement: Statement): Promise<boolean> {
    return (await this.database.execute(statement)) === 1;
  }
}

const openSql = `
  WITH requested AS MATERIALIZED (
    SELECT * FROM unnest(
      $1::text[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::bigint[], $7::jsonb[], $8::timestamptz[],
      $9::text[], $10::text[], $11::text[], $12::text[])
    AS requested (charge_id, intent_id, merchant_id, user_id, ledger, amount, fees, accepted_at, request_id, traceparent,
      callback_token, actor)),
  opened AS (
    INSERT INTO rail_operation (operation_id, kind, rail, intent_id, merchant_id, user_id, ledger, amount, fee, phone,
      phone_masked, request_id, traceparent, accepted_at, callback_token, actor)
    SELECT r.charge_id, 'collect', p.rail, r.intent_id, r.merchant_id, r.user_id, r.ledger, r.amount, (r.fees ->> p.rail)::bigint,
      p.phone,
      p.phone_masked, r.request_id, r.traceparent, r.accepted_at, r.callback_token, r.actor
    FROM requested r JOIN prompt p USING (charge_id)
    WHERE NOT EXISTS (SELECT FROM charge c WHERE c.charge_id = r.charge_id OR c.intent_id = r.intent_id)
    ORDER BY r.charge_id
    ON CONFLICT DO NOTHING)
  SELECT charge_id FROM requested
  WHERE NOT EXISTS (SELECT FROM prompt p WHERE p.charge_id = requested.charge_id)
    AND NOT EXISTS (SELECT FROM rail_operation o WHERE o.operation_id = requested.charge_id)`;
