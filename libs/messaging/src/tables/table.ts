import type { TableContract } from '@paygate/contracts';
import type { Clock } from '@paygate/platform';
import { TABLE_STALE_MS, TABLE_SWEEP_INTERVAL_MS } from '../limits.js';

/** A compacted topic held in memory: the newest row of each key. */
export class Table<Row extends { readonly version: number }> {
  readonly #rows = new Map<string, Row>();
  readonly #listeners = new Set<(key: string, row: Row) => void>();
  readonly #ready = Promise.withResolvers<undefined>();
  /** When rows were told of that came before the owner was heard: only then their age is known. */
  #unproven: Map<string, number> | undefined = new Map<string, number>();
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

  /**
   * For the reader: a row has come, which its owner told of at `toldMs`. Ignored are an older version than the one held, a
   * row that has lapsed, with what was held of it, and a record that is too old to be believed.
   */
  put(key: string, row: Row, toldMs: number): void {
    const held = this.#rows.get(key);
    if (held !== undefined && held.version > row.version) return;
    if (this.#hasLapsed(row)) {
      this.#rows.delete(key);
      return;
    }
    if (!this.#isBelieved(toldMs)) return;
    const isAgain = held?.version === row.version;
    this.#unproven?.set(key, Math.max(toldMs, (isAgain ? this.#unproven.get(key) : undefined) ?? toldMs));
    if (isAgain) return;
    this.#rows.set(key, row);
    for (const listener of this.#listeners) listener(key, row);
  }

  /** For the reader: the owner was alive at `time`, by the clock of its database; true when that is news. */
  heard(time: Date): boolean {
    if (time.getTime() <= this.#heardMs) return false;
    this.#heardMs = time.getTime();
    this.#forgetUnbelieved();
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

  #isBelieved(toldMs: number): boolean {
    const { believedForMs = Infinity } = this.contract;
    return toldMs + believedForMs > this.#heardMs;
  }

  #forgetUnbelieved(): void {
    for (const [key, toldMs] of this.#unproven ?? []) if (!this.#isBelieved(toldMs)) this.#rows.delete(key);
    this.#unproven = undefined;
  }

  #forgetLapsed(): void {
    this.#nextSweepMs = this.#heardMs + TABLE_SWEEP_INTERVAL_MS;
    if (this.contract.lapsesAt === undefined) return;
    for (const [key, row] of this.#rows) if (this.#hasLapsed(row)) this.#rows.delete(key);
  }
}
