import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { DatabaseTransaction } from '@paygate/platform';
import { Database } from '@paygate/platform';
import type { DisabledReason, EndpointHealth } from '../domain/endpoint-health.js';

/** An enabled endpoint with its failures, locked. */
export interface AilingEndpoint {
  readonly endpointId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly url: string;
  readonly now: Date;
  readonly health: EndpointHealth;
}

type AilingRow = Omit<AilingEndpoint, 'health'> & EndpointHealth;

@Injectable()
export class EndpointHealthRepository {
  constructor(
    private readonly database: Database,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.unitOfWork.run(work);
  }

  /** Reads and locks an endpoint, if it is enabled and this is still its URL. */
  async lock(tx: DatabaseTransaction, endpointId: string, postedTo: string): Promise<AilingEndpoint | undefined> {
    const [row] = await tx.query<AilingRow>({
      name: 'endpoint-health-lock',
      text: `SELECT endpoint_id AS "endpointId", merchant_id AS "merchantId", mode, url, clock_timestamp() AS now, failures,
          failing_since AS "failingSince", breaker_until AS "breakerUntil", failed_probes AS "failedProbes",
          address_flagged_at AS "addressFlaggedAt", warned_at AS "warnedAt"
        FROM webhook_endpoint WHERE endpoint_id = $1 AND state = 'enabled' AND url = $2 FOR NO KEY UPDATE`,
      values: [endpointId, postedTo],
    });
    if (row === undefined) return undefined;
    const { merchantId, mode, url, now, ...health } = row;
    return { endpointId, merchantId, mode, url, now, health };
  }

  async store(tx: DatabaseTransaction, endpointId: string, health: EndpointHealth): Promise<void> {
    await tx.execute({
      name: 'endpoint-health-store',
      text: `UPDATE webhook_endpoint SET failures = $2, failing_since = $3, breaker_until = $4, failed_probes = $5,
          address_flagged_at = $6, warned_at = $7
        WHERE endpoint_id = $1`,
      values: [
        endpointId,
        health.failures,
        health.failingSince,
        health.breakerUntil,
        health.failedProbes,
        health.addressFlaggedAt,
        health.warnedAt,
      ],
    });
  }

  async disable(tx: DatabaseTransaction, endpointId: string, reason: DisabledReason): Promise<void> {
    await tx.execute({
      name: 'endpoint-disable',
      text: `UPDATE webhook_endpoint SET state = 'disabled', disabled_reason = $2, updated_at = clock_timestamp()
        WHERE endpoint_id = $1`,
      values: [endpointId, reason],
    });
  }

  /** Forgets the failures of an endpoint, if this is still its URL. */
  async recover(endpointId: string, postedTo: string): Promise<void> {
    await this.database.execute({
      name: 'endpoint-recover',
      text: `UPDATE webhook_endpoint SET failures = 0, failing_since = NULL, breaker_until = NULL, failed_probes = 0,
          address_flagged_at = NULL, warned_at = NULL
        WHERE endpoint_id = $1 AND failures > 0 AND url = $2`,
      values: [endpointId, postedTo],
    });
  }

  /** The time until an enabled endpoint has a delivery due that its breaker lets through; null when none is pending. Seconds. */
  async nextDueSeconds(endpointId: string): Promise<number | null> {
    const [row] = await this.database.query<{ seconds: number }>({
      name: 'endpoint-next-due',
      text: `SELECT extract(epoch FROM greatest(next_at, breaker_until) - clock_timestamp())::float8 AS seconds
        FROM webhook_endpoint e CROSS JOIN LATERAL (
          SELECT next_at FROM webhook_delivery d WHERE d.endpoint_id = e.endpoint_id AND d.state = 'pending' AND d.leased_by IS NULL
          ORDER BY next_at LIMIT 1) AS first
        WHERE e.endpoint_id = $1 AND e.state = 'enabled'`,
      values: [endpointId],
    });
    return row === undefined ? null : Math.max(0, row.seconds);
  }
}
