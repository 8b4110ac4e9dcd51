import { Injectable } from '@nestjs/common';
import { Database, measureByQuery } from '@paygate/platform';
import { Registry } from 'prom-client';

/** The metrics of reconciliation. Days that the installation's team has accepted count as matched. */
@Injectable()
export class ReconciliationMetrics {
  constructor(registry: Registry, database: Database) {
    measureByQuery(registry, database, {
      name: 'paygate_statement_lines_unmatched',
      help: 'Lines and operations of days that do not match, by what is wrong with them',
      labelNames: ['rail', 'mode', 'result'],
      statement: { name: 'reconciliation-count-unmatched', text: UNMATCHED },
    });
    measureByQuery(registry, database, {
      name: 'paygate_reconciled_until_timestamp_seconds',
      help: 'The end of the last day of each rail that matches its statement',
      labelNames: ['rail', 'mode'],
      statement: { name: 'reconciliation-last-day', text: LAST_DAY },
    });
  }
}

const UNMATCHED = `
  SELECT rail, mode, result, sum(lines)::float8 AS value
  FROM reconciliation_run, LATERAL (VALUES
    ('missing_here', missing_here), ('missing_there', missing_there), ('differs', differs), ('duplicate', duplicate),
    ('unreadable', unreadable), ('awaited', awaited)) AS counted (result, lines)
  WHERE state = 'compared' AND NOT is_matched GROUP BY rail, mode, result`;

/** One look-up in an index for each rail and mode. */
const LAST_DAY = `
  SELECT rail, mode, extract(epoch FROM (day + 1)::timestamp AT TIME ZONE 'Africa/Douala')::float8 AS value
  FROM (VALUES ('mtn_momo'), ('orange_money')) AS rails (rail), (VALUES ('test'), ('live')) AS modes (mode), LATERAL (
    SELECT r.day FROM reconciliation_run r WHERE r.is_matched AND r.rail = rails.rail AND r.mode = modes.mode
    ORDER BY r.day DESC LIMIT 1) AS last`;
