import { Injectable } from '@nestjs/common';
import { Database } from '@paygate/platform';

/** Deliveries that one step makes due. */
const STEP_DELIVERIES = 1_000;

/**
 * Makes a batch of waiting deliveries due, of the endpoint that changed first. Each becomes due as of its creation, so that an endpoint's
 * deliveries keep their order. A delivery that is being sent stays as it is: its result decides.
 */
export const MAKE_DUE = `
WITH changed AS (
  SELECT endpoint_id, due_from FROM webhook_endpoint WHERE due_from IS NOT NULL ORDER BY due_from LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED),
later AS MATERIALIZED (
  SELECT d.endpoint_id, d.event_id FROM changed CROSS JOIN LATERAL (
    SELECT * FROM webhook_delivery
    WHERE endpoint_id = changed.endpoint_id AND state = 'pending' AND created_at >= changed.due_from AND next_at > clock_timestamp()
    ORDER BY created_at, event_id LIMIT ${STEP_DELIVERIES} FOR UPDATE SKIP LOCKED) AS d),
due AS (
  UPDATE webhook_delivery d SET next_at = created_at
  FROM changed WHERE d.endpoint_id = changed.endpoint_id AND d.event_id = ANY (ARRAY (SELECT event_id FROM later))
  RETURNING d.created_at)
UPDATE webhook_endpoint e SET due_from = (SELECT max(created_at) FROM due HAVING count(*) = ${STEP_DELIVERIES})
FROM changed WHERE e.endpoint_id = changed.endpoint_id RETURNING e.endpoint_id`;

/** Deliveries that wait for a later attempt. */
@Injectable()
export class WaitingDeliveriesRepository {
  constructor(private readonly database: Database) {}

  /** Makes some deliveries due of an endpoint that has changed. @returns the endpoint; undefined when none has */
  async makeDue(): Promise<string | undefined> {
    const [row] = await this.database.query<{ endpoint_id: string }>({
      name: 'waiting-deliveries-make-due',
      text: MAKE_DUE,
      values: [],
    });
    return row?.endpoint_id;
  }
}
