import { Injectable } from '@nestjs/common';
import type { MobileOperator } from '@paygate/contracts';
import { Logger } from '@paygate/platform';
import { Counter, Registry } from 'prom-client';
import type { StoredPayout } from './domain/payout.js';

const UNPAID = 'a payout was refused: the account that pays payouts is empty, or the rail is not available';

/** The metrics of payouts that have ended. */
@Injectable()
export class PayoutMetrics {
  readonly #ended: Counter<'rail' | 'outcome'>;
  readonly #unpaid: Counter<'rail'>;

  constructor(
    registry: Registry,
    private readonly logger: Logger,
  ) {
    this.#ended = new Counter({
      name: 'paygate_payouts_total',
      help: 'Payouts that have ended, by rail and outcome',
      labelNames: ['rail', 'outcome'],
      registers: [registry],
    });
    this.#unpaid = new Counter({
      name: 'paygate_payouts_unpaid_total',
      help: 'Payouts that failed because the account that pays them is empty or the rail is not available',
      labelNames: ['rail'],
      registers: [registry],
    });
  }

  ended(rail: MobileOperator, outcome: 'completed' | 'canceled'): void {
    this.#ended.inc({ rail, outcome });
  }

  /** A rail that cannot pay is for people: they have to move money to the account that pays payouts. */
  failed({ rail, failureCode, payoutId }: StoredPayout): void {
    this.#ended.inc({ rail, outcome: 'failed' });
    if (failureCode !== 'rail_unavailable') return;
    this.#unpaid.inc({ rail });
    this.logger.error(UNPAID, undefined, { payoutId });
  }
}
