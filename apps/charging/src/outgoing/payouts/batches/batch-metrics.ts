import { Injectable } from '@nestjs/common';
import { Database, measureByQuery } from '@paygate/platform';
import { Registry } from 'prom-client';

/** More than this many need no exact number. */
const ROWS_MAX = 100_000;

/** The metrics of rows of batches that wait to be sent. Those of test mode, and of paused batches, wait for nobody. */
@Injectable()
export class BatchMetrics {
  constructor(registry: Registry, database: Database) {
    measureByQuery(registry, database, {
      name: 'paygate_payout_batch_rows_waiting',
      help: `Rows of approved batches of live mode that could be sent now and are not, ${ROWS_MAX} at most`,
      statement: { name: 'batch-rows-waiting', text: COUNT_WAITING },
    });
    measureByQuery(registry, database, {
      name: 'paygate_payout_batch_oldest_row_seconds',
      help: 'The time since the first of them could be sent, in seconds; zero when there is none',
      statement: { name: 'batch-rows-oldest', text: OLDEST },
    });
  }
}

const WAITING = `
  FROM payout_batch_row r JOIN payout_batch b USING (batch_id)
  WHERE r.state = 'placed' AND r.due_at <= clock_timestamp() AND b.state = 'processing' AND b.ledger < 1000`;

const COUNT_WAITING = `SELECT count(*)::integer AS value FROM (SELECT r.number ${WAITING} LIMIT ${ROWS_MAX}) AS waiting`;

const OLDEST = `SELECT coalesce(extract(epoch FROM clock_timestamp() - min(r.due_at))::float8, 0) AS value ${WAITING}`;
