import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { WEBHOOK_ENDPOINTS_MAX, WEBHOOK_ENDPOINTS_PER_DAY, WEBHOOK_SECRETS_MAX } from '@paygate/contracts';
import type { DatabaseTransaction, Queryable } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { Endpoint, EndpointKey, EndpointWithSecrets, LiveSecret } from './endpoint.js';
import { SecretSealer } from '../secret-sealer.js';

const SECRET_COLUMN = 'webhook_secret.sealed_secret';

const COLUMNS = `endpoint_id AS "endpointId", merchant_id AS "merchantId", mode, url, description, events, ordered,
  retry_schedule AS "retrySchedule", state, disabled_reason AS "disabledReason", breaker_until AS "breakerUntil", created_at AS "createdAt", updated_at AS "updatedAt",
  (SELECT coalesce(json_agg(json_build_object('sealed', sealed_secret, 'createdAt', s.created_at, 'expiresAt', expires_at)
      ORDER BY s.created_at, slot), '[]')
    FROM webhook_secret s
    WHERE s.endpoint_id = e.endpoint_id AND (expires_at IS NULL OR expires_at > clock_timestamp())) AS secrets`;
const OWNED = `endpoint_id = $1 AND merchant_id = $2 AND mode = $3 AND state <> 'deleted'`;

interface EndpointRow extends Endpoint {
  readonly secrets: readonly { readonly sealed: LiveSecret['sealed']; createdAt: string; expiresAt: string | null }[];
}

/** The settings of an endpoint that a merchant decides. */
export type EndpointChange = Pick<Endpoint, 'url' | 'description' | 'events' | 'ordered' | 'retrySchedule' | 'state'>;
export type NewEndpoint = EndpointKey & Omit<EndpointChange, 'state'>;

@Injectable()
export class EndpointsRepository {
  constructor(
    private readonly database: Database,
    private readonly sealer: SecretSealer,
  ) {}

  /** Registrations of one merchant in one mode wait for one another, so that the counts of its endpoints are right. */
  async lockAccount(
    tx: DatabaseTransaction,
    { merchantId, mode }: Pick<EndpointKey, 'merchantId' | 'mode'>,
  ): Promise<void> {
    await tx.execute({
      name: 'endpoint-account-lock',
      text: 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))',
      values: [`webhook_endpoint ${mode} ${merchantId}`],
    });
  }

  /** Seconds until an account may register one more endpoint, by those of the last 24 hours; 0 when it may. */
  async secondsToNext(
    tx: DatabaseTransaction,
    { merchantId, mode }: Pick<EndpointKey, 'merchantId' | 'mode'>,
  ): Promise<number> {
    // ids are in the order of their time
    const [row] = await tx.query<{ seconds: number }>({
      name: 'endpoint-day',
      text: `SELECT extract(epoch FROM created_at + interval '24 hours' - clock_timestamp())::float8 AS seconds
        FROM webhook_endpoint WHERE merchant_id = $1 AND mode = $2
        ORDER BY endpoint_id DESC OFFSET ${WEBHOOK_ENDPOINTS_PER_DAY - 1} LIMIT 1`,
      values: [merchantId, mode],
    });
    return Math.max(0, row?.seconds ?? 0);
  }

  /** Inserts an endpoint with its first secret. @returns false when the account has its most endpoints */
  async insert(tx: DatabaseTransaction, endpoint: NewEndpoint, secret: string): Promise<boolean> {
    const { endpointId, merchantId, mode, url, events, description, ordered, retrySchedule } = endpoint;
    const inserted = await tx.execute({
      name: 'endpoint-insert',
      text: `WITH made AS (
          INSERT INTO webhook_endpoint (endpoint_id, merchant_id, mode, url, events, description, ordered, retry_schedule)
          SELECT $1, $2, $3, $4, $5, $6, $7, $8
          WHERE (SELECT count(*) FROM webhook_endpoint WHERE merchant_id = $2 AND mode = $3 AND state <> 'deleted')
            < ${WEBHOOK_ENDPOINTS_MAX}
          RETURNING endpoint_id)
        INSERT INTO webhook_secret (endpoint_id, slot, sealed_secret) SELECT endpoint_id, 1, $9 FROM made`,
      values: [
        ...[endpointId, merchantId, mode, url, events, description, ordered, retrySchedule],
        this.sealer.seal(secret, SECRET_COLUMN, endpointId),
      ],
    });
    return inserted > 0;
  }

  /** One endpoint of an account, unless it was deleted. */
  async find(
    { endpointId, merchantId, mode }: EndpointKey,
    on: Queryable = this.database,
  ): Promise<EndpointWithSecrets | undefined> {
    const rows = await on.query<EndpointRow>({
      name: 'endpoint-find',
      text: `SELECT ${COLUMNS} FROM webhook_endpoint e WHERE ${OWNED}`,
      values: [endpointId, merchantId, mode],
    });
    return rows.map(withSecrets).at(0);
  }

  /** The same, locked until the transaction ends. */
  async lock(tx: DatabaseTransaction, key: EndpointKey): Promise<EndpointWithSecrets | undefined> {
    await tx.execute({
      name: 'endpoint-lock',
      text: `SELECT FROM webhook_endpoint WHERE ${OWNED} FOR NO KEY UPDATE`,
      values: [key.endpointId, key.merchantId, key.mode],
    });
    return this.find(key, tx);
  }

  /** The endpoints of an account, newest first, without deleted ones. */
  async list(merchantId: string, mode: Mode): Promise<readonly EndpointWithSecrets[]> {
    const rows = await this.database.query<EndpointRow>({
      name: 'endpoints-list',
      text: `SELECT ${COLUMNS} FROM webhook_endpoint e
        WHERE merchant_id = $1 AND mode = $2 AND state <> 'deleted' ORDER BY endpoint_id DESC LIMIT ${WEBHOOK_ENDPOINTS_MAX}`,
      values: [merchantId, mode],
    });
    return rows.map(withSecrets);
  }

  /**
   * Writes what the merchant has decided. An endpoint that is enabled again begins without the failures of its past. With another URL it
   * is tried at once, and its failures count on until it succeeds: otherwise changes of the URL would keep it from being disabled. In both
   * cases, and when the endpoint becomes ordered, what waits for a later attempt is to be made due.
   */
  async update(tx: DatabaseTransaction, endpointId: string, change: EndpointChange): Promise<void> {
    const { url, description, events, ordered, retrySchedule, state } = change;
    await tx.execute({
      name: 'endpoint-update',
      text: `UPDATE webhook_endpoint SET url = $2, description = $3, events = $4, ordered = $5, retry_schedule = $6, state = $7,
          disabled_reason = CASE WHEN $7 = 'disabled' THEN disabled_reason END, updated_at = clock_timestamp(),
          (failures, failing_since, breaker_until, failed_probes, address_flagged_at, warned_at, due_from) = (
            SELECT CASE WHEN resumed THEN 0 ELSE failures END, CASE WHEN NOT resumed THEN failing_since END,
              CASE WHEN NOT tried THEN breaker_until END, CASE WHEN tried THEN 0 ELSE failed_probes END,
              CASE WHEN NOT tried THEN address_flagged_at END, CASE WHEN NOT resumed THEN warned_at END,
              CASE WHEN tried OR ($5 AND NOT ordered) THEN '-infinity' ELSE due_from END
            FROM (SELECT $7 = 'enabled' AND state <> 'enabled' AS resumed, $7 = 'enabled' AND (state <> 'enabled' OR url <> $2) AS tried) AS change)
        WHERE endpoint_id = $1`,
      values: [endpointId, url, description, events, ordered, retrySchedule, state],
    });
  }

  /** Deletes an endpoint and its secrets; its deliveries stay readable. @returns false when there is none */
  async delete(tx: DatabaseTransaction, { endpointId, merchantId, mode }: EndpointKey): Promise<boolean> {
    const deleted = await tx.execute({
      name: 'endpoint-delete',
      text: `UPDATE webhook_endpoint SET state = 'deleted', disabled_reason = NULL, updated_at = clock_timestamp() WHERE ${OWNED}`,
      values: [endpointId, merchantId, mode],
    });
    await tx.execute({
      name: 'endpoint-delete-secrets',
      text: `DELETE FROM webhook_secret USING webhook_endpoint e
        WHERE webhook_secret.endpoint_id = e.endpoint_id AND e.endpoint_id = $1 AND e.state = 'deleted'`,
      values: [endpointId],
    });
    return deleted > 0;
  }

  /**
   * Adds a secret in a free slot, and lets the one before it end after an overlap. Those that end already keep their time, unless the
   * overlap is 0, which ends all at once. The endpoint is locked, and its slots are not all live.
   */
  async addSecret(tx: DatabaseTransaction, endpointId: string, secret: string, overlapSeconds: number): Promise<void> {
    await tx.execute({
      name: 'secrets-retire',
      text: `UPDATE webhook_secret SET expires_at = clock_timestamp() + make_interval(secs => $2)
        WHERE endpoint_id = $1 AND (expires_at IS NULL OR $2 = 0)`,
      values: [endpointId, overlapSeconds],
    });
    await tx.execute({
      name: 'secrets-delete-expired',
      text: 'DELETE FROM webhook_secret WHERE endpoint_id = $1 AND expires_at <= clock_timestamp()',
      values: [endpointId],
    });
    await tx.execute({
      name: 'secret-add',
      text: `INSERT INTO webhook_secret (endpoint_id, slot, sealed_secret)
        SELECT $1, min(free), $2 FROM generate_series(1, ${WEBHOOK_SECRETS_MAX}) AS free
        WHERE NOT EXISTS (SELECT FROM webhook_secret WHERE endpoint_id = $1 AND slot = free)`,
      values: [endpointId, this.sealer.seal(secret, SECRET_COLUMN, endpointId)],
    });
  }

  /** One endpoint with the texts of its live secrets, oldest first. */
  async withSecrets(endpointId: string): Promise<{ endpoint: Endpoint; secrets: readonly string[] } | undefined> {
    const [row] = await this.database.query<EndpointRow>({
      name: 'endpoint-with-secrets',
      text: `SELECT ${COLUMNS} FROM webhook_endpoint e WHERE endpoint_id = $1`,
      values: [endpointId],
    });
    if (row === undefined) return undefined;
    const { secrets, ...endpoint } = row;
    return { endpoint, secrets: secrets.map(({ sealed }) => this.sealer.open(sealed, SECRET_COLUMN, endpointId)) };
  }
}

function withSecrets({ secrets, ...endpoint }: EndpointRow): EndpointWithSecrets {
  return {
    endpoint,
    secrets: secrets.map(({ sealed, createdAt, expiresAt }) => ({
      sealed,
      createdAt: new Date(createdAt),
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
    })),
  };
}
