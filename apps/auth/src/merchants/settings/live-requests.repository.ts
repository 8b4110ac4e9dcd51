import { Injectable } from '@nestjs/common';
import type { LiveRequest, OpenLiveRequest } from '@paygate/contracts';
import type { DatabaseTransaction, Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';

/** A request that is open or was declined. */
export interface StoredLiveRequest {
  readonly business: string;
  readonly requestedBy: string;
  readonly requestedAt: Date;
  readonly declinedAt: Date | null;
  readonly declineReason: string | null;
}

/** A merchant with its request. */
export interface LiveState {
  readonly active: boolean;
  readonly liveActive: boolean;
  readonly request: StoredLiveRequest | undefined;
}

type Row = { readonly [Name in keyof StoredLiveRequest]: StoredLiveRequest[Name] | null } & {
  readonly active: boolean;
  readonly liveActive: boolean;
};

/** The requests of merchants for live mode. Writes need the merchant's lock. */
@Injectable()
export class LiveRequestsRepository {
  constructor(private readonly database: Database) {}

  async find(merchantId: string, queryable: Queryable = this.database): Promise<LiveState | undefined> {
    const [row] = await queryable.query<Row>({
      name: 'live-request',
      text: `SELECT m.active, m.live_active AS "liveActive", r.business, r.requested_by AS "requestedBy",
          r.requested_at AS "requestedAt", r.declined_at AS "declinedAt", r.decline_reason AS "declineReason"
        FROM merchant m LEFT JOIN live_request r ON r.merchant_id = m.id WHERE m.id = $1`,
      values: [merchantId],
    });
    if (row === undefined) return undefined;
    const { active, liveActive, business, requestedBy, requestedAt, declinedAt, declineReason } = row;
    const isStored = business !== null && requestedBy !== null && requestedAt !== null;
    return {
      ...{ active, liveActive },
      request: isStored ? { business, requestedBy, requestedAt, declinedAt, declineReason } : undefined,
    };
  }

  /** The same after locking the merchant until the transaction ends: its requests change one after the other. */
  async lock(tx: DatabaseTransaction, merchantId: string): Promise<LiveState | undefined> {
    await tx.execute({
      name: 'live-request-lock',
      text: 'SELECT FROM merchant WHERE id = $1 FOR UPDATE',
      values: [merchantId],
    });
    return this.find(merchantId, tx);
  }

  /** The oldest open requests. */
  async open(limit: number): Promise<readonly OpenLiveRequest[]> {
    const rows = await this.database.query<Omit<OpenLiveRequest, 'requestedAt'> & { readonly requestedAt: Date }>({
      name: 'live-requests-open',
      text: `SELECT merchant_id AS "merchantId", m.name AS "merchantName", business, requested_by AS "requestedBy",
          requested_at AS "requestedAt"
        FROM live_request r JOIN merchant m ON m.id = r.merchant_id WHERE declined_at IS NULL
        ORDER BY requested_at LIMIT $1`,
      values: [limit],
    });
    return rows.map((row) => ({ ...row, requestedAt: row.requestedAt.toISOString() }));
  }

  /** Opens a request, also in the place of a declined one; an open one gets the text. */
  async put(
    tx: DatabaseTransaction,
    { merchantId, business, requestedBy }: Pick<StoredLiveRequest, 'business' | 'requestedBy'> & { merchantId: string },
  ): Promise<void> {
    await tx.execute({
      name: 'live-request-put',
      text: `INSERT INTO live_request AS r (merchant_id, business, requested_by) VALUES ($1, $2, $3)
        ON CONFLICT (merchant_id) DO UPDATE SET business = excluded.business, requested_by = excluded.requested_by,
          requested_at = CASE WHEN r.declined_at IS NULL THEN r.requested_at ELSE clock_timestamp() END,
          declined_at = NULL, decline_reason = NULL`,
      values: [merchantId, business, requestedBy],
    });
  }

  async withdraw(tx: DatabaseTransaction, merchantId: string): Promise<void> {
    await tx.execute({
      name: 'live-request-withdraw',
      text: 'DELETE FROM live_request WHERE merchant_id = $1',
      values: [merchantId],
    });
  }

  async decline(tx: DatabaseTransaction, merchantId: string, reason: string): Promise<void> {
    await tx.execute({
      name: 'live-request-decline',
      text: `UPDATE live_request SET declined_at = clock_timestamp(), decline_reason = $2
        WHERE merchant_id = $1 AND declined_at IS NULL`,
      values: [merchantId, reason],
    });
  }
}

/** The state as the API publishes it. */
export function liveRequestOf({ liveActive, request }: LiveState): LiveRequest {
  if (liveActive || request === undefined)
    return {
      ...{ status: liveActive ? 'active' : 'none', business: null, requestedBy: null, requestedAt: null },
      ...{ declinedAt: null, declineReason: null },
    };
  const { business, requestedBy, requestedAt, declinedAt, declineReason } = request;
  return {
    ...{ status: declinedAt === null ? 'requested' : 'declined', business, requestedBy },
    ...{ requestedAt: requestedAt.toISOString(), declinedAt: declinedAt?.toISOString() ?? null, declineReason },
  };
}
