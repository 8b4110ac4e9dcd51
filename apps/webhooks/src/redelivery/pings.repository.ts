import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { Database, textArray } from '@paygate/platform';
import type { Attempted } from '../delivery/attempter.js';

interface Ping {
  readonly eventId: string;
  readonly merchantId: string;
  readonly mode: Mode;
  readonly endpointId: string;
  readonly body: string;
}

@Injectable()
export class PingsRepository {
  constructor(private readonly database: Database) {}

  /** Stores a test event with its delivery and its only attempt. */
  async store({ eventId, merchantId, mode, endpointId, body }: Ping, { result, latencyMs }: Attempted): Promise<void> {
    const [status, excerpt] = result.kind === 'answered' ? [result.status, result.excerpt] : [null, ''];
    const error = result.kind === 'failed' ? result.cause : null;
    await this.database.execute({
      name: 'ping-store',
      text: `WITH event AS (
          INSERT INTO webhook_event (event_id, merchant_id, mode, type) VALUES ($1, $2, $3, 'endpoint.ping')),
        body AS (INSERT INTO webhook_body (event_id, body) SELECT $1, * FROM unnest($5::text[])),
        delivery AS (
          INSERT INTO webhook_delivery (endpoint_id, event_id, state, attempts, delivered_at)
          SELECT $4, $1, CASE WHEN ok THEN 'delivered' ELSE 'failed' END, 1, CASE WHEN ok THEN clock_timestamp() END
          FROM (SELECT coalesce($7::int BETWEEN 200 AND 299, false) AS ok) AS outcome)
        INSERT INTO webhook_attempt (endpoint_id, event_id, attempt, latency_ms, status, error, excerpt)
        VALUES ($4, $1, 1, $6, $7, $8, $9)`,
      values: [eventId, merchantId, mode, endpointId, textArray([body]), latencyMs, status, error, excerpt],
    });
  }
}
