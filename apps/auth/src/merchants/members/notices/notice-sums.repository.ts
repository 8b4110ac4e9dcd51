import { Injectable } from '@nestjs/common';
import type { NoticeKind, NoticeSum } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';

/** A sum whose time has ended, to one member by one channel. */
export interface EndedSum {
  readonly memberId: string;
  readonly merchantId: string;
  readonly kind: NoticeKind;
  readonly channel: string;
  readonly since: Date;
  readonly until: Date;
  /** One of each currency. */
  readonly sums: NoticeSum[];
}

/** A sum leaves intents so long to publish what happened in its time; what comes later, as after an outage, is a further sum. Seconds. */
const PUBLISHED_SECONDS = 60;
/** A sum waits so long for payments that were published and are not handled. Hours. */
const COMPLETE_HOURS = 6;

/** Payments and refunds that are gathered for members. */
@Injectable()
export class NoticeSumsRepository {
  constructor(private readonly database: Database) {}

  /** Accounts, of some, of which a member gets notices of payments or their sums. */
  async choosing(merchantIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.query<{ id: string }>({
      name: 'notice-sum-choosing',
      text: `SELECT DISTINCT merchant_id AS id FROM member WHERE merchant_id = ANY ($1) AND notices <> '{}'`,
      values: [[...new Set(merchantIds)]],
    });
    return new Set(rows.map(({ id }) => id));
  }

  /** True when the time of a sum has ended. */
  async hasEnded(): Promise<boolean> {
    const rows = await this.database.query({
      name: 'notice-sum-ended',
      text: 'SELECT FROM notice_sum WHERE until < clock_timestamp() - make_interval(secs => $1) LIMIT 1',
      values: [PUBLISHED_SECONDS],
    });
    return rows.length > 0;
  }

  /**
   * Takes sums whose time has ended, a bounded number: those that are complete because everything that was published before `handledTo` is
   * handled, and those that have waited for that for hours. Runs in one transaction at a time, with the notices of what it takes.
   */
  takeEnded(tx: DatabaseTransaction, handledTo: Date | undefined, limit: number): Promise<readonly EndedSum[]> {
    return tx.query<EndedSum>({
      name: 'notice-sum-take',
      text: `WITH ended AS (
          SELECT DISTINCT member_id, kind, channel, until FROM notice_sum
          WHERE until < greatest($1::timestamptz - make_interval(secs => $2), clock_timestamp() - make_interval(hours => $3))
          ORDER BY until, member_id, kind, channel LIMIT $4),
        taken AS (
          DELETE FROM notice_sum s USING ended e
          WHERE s.member_id = e.member_id AND s.kind = e.kind AND s.channel = e.channel AND s.until = e.until
          RETURNING s.*)
        SELECT t.member_id AS "memberId", m.merchant_id AS "merchantId", t.kind, t.channel, min(t.since) AS since, t.until,
          json_agg(json_build_object('currency', t.currency, 'payments', t.payments, 'paid', t.paid::text,
            'refunds', t.refunds, 'refunded', t.refunded::text) ORDER BY t.currency) AS sums
        FROM taken t JOIN member m ON m.id = t.member_id
        GROUP BY t.member_id, m.merchant_id, t.kind, t.channel, t.until`,
      values: [handledTo ?? null, PUBLISHED_SECONDS, COMPLETE_HOURS, limit],
    });
  }
}
