import { Injectable } from '@nestjs/common';
import type { MobileOperator } from '@paygate/contracts';
import { Counter, Registry } from 'prom-client';

/** The metrics of refunds. */
@Injectable()
export class RefundMetrics {
  readonly #ended: Counter<'way' | 'outcome'>;
  readonly #emptyFloats: Counter<'rail'>;

  constructor(registry: Registry) {
    this.#ended = new Counter({
      name: 'paygate_refunds_total',
      help: 'Refunds that have ended, by the way of the money and the outcome',
      labelNames: ['way', 'outcome'],
      registers: [registry],
    });
    this.#emptyFloats = new Counter({
      name: 'paygate_refunds_unpaid_total',
      help: 'Refunds that a rail has refused because the account that pays them is empty or the rail is not available',
      labelNames: ['rail'],
      registers: [registry],
    });
  }

  ended(way: MobileOperator | 'wallet', outcome: 'completed' | 'failed'): void {
    this.#ended.inc({ way, outcome });
  }

  /** The account that pays refunds is empty: the operator has to move money there. */
  unpaid(rail: MobileOperator): void {
    this.#emptyFloats.inc({ rail });
  }
}
