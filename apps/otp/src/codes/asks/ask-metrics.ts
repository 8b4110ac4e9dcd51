import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { Counter, Registry } from 'prom-client';
import type { AskBound } from './asks.repository.js';

/** Metrics about asks. Many beyond a bound mean that somebody has phones of others asked to pay. */
@Injectable()
export class AskMetrics {
  readonly #asks: Counter<'mode' | 'outcome'>;

  constructor(registry: Registry) {
    this.#asks = new Counter({
      name: 'paygate_otp_asks_total',
      help: 'Asks of phones to pay: within the bounds, or beyond one of them',
      labelNames: ['mode', 'outcome'],
      registers: [registry],
    });
  }

  counted(mode: Mode, outcome: 'asked' | AskBound | 'refused_before'): void {
    this.#asks.inc({ mode, outcome });
  }
}
