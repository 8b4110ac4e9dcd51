import { Injectable } from '@nestjs/common';
import type { OfWebhookRecovery, RecoverWebhookEndpointCommand, WebhookRecoveryInfo } from '@paygate/contracts';
import { RECOVERY_RATE_PER_SECOND } from '@paygate/contracts';
import type { DatabaseTransaction, Queryable } from '@paygate/platform';
import { Database, idMadeAtMs } from '@paygate/platform';
import { RELEASED } from '../delivery/deliveries.repository.js';
import { subscribedSql } from '../events/subscribed-sql.js';

/** Events that one step examines. */
const STEP_EVENTS = 100;

/**
 * One step of the recovery that is longest due: examines the next events, makes deliveries due and moves on, in one statement. So a
 * crash repeats nothing and leaves nothing out. A delivery that a worker is sending stays as it is.
 */
export const STEP = `
WITH due AS (
  SELECT * FROM webhook_recovery WHERE status = 'running' AND next_at <= clock_timestamp()
  ORDER BY next_at LIMIT 1 FOR UPDATE SKIP LOCKED),
endpoint AS (
  SELECT e.endpoint_id, e.events, e.state FROM webhook_endpoint e JOIN due USING (endpoint_id)),
batch AS MATERIALIZED (
  SELECT v.event_id, v.type FROM due JOIN webhook_event v ON v.merchant_id = due.merchant_id AND v.mode = due.mode
  WHERE v.event_id > due.position AND v.event_id < webhook_least_event_id(due.to_at) ORDER BY v.event_id LIMIT ${STEP_EVENTS}),
wanted AS MATERIALIZED (
  SELECT batch.event_id, EXISTS (SELECT FROM webhook_body b WHERE b.event_id = batch.event_id) AS has_body
  FROM batch CROSS JOIN due CROSS JOIN endpoint
    LEFT JOIN LATERAL (
      SELECT state FROM webhook_delivery WHERE endpoint_id = due.endpoint_id AND event_id = batch.event_id OFFSET 0) AS d ON true
  WHERE endpoint.state <> 'deleted' AND batch.type <> 'endpoint.ping'
    AND (d.state IS DISTINCT FROM 'delivered' OR due.include_delivered)
    AND ${subscribedSql('endpoint.events', 'batch.type')}),
queued AS (
  INSERT INTO webhook_delivery AS d (endpoint_id, event_id)
  SELECT due.endpoint_id, wanted.event_id FROM due CROSS JOIN wanted WHERE wanted.has_body AND NOT due.dry_run ORDER BY event_id
  ON CONFLICT (endpoint_id, event_id) DO UPDATE
  SET state = 'pending', next_at = clock_timestamp(), delivered_at = NULL, ${RELEASED}
  WHERE NOT EXISTS (SELECT FROM webhook_worker w WHERE w.worker = d.leased_by)),
counted AS (
  SELECT (SELECT count(*) FROM batch) AS examined, (SELECT max(event_id) FROM batch) AS position,
    count(*) FILTER (WHERE has_body) AS queued, count(*) FILTER (WHERE NOT has_body) AS expired FROM wanted),
stepped AS (
UPDATE webhook_recovery r SET
  examined = r.examined + counted.examined, queued = r.queued + counted.queued, expired = r.expired + counted.expired,
  position = coalesce(counted.position, r.position),
  status = CASE WHEN endpoint.state = 'deleted' THEN 'canceled' WHEN counted.examined < ${STEP_EVENTS} THEN 'completed' ELSE 'running' END,
  completed_at = CASE WHEN endpoint.state = 'deleted' OR counted.examined < ${STEP_EVENTS} THEN clock_timestamp() END,
  next_at = clock_timestamp()
    + make_interval(secs => CASE WHEN due.dry_run THEN 0 ELSE counted.queued / ${RECOVERY_RATE_PER_SECOND}.0 END)
FROM due CROSS JOIN endpoint CROSS JOIN counted WHERE r.recovery_id = due.recovery_id
RETURNING r.endpoint_id)
SELECT (SELECT endpoint_id FROM stepped) AS "endpointId",
  (SELECT extract(epoch FROM min(next_at) - clock_timestamp())::float8 FROM webhook_recovery WHERE status = 'running') AS "dueSeconds"`;

export interface RecoveryStep {
  /** The endpoint of the step; null when none was due. */
  readonly endpointId: string | null;
  /** The time until the next step is due, as it was before this one; null when no recovery is running. Seconds. */
  readonly dueSeconds: number | null;
}

type RecoveryRow = Omit<WebhookRecoveryInfo, 'from' | 'to' | 'examinedUntil' | 'createdAt' | 'completedAt'> & {
  readonly fromAt: Date;
  readonly toAt: Date;
  readonly position: string;
  readonly createdAt: Date;
  readonly completedAt: Date | null;
};

const COLUMNS = `recovery_id AS "recoveryId", endpoint_id AS "endpointId", status, from_at AS "fromAt", to_at AS "toAt",
  dry_run AS "dryRun", include_delivered AS "includeDelivered", examined, queued, expired, position,
  created_at AS "createdAt", completed_at AS "completedAt"`;

/** Recoveries: ranges of events that are sent to an endpoint again. */
@Injectable()
export class RecoveriesRepository {
  constructor(private readonly database: Database) {}

  /** Inserts a recovery that ends now at the latest. @returns false when the endpoint has one in progress */
  async insert(tx: DatabaseTransaction, request: RecoverWebhookEndpointCommand): Promise<boolean> {
    const { recoveryId, endpointId, merchantId, mode, from, to, dryRun = false, includeDelivered = false } = request;
    const inserted = await tx.execute({
      name: 'recovery-insert',
      text: `INSERT INTO webhook_recovery
          (recovery_id, endpoint_id, merchant_id, mode, from_at, to_at, dry_run, include_delivered, position)
        VALUES ($1, $2, $3, $4, $5, least($6, clock_timestamp()), $7, $8, webhook_least_event_id($5))
        ON CONFLICT (endpoint_id) WHERE status = 'running' DO NOTHING`,
      values: [recoveryId, endpointId, merchantId, mode, from, to ?? null, dryRun, includeDelivered],
    });
    return inserted > 0;
  }

  async find(
    { recoveryId, endpointId, merchantId, mode }: OfWebhookRecovery,
    on: Queryable = this.database,
  ): Promise<WebhookRecoveryInfo | undefined> {
    const rows = await on.query<RecoveryRow>({
      name: 'recovery-find',
      text: `SELECT ${COLUMNS} FROM webhook_recovery
        WHERE recovery_id = $1 AND endpoint_id = $2 AND merchant_id = $3 AND mode = $4`,
      values: [recoveryId, endpointId, merchantId, mode],
    });
    return rows.map(infoOf).at(0);
  }

  /** One step of the recovery that is longest due. */
  async step(): Promise<RecoveryStep> {
    const [step] = await this.database.query<RecoveryStep>({ name: 'recovery-step', text: STEP, values: [] });
    return step ?? { endpointId: null, dueSeconds: null };
  }
}

function infoOf({ fromAt, toAt, position, createdAt, completedAt, ...info }: RecoveryRow): WebhookRecoveryInfo {
  return {
    ...info,
    ...{ from: fromAt.toISOString(), to: toAt.toISOString() },
    examinedUntil: info.examined === 0 ? null : new Date(idMadeAtMs('event', position)).toISOString(),
    ...{ createdAt: createdAt.toISOString(), completedAt: completedAt?.toISOString() ?? null },
  };
}
