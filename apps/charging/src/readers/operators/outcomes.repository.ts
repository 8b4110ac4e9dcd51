import { Injectable } from '@nestjs/common';
import type { MobileOperator, Mode, OperatorMethodName, OperatorOutcomes } from '@paygate/contracts';
import { Database } from '@paygate/platform';

/** The outcomes of one use of a rail in a mode. */
export interface MethodOutcomes {
  readonly rail: MobileOperator;
  readonly mode: Mode;
  readonly method: OperatorMethodName;
  readonly last5Minutes: OperatorOutcomes;
  readonly last60Minutes: OperatorOutcomes;
}

/** Every use of a rail that has outcomes, and the time at which they were counted. */
export interface CountedOutcomes {
  readonly methods: readonly MethodOutcomes[];
  readonly readAt: Date;
}

/** The outcomes of the newest operations of rails, counted from their rows: nothing else is kept. */
@Injectable()
export class OutcomesRepository {
  constructor(private readonly database: Database) {}

  async count(): Promise<CountedOutcomes> {
    const rows = await this.database.query<MethodOutcomes & { readonly readAt: Date }>({
      name: 'operator-outcomes',
      text: outcomesSql,
    });
    const [first] = rows;
    if (first === undefined) throw new Error('the statement has a row for no outcome, too');
    // without an outcome there is one row, of no rail
    const methods = rows.filter((row) => (row.rail as MobileOperator | null) !== null);
    return { methods, readAt: first.readAt };
  }
}

/** An operation that was accepted before tells how an earlier hour was, however late it ends. */
const ACCEPTED_SINCE = `interval '2 hours'`;

/**
 * The time after which an operation without an outcome is stuck: a payer has some minutes to approve what is pending. Whatever else is open
 * should have been at the operator within seconds.
 */
const STUCK_AFTER = `CASE WHEN o.state = 'pending' THEN interval '10 minutes' ELSE interval '1 minute' END`;

/**
 * - A declined operation counts by its code. Those of payers never count against the operator.
 * - `rail_unavailable` is the operator's failure to collect. For money that leaves it is so only when nothing was sent: else the platform's own account
 *   at the operator was empty.
 * - A payout that was canceled, or whose destination was revoked, tells nothing.
 */
const OUTCOME = `CASE
  WHEN o.state = 'succeeded' THEN 'succeeded'
  WHEN o.ended_at IS NULL THEN 'stuck'
  WHEN code.code = 'rail_error' OR code.code = 'rail_unavailable' AND (o.kind IN ('collect', 'top_up') OR o.submitted_at IS NULL) THEN 'failed'
  WHEN code.code = 'insufficient_funds' OR starts_with(code.code, 'payer_') THEN 'declined'
  END`;

const spanSql = (name: string, condition: string): string => {
  const count = (outcome: string) => `'${outcome}', count(*) FILTER (WHERE outcome = '${outcome}' AND ${condition})`;
  const median = `percentile_cont(0.5) WITHIN GROUP (ORDER BY seconds) FILTER (WHERE outcome = 'succeeded' AND ${condition})`;
  const counts = ['succeeded', 'declined', 'failed', 'stuck'].map(count).join(', ');
  return `json_build_object(${counts}, 'medianSeconds', round(${median})::integer) AS "${name}"`;
};

const outcomesSql = `
  WITH recent AS (
    SELECT o.rail, CASE WHEN o.ledger > 999 THEN 'test' ELSE 'live' END AS mode,
      CASE WHEN o.kind = 'top_up' THEN 'collect' WHEN o.kind IN ('return', 'withdrawal') THEN 'payout' ELSE o.kind END AS method, ${OUTCOME} AS outcome,
      extract(epoch FROM o.ended_at - o.submitted_at) AS seconds,
      coalesce(o.ended_at, coalesce(o.submitted_at, o.accepted_at) + ${STUCK_AFTER}) AS came_at
    FROM rail_operation o
      CROSS JOIN LATERAL (SELECT CASE WHEN o.state = 'declined' THEN CASE o.kind
        WHEN 'collect' THEN (SELECT decline_code FROM charge WHERE charge_id = o.operation_id)
        WHEN 'refund' THEN (SELECT failure_code FROM refund WHERE refund_id = o.operation_id)
        WHEN 'payout' THEN (SELECT failure_code FROM payout WHERE payout_id = o.operation_id)
        WHEN 'top_up' THEN (SELECT failure_code FROM wallet_top_up WHERE top_up_id = o.operation_id)
        WHEN 'withdrawal' THEN (SELECT failure_code FROM wallet_withdrawal WHERE withdrawal_id = o.operation_id)
        ELSE (SELECT failure_code FROM payer_return WHERE return_id = o.operation_id) END END AS code) AS code
    WHERE o.accepted_at > statement_timestamp() - ${ACCEPTED_SINCE}),
  counted AS (
    SELECT rail, mode, method, ${spanSql('last5Minutes', `came_at > statement_timestamp() - interval '5 minutes'`)},
      ${spanSql('last60Minutes', 'true')}
    FROM recent
    WHERE came_at > statement_timestamp() - interval '60 minutes' AND came_at <= statement_timestamp()
    GROUP BY rail, mode, method)
  SELECT statement_timestamp() AS "readAt", counted.* FROM (SELECT) AS always LEFT JOIN counted ON true`;
