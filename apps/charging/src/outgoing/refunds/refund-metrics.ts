import { Injectable } from '@nestjs/common';
import type { DeclineCode, MobileOperator } from '@paygate/contracts';
import { Logger } from '@paygate/platform';
import { Counter, Registry } from 'prom-client';

const UNPAID = 'a refund was refused: the account that pays refunds is empty, or the rail is not available';

/** The metrics of refunds that have ended. */
@Injectable()
export class RefundMetrics {
  readonly #ended: Counter<'way' | 'outcome'>;
  readonly #unpaid: Counter<'rail'>;

  constructor(
    registry: Registry,
    private readonly logger: Logger,
  ) {
    this.#ended = new Counter({
      name: 'paygate_refunds_total',
      help: 'Refunds that have ended, by the way of the money and the outcome',
      labelNames: ['way', 'outcome'],
      registers: [registry],
    });
    this.#unpaid = new Counter({
      name: 'paygate_refunds_unpaid_total',
      help: 'Refunds that failed because the account that pays them is empty or the rail is not available',
      labelNames: ['rail'],
      registers: [registry],
    });
  }

  completed(way: MobileOperator | 'wallet'): void {
    this.#ended.inc({ way, outcome: 'completed' });
  }

  /** A rail that cannot pay is for people: they have to move money to the account that pays refunds. */
  failed(
    rail: MobileOperator,
    code: DeclineCode,
    ids: { readonly chargeId?: string; readonly refundId?: string },
  ): void {
    this.#ended.inc({ way: rail, outcome: 'failed' });
    if (code !== 'rail_unavailable') return;
    this.#unpaid.inc({ rail });
    this.logger.error(UNPAID, undefined, ids);
  }
}
