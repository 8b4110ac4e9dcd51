import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { newId, referenceKeySql } from '@paygate/platform';
import type { ReversalSource } from './domain/reversal.js';
import type { RailDay } from './reversals.repository.js';

/** A report that a rail has taken back money of a charge. Amount in minor units. */
export interface TakenBack {
  readonly reversalId: string;
  readonly chargeId: string;
  readonly amount: bigint;
  /** Names the report: the same one proposes nothing twice. */
  readonly report: string;
  /** The words of the rail, or of the person. */
  readonly said: string;
}

export interface Reporter {
  readonly source: ReversalSource;
  /** The day of the statement. */
  readonly day?: string;
  /** The person who proposes. */
  readonly person?: string;
}

/** Proposals of reversals. */
@Injectable()
export class ProposalsRepository {
  /**
   * Proposes what can be taken back, and returns the ids. Of reports about one charge those count for which there is room in what its rail has
   * collected: the report of a query and that of a statement about one reversal make one proposal.
   */
  async insert(tx: Queryable, reports: readonly TakenBack[], reporter: Reporter): Promise<readonly string[]> {
    const chargeIds = reports.map(({ chargeId }) => chargeId);
    await tx.query({
      name: 'reversals-lock-charges',
      text: `SELECT FROM charge WHERE charge_id = ANY ($1::text[]) ORDER BY charge_id FOR NO KEY UPDATE`,
      values: [chargeIds],
    });
    const rows = await tx.query<{ id: string }>({
      name: 'reversals-propose',
      text: proposeSql,
      values: [
        ...[reports.map(({ reversalId }) => reversalId), chargeIds, reports.map(({ amount }) => amount)],
        ...[reports.map(({ report }) => report), reports.map(({ said }) => said)],
        ...[reporter.source, reporter.day ?? null, reporter.person ?? null],
      ],
    });
    return rows.map(({ id }) => id);
  }

  /** The reversed lines of a statement. What is proposed of its day is counted, with the payments of the day: too many wait for another person. */
  async fromStatement(
    tx: Queryable,
    { rail, mode, day }: RailDay,
    lines: readonly Omit<TakenBack, 'reversalId'>[],
  ): Promise<void> {
    const reports = lines.map((line) => ({ ...line, reversalId: newId('reversal') }));
    if (reports.length === 0 || (await this.insert(tx, reports, { source: 'statement', day })).length === 0) return;
    await tx.query({ name: 'reversals-of-day', text: countSql, values: [rail, mode, day] });
  }

  /** The id of the collected charge of an intent. */
  async chargeOf(tx: Queryable, intentId: string, mode: Mode): Promise<string | undefined> {
    const [charge] = await tx.query<{ id: string }>({
      name: 'reversal-charge',
      text: `SELECT charge_id AS id FROM charge
        WHERE intent_id = $1 AND (ledger > 999) = $2 AND state = 'succeeded' AND method = 'mobile_money'`,
      values: [intentId, mode === 'test'],
    });
    return charge?.id;
  }
}

/** Of two reports about one charge the second has the room that the first leaves. */
const proposeSql = `
  WITH given AS (
    SELECT *, sum(amount) OVER (PARTITION BY charge_id ORDER BY number) AS with_earlier
    FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[])
      WITH ORDINALITY AS given (reversal_id, charge_id, amount, report, said, number)
    WHERE NOT EXISTS (
      SELECT FROM reversal v WHERE (v.charge_id, v.source) = (given.charge_id, $6)
        AND ${referenceKeySql('v.report')} = ${referenceKeySql('given.report')}))
  INSERT INTO reversal (reversal_id, charge_id, intent_id, merchant_id, ledger, rail, amount, source, report, said, day, proposed_by)
  SELECT given.reversal_id, c.charge_id, c.intent_id, c.merchant_id, c.ledger, o.rail, given.amount, $6, given.report, given.said, $7::date, $8
  FROM given JOIN charge c USING (charge_id) JOIN rail_operation o ON o.operation_id = c.charge_id
  WHERE c.state = 'succeeded' AND given.with_earlier <= coalesce(o.suspended_amount, o.amount) - (
    SELECT coalesce(sum(v.amount), 0) FROM reversal v WHERE v.charge_id = c.charge_id AND v.state NOT IN ('dismissed', 'returned'))
  ORDER BY given.number
  ON CONFLICT (charge_id, source, report) DO NOTHING
  RETURNING reversal_id AS id`;

const countSql = `
  INSERT INTO reversal_day (rail, mode, day, proposed, payments)
  SELECT $1, $2, $3::date, (
      SELECT count(*) FROM reversal v WHERE v.rail = $1 AND (v.ledger > 999) = ($2 = 'test') AND v.day = $3::date),
    (SELECT count(*) FROM rail_operation o
      WHERE o.rail = $1 AND o.kind = 'collect' AND (o.ledger > 999) = ($2 = 'test') AND o.state = 'succeeded'
        AND o.ended_at >= $3::date::timestamp AT TIME ZONE 'Africa/Douala'
        AND o.ended_at < ($3::date + 1)::timestamp AT TIME ZONE 'Africa/Douala')
  ON CONFLICT (rail, mode, day) DO UPDATE SET proposed = excluded.proposed, payments = excluded.payments`;
