import type { Registry } from 'prom-client';
import { Counter } from 'prom-client';

/** The counters of the bus: metrics named `paygate_<name>_total`, with their meaning. */
const COUNTED = {
  messages_received: 'Messages fetched by consumers that share work',
  messages_unsigned: 'Messages refused because they bear no signature',
  messages_forged: 'Messages refused because their signature is wrong',
  messages_foreign_producer: 'Messages refused because their producer may not write to the topic',
  messages_malformed: 'Messages refused because their payload does not meet its contract',
  commands_expired: 'Commands dropped because their deadline had passed',
  handlers_failed: 'Handler calls that failed',
  handlers_retried: 'Events that are handled again after a failure',
  dead_letters: 'Messages published to the dead-letter topic',
  replies_sent: 'Replies sent to commands',
  replies_lost: 'Replies that could not be sent',
  replies_unexpected: 'Replies refused because nobody waits for them, or of a wrong sender',
  commands_sent: 'Commands sent',
  commands_unsent: 'Commands that could not be sent',
  commands_timed_out: 'Commands that were not answered before their deadline',
  outbox_published: 'Messages published right after their transaction',
  outbox_swept: 'Messages found in the outbox later and published',
  table_rows_refused: 'Rows of tables refused because of their producer or form',
} as const;
export type CounterName = keyof typeof COUNTED;

/** Counts since the start of the process. */
export class Counters {
  readonly #counts = Object.fromEntries(Object.keys(COUNTED).map((name) => [name, 0])) as Record<CounterName, number>;

  constructor(registry: Registry) {
    const counts = this.#counts;
    for (const [name, help] of Object.entries(COUNTED) as [CounterName, string][])
      new Counter({
        name: `paygate_${name}_total`,
        help,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(counts[name]);
        },
      });
  }

  add(name: CounterName, count = 1): void {
    this.#counts[name] += count;
  }

  read(name: CounterName): number {
    return this.#counts[name];
  }
}
