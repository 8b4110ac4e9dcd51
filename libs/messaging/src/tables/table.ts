import type { ShardDigest, TableContract } from '@paygate/contracts';
import type { Clock } from '@paygate/platform';
import { TABLE_STALE_MS, TABLE_SWEEP_INTERVAL_MS } from '../limits.js';
import { everyShard, shardOf, TableDigests } from './table-digests.js';

/** What a reader says of the shards it doubts. */
export interface TableClaim {
  /** By the owner's clock. */
  readonly asOf: Date;
  readonly shards: ShardDigest[];
  readonly doubted: Set<number>;
}

/**
 * A compacted topic held in memory: the newest row of each key. What was read of it is doubted, shard by shard, until the
 * owner has confirmed it: compaction keeps what was written last, by whomever, and a reader that was there sees the newer
 * version, but one that comes later does not.
 */
export class Table<Row extends { readonly version: number }> {
  readonly #rows = new Map<string, Row>();
  readonly #listeners = new Set<(key: string, row: Row) => void>();
  readonly #ready = Promise.withResolvers<undefined>();
  /** When rows were told of that came before the owner was heard: only then their age is known. */
  #unproven: Map<string, number> | undefined = new Map<string, number>();
  #isRead = false;
  #complete = false;
  #doubted = everyShard();
  #heardMs = -Infinity;
  /** When the owner was last heard while nothing was in doubt. */
  #soundMs = -Infinity;
  #nextSweepMs = -Infinity;

  constructor(
    readonly contract: TableContract<Row>,
    private readonly clock: Clock,
  ) {}

  /** Resolves when everything has been read that the topic held at the start, and the owner has confirmed it. */
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

  /** Whether everything has been read that the topic held at the start. */
  get isRead(): boolean {
    return this.#isRead;
  }

  /** Whether the owner has confirmed what is held now. */
  get confirmed(): boolean {
    return this.#doubted.size === 0;
  }

  /** Whether the table is as its owner had it less than five seconds ago: else an answer from it may be out of date. */
  fresh(): boolean {
    return this.clock.epochMs() - this.#soundMs < TABLE_STALE_MS;
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

  /**
   * For the reader: the owner was alive at `time`, by the clock of its database; true when that is news. After a silence
   * something may have been missed.
   */
  heard(time: Date): boolean {
    if (time.getTime() <= this.#heardMs) return false;
    if (time.getTime() - this.#heardMs >= TABLE_STALE_MS) this.#doubted = everyShard();
    this.#heardMs = time.getTime();
    if (this.confirmed) this.#soundMs = this.#heardMs;
    this.#forgetUnbelieved();
    if (this.#heardMs >= this.#nextSweepMs) this.#forgetLapsed();
    return true;
  }

  /** For the reader: all that the topic held at the start has been read. */
  completed(): void {
    this.#isRead = true;
  }

  /** For the reader: what is held of the shards in doubt. */
  claim(): TableClaim {
    const digests = new TableDigests();
    const doubted = this.#doubted;
    for (const [key, row] of this.#rows)
      if (doubted.has(shardOf(key)) && !this.#hasLapsed(row)) digests.add(key, row.version);
    const shards = [...doubted].map((shard) => ({ shard, digest: digests.of(shard) }));
    return { asOf: new Date(this.#heardMs), shards, doubted };
  }

  /** For the reader: the owner has confirmed a claim, but for some shards. */
  confirm({ doubted, shards }: TableClaim, differing: ReadonlySet<number>): void {
    if (doubted !== this.#doubted) return;
    for (const { shard } of shards) if (!differing.has(shard)) doubted.delete(shard);
    if (!this.confirmed) return;
    this.#soundMs = this.#heardMs;
    this.#complete = true;
    this.#ready.resolve(undefined);
  }

  /** For the reader: what is held of the shards in doubt is not what the owner has. It will be told anew. */
  forgetDoubted(): void {
    this.#soundMs = -Infinity;
    for (const key of this.#rows.keys()) if (this.#doubted.has(shardOf(key))) this.#rows.delete(key);
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
