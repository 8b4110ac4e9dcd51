export interface MicroBatcherOptions<Item> {
  readonly maxItems: number;
  readonly maxInFlight: number;
  /** Works a batch off. It never rejects. */
  readonly run: (items: readonly Item[]) => Promise<void>;
}

/**
 * Natural batching: an item that arrives while there is room goes at once, with those that arrived in the same turn of the
 * event loop; while there is none they gather. Batches grow with load, and nobody waits for a batch to fill.
 */
export class MicroBatcher<Item> {
  readonly #options: MicroBatcherOptions<Item>;
  #waiting: Item[] = [];
  #inFlight = 0;
  #scheduled = false;

  constructor(options: MicroBatcherOptions<Item>) {
    this.#options = options;
  }

  submit(item: Item): void {
    this.#waiting.push(item);
    if (this.#scheduled || this.#inFlight >= this.#options.maxInFlight) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    const { maxItems, maxInFlight, run } = this.#options;
    while (this.#inFlight < maxInFlight && this.#waiting.length > 0) {
      const items = this.#waiting.slice(0, maxItems);
      this.#waiting = this.#waiting.slice(maxItems);
      this.#inFlight += 1;
      void run(items).finally(() => {
        this.#inFlight -= 1;
        this.#pump();
      });
    }
  }
}
