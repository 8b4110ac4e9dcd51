/** What the bus counts. */
export const counterNames = [
  'messages_received',
  'messages_unsigned',
  'messages_forged',
  'messages_foreign_producer',
  'messages_malformed',
  'commands_expired',
  'handlers_failed',
  'handlers_retried',
  'dead_letters',
  'replies_sent',
  'replies_lost',
  'replies_unexpected',
  'commands_sent',
  'commands_unsent',
  'commands_timed_out',
  'outbox_published',
  'outbox_swept',
  'table_rows_refused',
] as const;
export type CounterName = (typeof counterNames)[number];

/** Counts since the start of the process. */
export class Counters {
  readonly #counts = Object.fromEntries(counterNames.map((name) => [name, 0])) as Record<CounterName, number>;

  add(name: CounterName, count = 1): void {
    this.#counts[name] += count;
  }

  read(name: CounterName): number {
    return this.#counts[name];
  }

  all(): Readonly<Record<CounterName, number>> {
    return { ...this.#counts };
  }
}
