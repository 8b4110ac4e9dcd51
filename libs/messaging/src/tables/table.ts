import type { TableContract } from '@paygate/contracts';
import type { Clock } from '@paygate/platform';
import type { AnyTable } from '../contracts.js';
import { TABLE_STALE_MS, TABLE_SWEEP_INTERVAL_MS } from '../limits.js';

/** A row as every table has it. */
export interface TableRow {
  readonly version: number;
}

/**
 * The rows of another service, held in memory: a snapshot that the owner has sent, and the changes that its topic has carried
 * since. The table is verified while no change can have been missed. See docs/adr/0023-tables-confirmed-by-their-owners.md.
 */
export class Table<Row extends TableRow> {
  readonly #listeners = new Set<(key: string, row: Row) => void>();
  readonly #ready = Promise.withResolvers<undefined>();
  #rows = new Map<string, Row>();
  /** The snapshot being read: its rows, and the changes that have arrived meanwhile. */
  #snapshot: Map<string, Row> | undefined;
  #verified = false;
  #snapshotDue = true;
  #complete = false;
  #heardMs = -Infinity;
  /** The latest heartbeat at which the table was verified. */
  #verifiedMs = -Infinity;
  #nextSweepMs = -Infinity;

  constructor(
    readonly contract: TableContract<Row>,
    private readonly clock: Clock,
  ) {}

  /** Resolves when the first snapshot is complete. */
  get ready(): Promise<void> {
    return this.#ready.promise;
  }

  /** True when {@link ready} has resolved. */
  get complete(): boolean {
    return this.#complete;
  }

  /** True when the table had a snapshot, and no change can have been missed since. */
  get verified(): boolean {
    return this.#verified;
  }

  /** True when the reader shall take a snapshot. */
  get snapshotDue(): boolean {
    return this.#snapshotDue;
  }

  /** The time of the owner's last heartbeat, by the clock of its database, in milliseconds. */
  get heardMs(): number {
    return this.#heardMs;
  }

  get(key: string): Row | undefined {
    return this.#rows.get(key);
  }

  entries(): IterableIterator<[string, Row]> {
    return this.#rows.entries();
  }

  /** True when the table is as its owner had it less than five seconds ago: else an answer from it may be out of date. */
  fresh(): boolean {
    return this.clock.epochMs() - this.#verifiedMs < TABLE_STALE_MS;
  }

  /** Calls `listener` for each row that is new or newer. Returns the function that ends it. */
  onChange(listener: (key: string, row: Row) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** For the reader: a changed row. An older version than the one held is ignored. */
  put(key: string, row: Row): void {
    if (this.#snapshot !== undefined) putNewer(this.#snapshot, key, row);
    if (!putNewer(this.#rows, key, row)) return;
    if (this.#hasLapsed(row)) this.#rows.delete(key);
    else this.#notify(key, row);
  }

  /**
   * For the reader: the owner's heartbeat; true when it is later than the one before. After a silence another snapshot is due:
   * no change is missing, but the owner may have lost some, as a restored database has.
   */
  heard(time: Date): boolean {
    if (time.getTime() <= this.#heardMs) return false;
    if (time.getTime() - this.#heardMs >= TABLE_STALE_MS) this.#snapshotDue = true;
    this.#heardMs = time.getTime();
    if (this.#verified) this.#verifiedMs = this.#heardMs;
    if (this.#heardMs >= this.#nextSweepMs) this.#forgetLapsed();
    return true;
  }

  /** For the reader: a change may be missing. The table is unverified until another snapshot is complete. */
  missed(): void {
    this.#verified = false;
    this.#snapshotDue = true;
    this.#snapshot = undefined;
  }

  /** For the reader: a snapshot begins. Changes are added to it from now on. */
  beginSnapshot(): Map<string, Row> {
    this.#snapshot = new Map();
    return this.#snapshot;
  }

  /** True when no change can have been missed since the snapshot began. */
  isCurrent(snapshot: Map<string, Row>): boolean {
    return snapshot === this.#snapshot;
  }

  /** For the reader: the owner has sent all rows of a current snapshot. They replace what was held. */
  completeSnapshot(snapshot: Map<string, Row>): void {
    const before = this.#rows;
    this.#rows = snapshot;
    this.#snapshot = undefined;
    this.#verified = true;
    this.#snapshotDue = false;
    this.#verifiedMs = this.#heardMs;
    this.#complete = true;
    this.#forgetLapsed();
    this.#ready.resolve(undefined);
    for (const [key, row] of snapshot) if (before.get(key)?.version !== row.version) this.#notify(key, row);
  }

  #notify(key: string, row: Row): void {
    for (const listener of this.#listeners) listener(key, row);
  }

  /** By the owner's clock as of the last heartbeat: too late rather than too early. */
  #hasLapsed(row: Row): boolean {
    const { lapsesAt = () => Infinity } = this.contract;
    return lapsesAt(row) <= this.#heardMs;
  }

  #forgetLapsed(): void {
    this.#nextSweepMs = this.#heardMs + TABLE_SWEEP_INTERVAL_MS;
    for (const [key, row] of this.#rows) if (this.#hasLapsed(row)) this.#rows.delete(key);
  }
}

/** Adds a row unless the same or a newer version is held; whether it did. */
export function putNewer<Row extends TableRow>(rows: Map<string, Row>, key: string, row: Row): boolean {
  if ((rows.get(key)?.version ?? -Infinity) >= row.version) return false;
  rows.set(key, row);
  return true;
}

/** The injection token of the Table of `contract`. */
export function tableToken(contract: AnyTable): string {
  return `paygate.table:${contract.stream.name}/${contract.type}`;
}
