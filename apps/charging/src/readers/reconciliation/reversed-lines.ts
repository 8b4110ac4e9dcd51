import { Injectable } from '@nestjs/common';
import type { Queryable } from '@paygate/platform';
import { referenceKeySql } from '@paygate/platform';
import { listSql, standingStates } from '../../outgoing/reversals/domain/reversal-status.js';
import { ProposalsRepository } from '../../outgoing/reversals/proposals.repository.js';
import type { RailDay } from './runs.repository.js';

/** Reversals `v` of the operation `o` that stand. */
const STANDING = `reversal v WHERE v.charge_id = o.operation_id AND v.state IN (${listSql(standingStates)})`;
const bookedBySql = (line: string): string =>
  `SELECT FROM ${STANDING} AND v.source = 'statement' AND ${referenceKeySql('v.report')} = ${referenceKeySql(`${line}.operator_id`)}
     AND v.amount >= ${line}.amount`;

/**
 * True for a reversed `line` of the operation `o` whose money is booked: by the reversal that it has proposed, or by what queries and persons
 * have reported, where that covers all the reversed lines of the payment that no reversal of their own is of. `runs`: those that stand.
 */
export const isReversedHereSql = (runs: string): string => `(EXISTS (${bookedBySql('line')})
  OR (SELECT coalesce(sum(v.amount), 0) FROM ${STANDING} AND v.source <> 'statement') >= line.amount + (
    SELECT coalesce(sum(parts.amount), 0) FROM (
      SELECT max(part.amount) AS amount FROM (
        SELECT run_id + 0 AS run_id, operator_id, amount, status FROM statement_line
        WHERE reference = coalesce(line.reference, o.name)) AS part
      WHERE part.run_id = ANY (${runs}) AND part.status = 'reversed'
        AND ${referenceKeySql('part.operator_id')} <> ${referenceKeySql('line.operator_id')}
        AND NOT EXISTS (${bookedBySql('part')})
      GROUP BY ${referenceKeySql('part.operator_id')}) AS parts))`;

/** True for the run `r` when a reversal of one of its lines has moved since its comparison. */
export const isReversedSinceSql = `EXISTS (
  SELECT FROM reconciliation_item i JOIN reversal v ON v.charge_id = i.operation_id
  WHERE i.run_id = r.run_id AND i.status = 'reversed' AND v.updated_at > r.compared_at)`;

/** Lines by which an operator takes back what it has collected. */
@Injectable()
export class ReversedLines {
  constructor(private readonly proposals: ProposalsRepository) {}

  /** Proposes the reversals of a compared run that nobody has booked, each under the operator's own number of its line. */
  async propose(tx: Queryable, { runId, rail, mode, day }: RailDay & { readonly runId: bigint }): Promise<void> {
    const lines = await tx.query<{ chargeId: string; amount: bigint; report: string }>({
      name: 'reconciliation-reversed',
      text: `SELECT operation_id AS "chargeId", amount, operator_id AS report FROM reconciliation_item
        WHERE run_id = $1 AND status = 'reversed' AND kind = 'collection' AND (result, difference) = ('differs', 'status')
        ORDER BY number`,
      values: [runId],
    });
    const said = `the statement of ${day} says that it is reversed`;
    await this.proposals.fromStatement(
      tx,
      { rail, mode, day },
      lines.map((line) => ({ ...line, said })),
    );
  }
}
