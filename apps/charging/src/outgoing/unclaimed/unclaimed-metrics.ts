import { Injectable } from '@nestjs/common';
import { Database, measureByQuery } from '@paygate/platform';
import { Registry } from 'prom-client';

/** More than this many need no exact number. */
const WAITING_MAX = 1_000;

/** The metrics of unclaimed money that waits for people or for its return. That of test mode is nobody's. */
@Injectable()
export class UnclaimedMetrics {
  constructor(registry: Registry, database: Database) {
    measureByQuery(registry, database, {
      name: 'paygate_unclaimed_waiting',
      help: `Money of live mode that no payment is of and that nobody has matched or returned, ${WAITING_MAX} rows at most`,
      statement: { name: 'unclaimed-count-waiting', text: COUNT_WAITING },
    });
    measureByQuery(registry, database, {
      name: 'paygate_unclaimed_oldest_seconds',
      help: 'The time since the oldest of it was listed, in seconds; zero when there is none',
      statement: { name: 'unclaimed-oldest', text: OLDEST },
    });
  }
}

const WAITING = `state IN ('listed', 'confirmed', 'returning') AND ledger < 1000`;

const COUNT_WAITING = `
  SELECT count(*)::integer AS value FROM (SELECT FROM unclaimed WHERE ${WAITING} LIMIT ${WAITING_MAX}) AS waiting`;

const OLDEST = `
  SELECT coalesce((SELECT extract(epoch FROM clock_timestamp() - created_at)::float8 FROM unclaimed
    WHERE ${WAITING} ORDER BY created_at, unclaimed_id LIMIT 1), 0) AS value`;
