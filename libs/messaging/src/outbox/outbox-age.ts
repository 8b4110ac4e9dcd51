import type { Database } from '@paygate/platform';
import { measureByQuery } from '@paygate/platform';
import type { Registry } from 'prom-client';

/** Ids are UUIDs of version 7, so the oldest row has the least one. */
const OLDEST = `
  SELECT coalesce((
    SELECT extract(epoch FROM clock_timestamp() - created_at) FROM outbox ORDER BY id LIMIT 1), 0)::float8 AS value`;

/** The metric of the outbox: how long its oldest message waits to be published. */
export function measureOutboxAge(registry: Registry, database: Database): void {
  measureByQuery(registry, database, {
    name: 'paygate_outbox_oldest_seconds',
    help: 'Age of the oldest message that is not published; 0 when all are, absent while the database is away',
    statement: { name: 'outbox-age', text: OLDEST },
  });
}
