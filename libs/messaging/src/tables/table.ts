import type { TableContract } from '@paygate/contracts';
import type { Clock } from '@paygate/platform';
import { TABLE_STALE_MS, TABLE_SWEEP_INTERVAL_MS } from '../limits.js';

/** A compacted topic held in memory: the newest row of each key. */
export class Table<Row extends { readonly version: number }> {
  readonly #rows = new Map<string, Row>();
  readonly #listeners = new Set<(key: string, row: Row) => void>();
  readonly #ready = Promise.withResolvers<undefined>();
  #complete = false;
  #heardMs = -Infinity;
  #nextSweepMs = -Infinity;

  constructor(
    readonly contract: TableContract<Row>,
    private readonly clock: Clock,
  ) {}

  /** Resolves when everything has been read that the topic held at the start. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** Whether {@link ready} has resolved. */
  get complete(): boolean {
    return this.#complete;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  entries(): IterableIterator<[string, Row]> {
    return this.#rows.entries();
  }

  /** Whether the table is as its owner had it less than five seconds ago: else an answer from it may be out of date. */
  fresh(): boolean {
    return this.#complete && this.clock.epochMs() - this.#heardMs < TABLE_STALE_MS;
  }

  /** Calls `listener` for each row that is new or newer. Gives the function that ends it. */
  onChange(listener: (key: string, row: Row) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** For the reader: a row has come. An older version than the one held is ignored, and so is a row that has lapsed. */
  put(key: string, row: Row): void {
    if (this.#hasLapsed(row)) return;
    const held = this.#rows.get(key);
    if (held !== undefined && held.version >= row.version) return;
    this.#rows.set(key, row);
    for (const listener of this.#listeners) listener(key, row);
  }

  /** For the reader: the owner was alive at `time`, by the clock of its database; true when that is news. */
  heard(time: Date): boolean {
    if (time.getTime() <= this.#heardMs) return false;
    this.#heardMs = time.getTime();
    if (this.#heardMs >= this.#nextSweepMs) this.#forgetLapsed();
    return true;
  }

  /** For the reader: all that the topic held at the start has been read. */
  completed(): void {
    this.#complete = true;
    this.#ready.resolve(undefined);
  }

  /** By the owner's clock, as far as it was heard: too late rather than too early. */
  #hasLapsed(row: Row): boolean {
    const { lapsesAt } = this.contract;
    return lapsesAt !== undefined && lapsesAt(row) <= this.#heardMs;
  }

  #forgetLapsed(): void {
    this.#nextSweepMs = this.#heardMs + TABLE_SWEEP_INTERVAL_MS;
    if (this.contract.lapsesAt === undefined) return;
    for (const [key, row] of this.#rows) if (this.#hasLapsed(row)) this.#rows.delete(key);
  }
}
