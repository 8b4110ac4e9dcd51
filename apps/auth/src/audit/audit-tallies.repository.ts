import { Injectable } from '@nestjs/common';
import type { DatabaseTransaction } from '@paygate/platform';
import type { AuditRecord, CountedAction } from './audit-record.js';

/** An act that is counted with those of the same account, mode, action, subject and actor in one minute. */
export type CountedAct = Pick<AuditRecord, 'merchantId' | 'mode' | 'subject' | 'actor' | 'requestId'> & {
  readonly action: CountedAction;
};

/** The acts of one minute: `requestId` and `occurredAt` are those of the first. */
export type Tally = CountedAct & Pick<AuditRecord, 'occurredAt'> & { readonly count: number };

/** Counts of an account in one minute. */
export const TALLIES_MAX = 20;
/** The subject and actor under which further acts are counted together. */
const SEVERAL = 'several';

@Injectable()
export class AuditTalliesRepository {
  /**
   * Adds acts to the counts of the present minute. All transactions lock the counts in one order, so none deadlock. Whoever tries every
   * operation with every key leaves a bounded number of counts behind: about as many at once may exceed the bound as transactions run.
   */
  async add(tx: DatabaseTransaction, acts: readonly CountedAct[]): Promise<void> {
    await tx.execute({
      name: 'audit-tally-add',
      text: `WITH now AS MATERIALIZED (SELECT clock_timestamp() AS at),
        act AS (
          SELECT merchant_id, mode, action, subject, actor, date_trunc('minute', at) AS minute, at, count(*) AS count,
            min(request_id) AS request_id
          FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[])
            AS given (merchant_id, mode, action, subject, actor, request_id), now
          GROUP BY 1, 2, 3, 4, 5, at),
        placed AS (
          SELECT act.*, t.count IS NULL AND row_number() OVER (PARTITION BY act.merchant_id, t.count IS NULL
              ORDER BY act.mode, act.action, act.subject COLLATE "C", act.actor COLLATE "C")
            + (SELECT count(*) FROM audit_tally o WHERE (o.merchant_id, o.minute) = (act.merchant_id, act.minute))
            > ${TALLIES_MAX} AS is_beyond
          FROM act LEFT JOIN audit_tally t ON (t.merchant_id, t.mode, t.action, t.subject, t.actor, t.minute)
            = (act.merchant_id, act.mode, act.action, act.subject, act.actor, act.minute))
        INSERT INTO audit_tally AS t (merchant_id, mode, action, subject, actor, minute, count, request_id, occurred_at)
        SELECT merchant_id, mode, action, subject, actor, minute, sum(count)::int, min(request_id), date_trunc('milliseconds', at)
        FROM (SELECT merchant_id, mode, action, minute, at, count, request_id,
          CASE WHEN is_beyond THEN '${SEVERAL}' ELSE subject END AS subject,
          CASE WHEN is_beyond THEN '${SEVERAL}' ELSE actor END AS actor FROM placed) AS counted
        GROUP BY merchant_id, mode, action, subject, actor, minute, at
        ORDER BY merchant_id COLLATE "C", mode, action, subject COLLATE "C", actor COLLATE "C"
        ON CONFLICT (merchant_id, mode, action, subject, actor, minute) DO UPDATE SET count = t.count + excluded.count`,
      values: [
        acts.map(({ merchantId }) => merchantId),
        acts.map(({ mode }) => mode),
        acts.map(({ action }) => action),
        acts.map(({ subject }) => subject),
        acts.map(({ actor }) => actor),
        acts.map(({ requestId }) => requestId),
      ],
    });
  }

  /** Removes and returns counts of minutes that have passed, the oldest first. A count that another instance takes is left out. */
  take(tx: DatabaseTransaction, limit: number): Promise<readonly Tally[]> {
    return tx.query<Tally>({
      name: 'audit-tally-take',
      text: `DELETE FROM audit_tally WHERE ctid = ANY (ARRAY (SELECT ctid FROM audit_tally
          WHERE minute < date_trunc('minute', clock_timestamp()) ORDER BY minute LIMIT $1 FOR UPDATE SKIP LOCKED))
        RETURNING merchant_id AS "merchantId", mode, action, subject, actor, count, request_id AS "requestId",
          occurred_at AS "occurredAt"`,
      values: [limit],
    });
  }
}
