import { Injectable } from '@nestjs/common';
import { Database, measureByQuery } from '@paygate/platform';
import { Registry } from 'prom-client';

/** More than this many need no exact number. */
const WAITING_MAX = 1_000;

/** The metric of reversals that wait for people. Those of test mode move no money. */
@Injectable()
export class ReversalMetrics {
  constructor(registry: Registry, database: Database) {
    measureByQuery(registry, database, {
      name: 'paygate_reversals_waiting',
      help: `Reversals of live mode that wait for a person, ${WAITING_MAX} at most`,
      statement: { name: 'reversals-count-waiting', text: COUNT_WAITING },
    });
  }
}

const COUNT_WAITING = `
  SELECT count(*)::integer AS value FROM (
    SELECT FROM reversal WHERE state IN ('proposed', 'confirmed', 'returning') AND ledger < 1000 LIMIT ${WAITING_MAX}) AS waiting`;
