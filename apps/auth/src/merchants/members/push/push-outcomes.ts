import { Injectable } from '@nestjs/common';
import type { PushOutcome } from '@paygate/contracts';
import { pushOutcomes } from '@paygate/contracts';
import { Counter, Registry } from 'prom-client';

/** The metric of messages to browsers. */
@Injectable()
export class PushOutcomes {
  readonly #messages: Counter<'outcome'>;

  constructor(registry: Registry) {
    this.#messages = new Counter({
      name: 'paygate_push_messages_total',
      help: 'Notices to browsers: taken by the push service (sent), refused by it, given up after their time (failed), or to a subscription that has ended (gone)',
      labelNames: ['outcome'],
      registers: [registry],
    });
    // an increase from nothing to 1 is invisible to Prometheus
    for (const outcome of pushOutcomes) this.#messages.inc({ outcome }, 0);
  }

  record(outcome: PushOutcome): void {
    this.#messages.inc({ outcome });
  }
}
