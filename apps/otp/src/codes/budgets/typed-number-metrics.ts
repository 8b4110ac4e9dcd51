import { Injectable } from '@nestjs/common';
import type { Mode } from '@paygate/contracts';
import { Counter, Registry } from 'prom-client';
import type { CodePurpose } from './budget-scope.js';

/** Bounds on codes to typed numbers. */
export type TypedNumberBound = 'prefix' | 'address' | 'phones_per_payment' | 'merchant_day';

/** Metrics about codes to typed numbers. Many that are sent and few that come back mean that somebody has codes sent to phones of others. */
@Injectable()
export class TypedNumberMetrics {
  readonly #refused: Counter<'bound'>;
  readonly #codes: Counter<'mode' | 'purpose' | 'outcome'>;

  constructor(registry: Registry) {
    this.#refused = new Counter({
      name: 'paygate_otp_typed_codes_refused_total',
      help: 'Requests for codes to typed numbers beyond a bound',
      labelNames: ['bound'],
      registers: [registry],
    });
    this.#codes = new Counter({
      name: 'paygate_otp_typed_codes_total',
      help: 'Codes to typed numbers: sent, and proved by a right check',
      labelNames: ['mode', 'purpose', 'outcome'],
      registers: [registry],
    });
  }

  refused(bound: TypedNumberBound): void {
    this.#refused.inc({ bound });
  }

  counted(mode: Mode, purpose: CodePurpose, outcome: 'sent' | 'proved'): void {
    this.#codes.inc({ mode, purpose, outcome });
  }
}
