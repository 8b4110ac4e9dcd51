import { Injectable } from '@nestjs/common';
import type { OperatorState } from '@paygate/contracts';
import { Gauge, Registry } from 'prom-client';
import { stateOf } from './domain/operator-state.js';
import { RecentOutcomes } from './recent-outcomes.js';

/** `unknown` has no sample. */
const VALUES: Readonly<Record<Exclude<OperatorState, 'unknown'>, number>> = { operational: 0, degraded: 1, down: 2 };

/** The metrics of the states of operators. */
@Injectable()
export class OperatorMetrics {
  constructor(registry: Registry, outcomes: RecentOutcomes) {
    new Gauge({
      name: 'paygate_operator_state',
      help: 'The state of each use of an operator by its newest outcomes: 0 operational, 1 degraded, 2 down; none while it is unknown',
      labelNames: ['rail', 'mode', 'method'],
      registers: [registry],
      async collect() {
        this.reset();
        const { methods } = await outcomes.current().catch(() => ({ methods: [] }));
        for (const { rail, mode, method, last5Minutes, last60Minutes } of methods) {
          const state = stateOf([last5Minutes, last60Minutes]);
          if (state !== 'unknown') this.set({ rail, mode, method }, VALUES[state]);
        }
      },
    });
  }
}
