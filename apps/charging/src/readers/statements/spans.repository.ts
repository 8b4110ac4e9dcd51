import { Injectable } from '@nestjs/common';
import type { FeeMethod, TransactionType } from '@paygate/contracts';
import { SUMMARY_LINES_MAX } from '@paygate/contracts';
import { Database } from '@paygate/platform';
import type { LedgerNumber } from '../../books/ledger/domain/ledger.js';

/** The entries of a span that have type, method, actor and till in common. Amounts in minor units. */
export interface SpanLine {
  readonly type: TransactionType;
  readonly method: FeeMethod | null;
  readonly actor: string | null;
  /** Null without one, and where lines are not asked for by till. */
  readonly tillId: string | null;
  readonly count: bigint;
  readonly gross: bigint;
  readonly fee: bigint;
  readonly net: bigint;
}

/** Sums over the entries of merchants' accounts. */
@Injectable()
export class SpansRepository {
  constructor(private readonly database: Database) {}

  /** The account of a merchant; undefined before the first payment. */
  async accountOf(merchantId: string, ledger: LedgerNumber): Promise<bigint | undefined> {
    const [row] = await this.database.query<{ account: bigint }>({
      name: 'span-account',
      text: `SELECT account_id AS account FROM append_account WHERE owner_id = $1 AND kind = 'merchant' AND ledger = $2`,
      values: [merchantId, ledger],
    });
    return row?.account;
  }

  /** The balance of an account at a time: what it has now, without the entries from that time on. */
  async balanceAt(accountId: bigint, at: string): Promise<bigint> {
    const [row] = await this.database.query<{ balance: bigint }>({
      name: 'span-balance',
      text: `SELECT b.balance - coalesce(
          (SELECT sum(net) FROM account_entry e WHERE e.account_id = $1 AND e.posted_at >= $2::timestamptz), 0)::bigint AS balance
        FROM account_balance b WHERE b.account_id = $1`,
      values: [accountId, at],
    });
    return row?.balance ?? 0n;
  }

  /**
   * At most `most` lines, which add up to all entries: where tills would make more, no till is named, and where actors would, none is. With an
   * actor, only the actor's payments and refunds.
   */
  async lines(accountId: bigint, span: LinesOf, most = SUMMARY_LINES_MAX): Promise<readonly SpanLine[]> {
    const { from, to, actor, byTill = false } = span;
    const [suffix, only, values] =
      actor === undefined ? ['', '', []] : ['-of-actor', "WHERE actor = $5 AND type IN ('charge', 'refund')", [actor]];
    const ways = [...(byTill ? [BY_TILL] : []), BY_ACTOR, ...(actor === undefined ? [IN_ALL] : [])];
    for (const { name, ...of } of ways) {
      const lines = await this.database.query<SpanLine>({
        name: `${name}${suffix}`,
        text: linesSql(of, only),
        values: [accountId, from, to, most + 1, ...values],
      });
      if (lines.length <= most) return lines;
    }
    throw new Error('there are more types and methods than lines');
  }
}

interface LinesOf {
  readonly from: string;
  readonly to: string;
  readonly actor?: string | undefined;
  readonly byTill?: boolean;
}

const ACTOR = 'coalesce(c.actor, r.actor, p.actor)';
/** A refund counts at the till of its payment. */
const TILL = 'coalesce(c.till_id, (SELECT paid.till_id FROM charge paid WHERE paid.charge_id = r.charge_id))';

const BY_TILL = { name: 'span-lines-by-till', actor: ACTOR, till: TILL };
const BY_ACTOR = { name: 'span-lines', actor: ACTOR, till: 'NULL' };
const IN_ALL = { name: 'span-lines-in-all', actor: 'NULL', till: 'NULL' };

const linesSql = ({ actor, till }: { readonly actor: string; readonly till: string }, only: string): string => `
  SELECT type, method, actor, till AS "tillId", count(*) AS count, sum(gross)::bigint AS gross, sum(fee)::bigint AS fee,
    sum(net)::bigint AS net
  FROM (
    SELECT e.net, coalesce(c.amount, m.amount, e.net) AS gross, coalesce(c.fee, m.fee, 0) AS fee, ${actor}::text AS actor,
      ${till}::text AS till,
      CASE WHEN c.charge_id IS NOT NULL THEN 'charge' WHEN r.refund_id IS NOT NULL THEN 'refund'
        WHEN v.journal_id IS NOT NULL THEN 'reversal' WHEN j.adjustment_id IS NOT NULL THEN 'adjustment'
        WHEN m.unclaimed_id IS NOT NULL THEN 'late_payment' WHEN p.payout_id IS NOT NULL AND e.leg = 1 THEN 'payout' ELSE 'fee' END AS type,
      coalesce(o.rail, v.rail, m.rail, CASE coalesce(c.method, r.method) WHEN 'wallet' THEN 'wallet' END) AS method
    FROM account_entry e
    LEFT JOIN charge c ON c.charge_id = e.journal_id
    LEFT JOIN refund r ON r.refund_id = e.journal_id
    LEFT JOIN payout p ON p.payout_id = e.journal_id
    LEFT JOIN adjustment j ON j.adjustment_id = e.journal_id
    LEFT JOIN rail_operation o ON o.operation_id = e.journal_id
    LEFT JOIN (
      SELECT reversal_id AS journal_id, rail FROM reversal UNION ALL SELECT return_journal_id, rail FROM reversal WHERE returned_at IS NOT NULL) v
      ON v.journal_id = e.journal_id
    LEFT JOIN unclaimed m ON m.match_journal_id = e.journal_id
    WHERE e.account_id = $1 AND e.posted_at >= $2::timestamptz AND e.posted_at < $3::timestamptz) AS entry
  ${only}
  GROUP BY type, method, actor, till ORDER BY type, method, actor, till LIMIT $4`;
