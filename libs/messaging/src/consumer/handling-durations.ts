import type { Registry } from 'prom-client';
import { Histogram } from 'prom-client';

/** The result of a message: a refusal is an answer of the service, a failure is a fault of it. */
export type Outcome = 'done' | 'refused' | 'failed';

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The durations of handlers, by message: the call alone, of the whole batch, without the wait before it. */
export class HandlingDurations {
  readonly #histogram: Histogram<'message' | 'outcome'>;

  constructor(registry: Registry) {
    this.#histogram = new Histogram({
      name: 'paygate_message_handling_duration_seconds',
      help: 'Duration of handler calls, counted once for each message of a batch',
      labelNames: ['message', 'outcome'],
      buckets: BUCKETS_SECONDS,
      registers: [registry],
    });
  }

  /** `begunMs`: of `performance.now()`. */
  record(message: string, outcome: Outcome, begunMs: number): void {
    this.#histogram.observe({ message, outcome }, (performance.now() - begunMs) / 1_000);
  }
}
