import { Injectable } from '@nestjs/common';
import type { Queryable } from '@paygate/platform';
import { listSql, standingStates } from '../../outgoing/reversals/domain/reversal-status.js';
import { ProposalsRepository } from '../../outgoing/reversals/proposals.repository.js';
import type { RailDay } from './runs.repository.js';

/** True for a reversed line whose money the reversals of the operation `o` have booked. */
export const isReversedHereSql = `line.amount <= (
  SELECT coalesce(sum(v.amount), 0) FROM reversal v WHERE v.charge_id = o.operation_id AND v.state IN (${listSql(standingStates)}))`;

/** True for the run `r` when a reversal of one of its lines has moved since its comparison. */
export const isReversedSinceSql = `EXISTS (
  SELECT FROM reconciliation_item i JOIN reversal v ON v.charge_id = i.operation_id
  WHERE i.run_id = r.run_id AND i.status = 'reversed' AND v.updated_at > r.compared_at)`;

/** Lines by which an operator takes back what it has collected. */
@Injectable()
export class ReversedLines {
  constructor(private readonly proposals: ProposalsRepository) {}

  /** Proposes the reversals of a compared run that nobody has booked. */
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
