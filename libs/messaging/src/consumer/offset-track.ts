/**
 * The offsets of one partition while it is assigned to this member. Messages finish in any order; only what is finished
 * without a gap may be committed, so that a crash repeats some and loses none.
 */
export class OffsetTrack {
  /** False once the partition is lost: its offsets are no longer committed, and waiting messages are not started. */
  alive = true;
  /** The position that was committed last. */
  committed: number | undefined;
  /** The sizes of messages that are not finished, together. Bytes. */
  heldBytes = 0;
  /** The sizes by offset, ascending. */
  readonly #unfinished = new Map<number, number>();
  #next: number | undefined;

  /** Starts to track an offset; false when it was taken before, as happens after a rebalance. */
  take(offset: number, bytes = 0): boolean {
    if (this.#next !== undefined && offset < this.#next) return false;
    this.#next = offset + 1;
    this.#unfinished.set(offset, bytes);
    this.heldBytes += bytes;
    return true;
  }

  finish(offset: number): void {
    this.heldBytes -= this.#unfinished.get(offset) ?? 0;
    this.#unfinished.delete(offset);
  }

  /** Messages that are not finished. */
  get held(): number {
    return this.#unfinished.size;
  }

  /** The position before which everything is finished; undefined before the first message. */
  get position(): number | undefined {
    const [oldest = this.#next] = this.#unfinished.keys();
    return oldest;
  }
}
