import { Injectable } from '@nestjs/common';
import { Database, measureByQuery } from '@paygate/platform';
import { Counter, Histogram, Registry } from 'prom-client';
import type { AttemptRecord } from './deliveries.repository.js';
import { DUE_ENDPOINTS_MAX, waitingEndpointsSql } from './deliveries.repository.js';
import type { Notice } from './health/endpoint-notices.js';

const ATTEMPT_BUCKETS_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];
const WAIT_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3_600];
const MS_PER_SECOND = 1_000;
const GONE = 410;

const allNotices: readonly Notice[] = [
  { type: 'endpoint.failing', reason: 'no_success' },
  { type: 'endpoint.failing', reason: 'address_not_allowed' },
  { type: 'endpoint.disabled', reason: 'failing' },
  { type: 'endpoint.disabled', reason: 'gone' },
];

/** The metrics of deliveries. */
@Injectable()
export class DeliveryMetrics {
  readonly #attempts: Histogram<'outcome'>;
  readonly #firstWaits: Histogram;
  readonly #notices: Counter<'type' | 'reason'>;

  constructor(registry: Registry, database: Database) {
    const registers = [registry];
    this.#attempts = new Histogram({
      name: 'paygate_webhook_attempt_duration_seconds',
      help: 'Attempts at deliveries: delivered, refused (another status), gone (410), or why there was no answer',
      labelNames: ['outcome'],
      buckets: ATTEMPT_BUCKETS_SECONDS,
      registers,
    });
    this.#firstWaits = new Histogram({
      name: 'paygate_webhook_first_attempt_wait_seconds',
      help: 'Time for which a delivery to an endpoint in good health waited for its first attempt',
      buckets: WAIT_BUCKETS_SECONDS,
      registers,
    });
    this.#notices = new Counter({
      name: 'paygate_webhook_endpoint_notices_total',
      help: 'Events about endpoints that fail or were disabled',
      labelNames: ['type', 'reason'],
      registers,
    });
    // an increase from nothing to 1 is invisible to Prometheus
    for (const notice of allNotices) this.#notices.inc({ ...notice }, 0);
    measureByQuery(registry, database, {
      name: 'paygate_webhook_oldest_due_seconds',
      help: `How long the oldest delivery has been due, of the first ${DUE_ENDPOINTS_MAX} endpoints; 0 when none is`,
      statement: { name: 'deliveries-oldest-due', text: OLDEST_DUE },
    });
  }

  attempted({ latencyMs, waitedSeconds, state, status, error }: AttemptRecord): void {
    const outcome = error ?? (state === 'delivered' ? state : status === GONE ? 'gone' : 'refused');
    this.#attempts.observe({ outcome }, latencyMs / MS_PER_SECOND);
    if (waitedSeconds !== null) this.#firstWaits.observe(waitedSeconds);
  }

  noticed({ type, reason }: Notice): void {
    this.#notices.inc({ type, reason });
  }
}

/** One probe of the index of pending deliveries for each endpoint that has some. What was parked is due since its endpoint was enabled. */
const OLDEST_DUE = `
WITH RECURSIVE ${waitingEndpointsSql("''")}
SELECT greatest(0, coalesce(extract(epoch FROM statement_timestamp() - min(greatest(oldest.next_at, e.updated_at))), 0))::float8 AS value
FROM (SELECT endpoint_id FROM waiting WHERE endpoint_id IS NOT NULL LIMIT ${DUE_ENDPOINTS_MAX}) AS waiting
JOIN webhook_endpoint e USING (endpoint_id)
CROSS JOIN LATERAL (
  SELECT next_at FROM webhook_delivery d WHERE d.endpoint_id = e.endpoint_id AND d.state = 'pending' AND d.leased_by IS NULL
  ORDER BY next_at LIMIT 1) AS oldest
WHERE e.state = 'enabled' AND e.breaker_until IS NULL`;
