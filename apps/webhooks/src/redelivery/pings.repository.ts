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

  /**
   * Stores a test event and its delivery before the attempt, so that a repeated command sends the same bytes.
   * @returns the body that is stored
   */
  async begin({ eventId, merchantId, mode, endpointId, body }: Ping): Promise<string> {
    await this.database.execute({
      name: 'ping-begin',
      text: `WITH event AS (
          INSERT INTO webhook_event (event_id, merchant_id, mode, type) VALUES ($1, $2, $3, 'endpoint.ping')
          ON CONFLICT (event_id) DO NOTHING RETURNING event_id),
        delivery AS (
          INSERT INTO webhook_delivery (endpoint_id, event_id, state) SELECT $4, event_id, 'failed' FROM event)
        INSERT INTO webhook_body (event_id, body) SELECT event_id, given.body FROM event, unnest($5::text[]) AS given (body)`,
      values: [eventId, merchantId, mode, endpointId, textArray([body])],
    });
    const [stored] = await this.database.query<Pick<Ping, 'body'>>({
      name: 'ping-body',
      text: 'SELECT body FROM webhook_body WHERE event_id = $1',
      values: [eventId],
    });
    return stored?.body ?? body;
  }

  /** Stores the only attempt of a test event. */
  async store({ eventId, endpointId }: Ping, { result, latencyMs }: Attempted): Promise<void> {
    const [status, excerpt] = result.kind === 'answered' ? [result.status, result.excerpt] : [null, ''];
    const error = result.kind === 'failed' ? result.cause : null;
    await this.database.execute({
      name: 'ping-store',
      text: `WITH attempted AS (
          UPDATE webhook_delivery SET attempts = 1, state = CASE WHEN ok THEN 'delivered' ELSE 'failed' END,
            delivered_at = CASE WHEN ok THEN clock_timestamp() END
          FROM (SELECT coalesce($4::int BETWEEN 200 AND 299, false) AS ok) AS outcome
          WHERE endpoint_id = $1 AND event_id = $2 AND attempts = 0
          RETURNING endpoint_id, event_id)
        INSERT INTO webhook_attempt (endpoint_id, event_id, attempt, latency_ms, status, error, excerpt)
        SELECT endpoint_id, event_id, 1, $3, $4, $5, $6 FROM attempted`,
      values: [endpointId, eventId, latencyMs, status, error, excerpt],
    });
  }
}
