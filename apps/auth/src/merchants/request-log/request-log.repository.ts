import { Injectable } from '@nestjs/common';
import type { ListLoggedRequestsCommand, LoggedRequest } from '@paygate/contracts';
import { REQUEST_LOG_DAYS } from '@paygate/contracts';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';

/** Requests that a page looks at: a filter that few of them pass costs no more than this. */
const SCANNED = 10_000;
const BATCH = 10_000;
/** A run of the scheduled job deletes at most so many batches: more than 10,000 requests per second leave behind. */
const BATCHES = 100;

type Row = Omit<LoggedRequest, 'answeredAt'> & { readonly answeredAt: Date };

/** A part of the log. */
export interface RequestLogPart {
  readonly found: LoggedRequest[];
  /** The last entry that was looked at when there are older ones; else null. */
  readonly unseen: string | null;
}

/** The requests of merchants, for 30 days. */
@Injectable()
export class RequestLogRepository {
  constructor(private readonly database: Database) {}

  /** Stores requests in one statement. Returns the ids of the new ones: an entry that is stored already is left as it is. */
  async store(tx: DatabaseTransaction, requests: readonly LoggedRequest[]): Promise<ReadonlySet<string>> {
    const stored = await tx.query<{ id: string }>({
      name: 'request-log-store',
      text: `INSERT INTO request_log (merchant_id, mode, entry_id, method, path, status, code, api_key_id, member_id,
          request_id, duration_ms, answered_at)
        SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::smallint[], $7::text[],
          $8::text[], $9::text[], $10::text[], $11::int[], $12::timestamptz[])
        ON CONFLICT DO NOTHING RETURNING entry_id AS id`,
      values: [
        requests.map(({ merchantId }) => merchantId),
        requests.map(({ mode }) => mode),
        requests.map(({ entryId }) => entryId),
        requests.map(({ method }) => method),
        requests.map(({ path }) => path),
        requests.map(({ status }) => status),
        requests.map(({ code }) => code),
        requests.map(({ apiKeyId }) => apiKeyId),
        requests.map(({ memberId }) => memberId),
        requests.map(({ requestId }) => requestId),
        requests.map(({ durationMs }) => durationMs),
        requests.map(({ answeredAt }) => answeredAt),
      ],
    });
    return new Set(stored.map(({ id }) => id));
  }

  /** Requests of one merchant and mode before an entry, newest first. */
  async list(
    { merchantId, mode, before, status, code, apiKeyId, path }: Omit<ListLoggedRequestsCommand, 'limit'>,
    most: number,
  ): Promise<RequestLogPart> {
    const rows = await this.database.query<Row & { least: string | null; isFull: boolean }>({
      name: 'request-log-list',
      text: `WITH scanned AS (
          SELECT * FROM request_log WHERE merchant_id = $1 AND mode = $2 AND ($3::text IS NULL OR entry_id < $3)
            AND answered_at > clock_timestamp() - make_interval(days => ${REQUEST_LOG_DAYS})
          ORDER BY entry_id DESC LIMIT ${SCANNED}),
        found AS (
          SELECT * FROM scanned WHERE ($4::int IS NULL OR status = $4) AND ($5::text IS NULL OR code = $5)
            AND ($6::text IS NULL OR api_key_id = $6) AND ($7::text IS NULL OR path = $7)
          ORDER BY entry_id DESC LIMIT $8)
        SELECT least, "isFull", entry_id AS "entryId", merchant_id AS "merchantId", mode, method, path, status, code,
          api_key_id AS "apiKeyId", member_id AS "memberId", request_id AS "requestId", duration_ms AS "durationMs",
          answered_at AS "answeredAt"
        FROM (SELECT min(entry_id) AS least, count(*) = ${SCANNED} AS "isFull" FROM scanned) AS s
          LEFT JOIN found ON true
        ORDER BY entry_id DESC`,
      values: [
        ...[merchantId, mode, before ?? null, status ?? null, code ?? null, apiKeyId ?? null, path ?? null],
        most,
      ],
    });
    const [first] = rows;
    // an empty page is one row without an entry
    const found = rows.filter(({ entryId }) => (entryId as string | null) !== null).map(entryOf);
    return { found, unseen: first?.isFull === true ? first.least : null };
  }

  /** Deletes requests that are older than the retention, in batches. */
  async deleteExpired(): Promise<void> {
    for (let batch = 0; batch < BATCHES; batch += 1) {
      const deleted = await this.database.execute({
        name: 'request-log-delete-old',
        text: `DELETE FROM request_log WHERE ctid = ANY (ARRAY (SELECT ctid FROM request_log
          WHERE answered_at < clock_timestamp() - make_interval(days => ${REQUEST_LOG_DAYS})
          ORDER BY answered_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED))`,
      });
      if (deleted < BATCH) return;
    }
  }
}

function entryOf({ entryId, merchantId, mode, method, path, status, code, ...row }: Row): LoggedRequest {
  const { apiKeyId, memberId, requestId, durationMs, answeredAt } = row;
  return {
    ...{ entryId, merchantId, mode, method, path, status, code },
    ...{ apiKeyId, memberId, requestId, durationMs, answeredAt: answeredAt.toISOString() },
  };
}
