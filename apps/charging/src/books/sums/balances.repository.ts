import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { currencyCodes, mobileOperators } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import { platformAccountSql } from '../ledger/accounts.repository.js';
import type { LedgerNumber } from '../ledger/domain/ledger.js';
import { ledgerOf, ofLedger } from '../ledger/domain/ledger.js';
import type { Account, Balance } from './domain/balance.js';
import { balanceOf } from './domain/balance.js';
import { SUM_SQL, TAILS_SQL } from './locked-balances.js';
import { SettlementSchedule } from './settlement-schedule.js';

/** The account of a merchant in one ledger. */
export interface LedgerAccount extends Account {
  readonly number: LedgerNumber;
}

interface Row {
  readonly ledger: number;
  readonly sum: bigint;
  readonly held: bigint;
  readonly maturing: readonly { readonly at: string; readonly amount: string }[];
}

/** The balances of merchants. Each read is exact within its one statement. */
@Injectable()
export class BalancesRepository {
  constructor(
    private readonly database: Database,
    private readonly schedule: SettlementSchedule,
  ) {}

  /** The accounts of a merchant in a mode. */
  of(merchantId: string, mode: Mode): Promise<readonly LedgerAccount[]> {
    const ledgers = currencyCodes.map((currency) => ledgerOf(mode, currency));
    return this.#read(this.database, { merchantId, mode, ledgers });
  }

  /** The balance of one account, in a transaction that may have locked it. */
  async one(queryable: Queryable, merchantId: string, ledger: LedgerNumber): Promise<Balance> {
    const { mode } = ofLedger(ledger);
    const [account] = await this.#read(queryable, { merchantId, mode, ledgers: [ledger] });
    return balanceOf(account ?? { ledger: 0n, held: 0n, maturing: [] });
  }

  async #read(
    queryable: Queryable,
    { merchantId, mode, ledgers }: { merchantId: string; mode: Mode; ledgers: readonly LedgerNumber[] },
  ): Promise<readonly LedgerAccount[]> {
    const days = mobileOperators.map((rail) => this.schedule.daysOf(mode, rail));
    const rows = await queryable.query<Row>({
      name: 'balance-of',
      text: balanceSql,
      values: [
        ...[merchantId, ledgers, mobileOperators, days, this.schedule.daysOf(mode)],
        mobileOperators.map((rail) => this.schedule.reconciledFrom(mode, rail) ?? null),
        mode,
      ],
    });
    return rows.map(({ ledger, sum, held, maturing }) => ({
      ...{ number: ledger, ledger: sum, held },
      maturing: maturing.map(({ at, amount }) => ({ at: new Date(at), amount: BigInt(amount) })),
    }));
  }
}

/**
 * What a merchant is credited from an account that is no wallet comes from a rail: from its
 * float, or from suspense, where the operation knows the rail; an adjustment is available at once. Only the last days are read, by the index of entries: those of the schedule,
 * and of a reconciled rail all since its first day without a matching statement. What waits for a statement has it tomorrow at the earliest.
 */
const balanceSql = `
  WITH day AS MATERIALIZED (SELECT date_trunc('day', statement_timestamp(), 'Africa/Douala') AS today),
  rail AS MATERIALIZED (
    SELECT given.name, given.days, given.since, (
      SELECT coalesce(max(d.day) + 1, given.since) FROM (
        SELECT r.day, row_number() OVER (ORDER BY r.day) AS nth FROM matched_day r
        WHERE r.rail = given.name AND r.mode = $7 AND r.day >= given.since) AS d
      WHERE d.day = given.since + (d.nth - 1)::integer) AS unmatched_from
    FROM unnest($3::text[], $4::integer[], $6::date[]) AS given (name, days, since)),
  span AS MATERIALIZED (
    SELECT least(
      (SELECT today FROM day) - make_interval(hours => 24 * ($5::integer - 1)),
      (SELECT min(unmatched_from::timestamp AT TIME ZONE 'Africa/Douala') FROM rail)) AS begins)
  SELECT a.ledger, ${SUM_SQL} AS sum, a.pending_debits AS held,
    coalesce(maturing.list, '[]') AS maturing
  FROM append_account a ${TAILS_SQL}
  CROSS JOIN LATERAL (
    SELECT json_agg(json_build_object('at', available_at, 'amount', amount::text)) AS list
    FROM (
      SELECT available_at, sum(amount) AS amount
      FROM (
        SELECT collected.amount,
          CASE WHEN collected.day >= collected.since AND NOT EXISTS (
              SELECT FROM matched_day r
              WHERE r.rail = collected.rail AND r.mode = $7 AND r.day = collected.day)
            THEN greatest(collected.scheduled_at, (SELECT today FROM day) + interval '24 hours')
            ELSE collected.scheduled_at END AS available_at
        FROM (
          SELECT sum(t.amount) AS amount, rail.name AS rail, rail.since, date(timezone('Africa/Douala', t.posted_at)) AS day,
            date_trunc('day', t.posted_at, 'Africa/Douala') + make_interval(hours => 24 * coalesce(rail.days, $5)) AS scheduled_at
          FROM transfer t
          LEFT JOIN append_account f ON f.account_id = t.debit_id AND f.kind = 'float'
          LEFT JOIN rail
            ON rail.name = coalesce(f.owner_id, (SELECT o.rail FROM journal_rail o WHERE o.journal_id = t.journal_id))
          WHERE t.credit_id = a.account_id AND t.credit_id < -9999999 AND t.debit_id < 0
            AND t.debit_id <> ${platformAccountSql('adjustments', 'a.ledger')}
            AND t.posted_at >= (SELECT begins FROM span)
            AND (coalesce(rail.days, $5) > 0 OR rail.since IS NOT NULL)
          GROUP BY rail.name, rail.since, day, scheduled_at) AS collected) AS dated
      WHERE available_at > statement_timestamp()
      GROUP BY available_at) AS days) maturing
  WHERE a.owner_id = $1 AND a.kind = 'merchant' AND a.ledger = ANY ($2::smallint[])
  ORDER BY a.ledger`;
