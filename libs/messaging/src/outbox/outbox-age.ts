import type { Database } from '@paygate/platform';
import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';

/** Ids are UUIDs of version 7, so the oldest row has the least one. */
const OLDEST = `
  SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 AS seconds FROM outbox ORDER BY id LIMIT 1`;

/** The metric of the outbox, read when metrics are: how long its oldest message waits to be published. */
export function measureOutboxAge(registry: Registry, database: Database): void {
  new Gauge({
    name: 'paygate_outbox_oldest_seconds',
    help: 'Age of the oldest message that is not published; 0 when all are, absent while the database is away',
    registers: [registry],
    async collect() {
      this.reset();
      if (!database.available) return;
      const [oldest] = await database
        .query<{ seconds: number }>({ name: 'outbox-age', text: OLDEST, values: [] })
        .catch(() => []);
      this.set(oldest?.seconds ?? 0);
    },
  });
}
