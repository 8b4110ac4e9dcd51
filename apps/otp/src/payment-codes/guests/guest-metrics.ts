import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';

/** Bounds on the codes of guests. */
export type GuestBound = 'address' | 'phones_per_payment' | 'merchant_day';

/** Metrics about codes of guests. */
@Injectable()
export class GuestMetrics {
  readonly #refused: Counter<'bound'>;

  constructor(registry: Registry) {
    this.#refused = new Counter({
      name: 'paygate_otp_guest_codes_refused_total',
      help: 'Requests for codes of guests beyond a bound',
      labelNames: ['bound'],
      registers: [registry],
    });
  }

  refused(bound: GuestBound): void {
    this.#refused.inc({ bound });
  }
}
