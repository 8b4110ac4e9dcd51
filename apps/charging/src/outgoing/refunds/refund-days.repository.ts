import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { Queryable } from '@paygate/platform';
import type { LedgerNumber } from '../../books/ledger/domain/ledger.js';
import type { RefundDay } from './domain/refund-day.js';

/** The account of a merchant in one ledger. */
export interface RefundAccount {
  readonly merchantId: string;
  readonly ledger: LedgerNumber;
}

type Row = Omit<RefundDay, 'opening'> & { readonly opening: bigint | null };

/** The refunds of the day, and the balance that it began with. Every method is called under the lock of the account of the merchant. */
@Injectable()
export class RefundDaysRepository {
  /** The day so far. The balance of 00:00 is found out once a day, and in live mode only: nothing else needs it. */
  async today(tx: Queryable, { merchantId, ledger }: RefundAccount, mode: Mode): Promise<RefundDay> {
    const [day] = await tx.query<Row>({ name: 'refund-day', text: todaySql, values: [merchantId, ledger] });
    if (day === undefined) throw new Error('a day has no sums');
    const opening = day.opening ?? (mode === 'live' ? await this.#open(tx, { merchantId, ledger }) : 0n);
    return { ...day, opening };
  }

  async #open(tx: Queryable, { merchantId, ledger }: RefundAccount): Promise<bigint> {
    const [row] = await tx.query<{ opening: bigint }>({
      name: 'refund-day-open',
      text: openSql,
      values: [merchantId, ledger],
    });
    if (row === undefined) throw new Error('the account of a merchant is gone');
    return row.opening;
  }

  /** Notes that the owners are alerted today. Resolves to false where they were before. */
  async alert(tx: Queryable, { merchantId, ledger }: RefundAccount): Promise<boolean> {
    const noted = await tx.query({
      name: 'refund-day-alert',
      text: `UPDATE refund_day SET is_alerted = true
        WHERE merchant_id = $1 AND ledger = $2 AND begins_at = ${TODAY} AND NOT is_alerted
        RETURNING merchant_id`,
      values: [merchantId, ledger],
    });
    return noted.length === 1;
  }
}

const TODAY = `date_trunc('day', clock_timestamp(), 'Africa/Douala')`;

const todaySql = `
  WITH day AS MATERIALIZED (SELECT ${TODAY} AS begins_at)
  SELECT count(*) FILTER (WHERE NOT r.by_proven_owner)::integer AS count,
    coalesce(sum(r.amount) FILTER (WHERE NOT r.by_proven_owner), 0)::bigint AS amount, coalesce(sum(r.amount), 0)::bigint AS total,
    (SELECT d.opening FROM refund_day d WHERE d.merchant_id = $1 AND d.ledger = $2 AND d.begins_at = day.begins_at) AS opening,
    day.begins_at + interval '24 hours' AS "renewsAt"
  FROM day LEFT JOIN refund r ON r.merchant_id = $1 AND r.ledger = $2 AND r.created_at >= day.begins_at AND r.state <> 'failed'
  GROUP BY day.begins_at`;

/** The balance of the account without its entries since 00:00. The row of the day before is replaced. */
const openSql = `
  INSERT INTO refund_day (merchant_id, ledger, begins_at, opening)
  SELECT $1, $2, day.begins_at, greatest(0, b.balance - coalesce(
    (SELECT sum(e.net) FROM account_entry e WHERE e.account_id = b.account_id AND e.posted_at >= day.begins_at), 0))::bigint
  FROM (SELECT ${TODAY} AS begins_at) AS day, account_balance b
  WHERE b.account_id = (SELECT account_id FROM append_account WHERE owner_id = $1 AND kind = 'merchant' AND ledger = $2)
  ON CONFLICT (merchant_id, ledger) DO UPDATE
    SET (begins_at, opening, is_alerted) = (excluded.begins_at, excluded.opening, false)
  RETURNING opening`;
