export interface MicroBatcherOptions<Item> {
  readonly maxItems: number;
  readonly maxInFlight: number;
  /** The time for which a batch must have run before another may begin concurrently; 0 when absent. Milliseconds. */
  readonly aloneMs?: number;
  /** Processes a batch. It must not reject. */
  readonly run: (items: readonly Item[]) => Promise<void>;
}

/**
 * Natural batching: an item that arrives while a batch may begin is processed at once, with those that arrived in the same turn of the
 * event loop; otherwise items gather. So batches grow with load, and no item waits for a batch to fill.
 */
export class MicroBatcher<Item> {
  readonly #options: MicroBatcherOptions<Item>;
  #waiting: Item[] = [];
  #inFlight = 0;
  #aloneUntilMs = -Infinity;
  #scheduled = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MicroBatcherOptions<Item>) {
    this.#options = options;
  }

  submit(item: Item): void {
    this.#waiting.push(item);
    this.#schedule();
  }

  /** Begins a batch after this turn of the event loop, or when the one under way has run long enough. */
  #schedule(): void {
    if (this.#scheduled || this.#waiting.length === 0 || this.#inFlight >= this.#options.maxInFlight) return;
    const waitMs = this.#waitMs();
    if (waitMs > 0) {
      this.#timer ??= setTimeout(() => {
        this.#timer = undefined;
        this.#schedule();
      }, waitMs);
      return;
    }
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    while (this.#waiting.length > 0 && this.#inFlight < this.#options.maxInFlight && this.#waitMs() <= 0) this.#begin();
    this.#schedule();
  }

  #waitMs(): number {
    return this.#inFlight === 0 ? 0 : this.#aloneUntilMs - performance.now();
  }

  #begin(): void {
    const { maxItems, aloneMs = 0, run } = this.#options;
    const items = this.#waiting.slice(0, maxItems);
    this.#waiting = this.#waiting.slice(maxItems);
    this.#inFlight += 1;
    this.#aloneUntilMs = performance.now() + aloneMs;
    void run(items).finally(() => {
      this.#inFlight -= 1;
      this.#pump();
    });
  }
}
