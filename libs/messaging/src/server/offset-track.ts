/** A message of a partition that was taken and is not committed yet. */
export interface TrackedOffset {
  readonly offset: number;
  done: boolean;
}

/**
 * The offsets of one partition while it is ours. Messages finish in any order; only what is finished without a gap may be
 * committed, so that a crash repeats some and loses none.
 */
export class OffsetTrack {
  /** False once the partition has gone: nothing of it is committed any more, nothing that waits is begun. */
  alive = true;
  #entries: TrackedOffset[] = [];
  #first = 0;
  #seen = -1;
  #held = 0;
  #committable: number | undefined;

  /** Starts to track an offset; undefined when it was taken before, as happens after a rebalance. */
  take(offset: number): TrackedOffset | undefined {
    if (offset <= this.#seen) return undefined;
    this.#seen = offset;
    this.#held += 1;
    const entry = { offset, done: false };
    this.#entries.push(entry);
    return entry;
  }

  finish(entry: TrackedOffset): void {
    if (entry.done) return;
    entry.done = true;
    this.#held -= 1;
    while (this.#entries[this.#first]?.done === true) {
      this.#committable = (this.#entries[this.#first]?.offset ?? 0) + 1;
      this.#first += 1;
    }
    if (this.#first > 1_024 && this.#first * 2 > this.#entries.length) {
      this.#entries = this.#entries.slice(this.#first);
      this.#first = 0;
    }
  }

  /** Messages that are not finished. */
  get held(): number {
    return this.#held;
  }

  /** Messages from the oldest that is not finished to the newest. */
  get span(): number {
    return this.#entries.length - this.#first;
  }

  /** The position up to which everything is finished, once per change. */
  takeCommittable(): number | undefined {
    const position = this.#committable;
    this.#committable = undefined;
    return position;
  }

  /** The commit of `position` failed: it is due again, unless a later one is. */
  giveBack(position: number): void {
    this.#committable ??= position;
  }
}
