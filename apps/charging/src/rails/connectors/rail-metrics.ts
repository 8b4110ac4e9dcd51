import { Injectable } from '@nestjs/common';
import type { MobileOperator } from '@paygate/contracts';
import { Database, measureByQuery } from '@paygate/platform';
import { Gauge, Histogram, Registry } from 'prom-client';
import { ChargingConfig } from '../../config.js';

const CALL_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 30];
/** More than this many need no exact number. */
const ESCALATED_MAX = 1_000;

type Step = 'prepare' | 'submit' | 'query';
export type RailCall = Step | `refund-${Step}` | `payout-${Step}` | `return-${Step}` | `withdrawal-${Step}`;

/** The metrics of the calls to rails. */
@Injectable()
export class RailMetrics {
  readonly #calls: Histogram<'rail' | 'call' | 'outcome'>;
  readonly #breakers = new Map<string, { readonly isClosed: boolean }>();

  constructor(registry: Registry, database: Database, config: ChargingConfig) {
    this.#calls = new Histogram({
      name: 'paygate_rail_call_duration_seconds',
      help: 'Calls to rails by what they are known to have done',
      labelNames: ['rail', 'call', 'outcome'],
      buckets: CALL_BUCKETS_SECONDS,
      registers: [registry],
    });
    const breakers = this.#breakers;
    new Gauge({
      name: 'paygate_circuit_breaker_open',
      help: '1 while nothing is submitted to a rail because submissions have failed',
      labelNames: ['target'],
      registers: [registry],
      collect() {
        for (const [target, breaker] of breakers) this.set({ target }, breaker.isClosed ? 0 : 1);
      },
    });
    measureByQuery(registry, database, {
      name: 'paygate_rail_operations_escalated',
      help: `Rail operations that the installation's team has to decide, ${ESCALATED_MAX} at most`,
      statement: { name: 'operations-count-escalated', text: COUNT_ESCALATED, values: [config.RAIL_NOT_FOUND_SECONDS] },
    });
  }

  /** `begunMs`: of `performance.now()`. */
  called(labels: { rail: MobileOperator; call: RailCall; outcome: string }, begunMs: number): void {
    this.#calls.observe(labels, (performance.now() - begunMs) / 1_000);
  }

  /** `target` is the rail and its mode. */
  watch(target: string, breaker: { readonly isClosed: boolean }): void {
    this.#breakers.set(target, breaker);
  }
}

const COUNT_ESCALATED = `
  SELECT count(*)::integer AS value FROM (
    SELECT FROM rail_operation
    WHERE (escalation IS NOT NULL OR state = 'in_doubt')
      AND (escalation IS NOT NULL OR not_found_since <= clock_timestamp() - make_interval(secs => $1))
    LIMIT ${ESCALATED_MAX}) AS escalated`;
