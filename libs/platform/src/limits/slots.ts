/** A bounded number of requests in progress: one more is refused at once. */
export class Slots {
  #taken = 0;

  constructor(private readonly size: number) {}

  get isFull(): boolean {
    return this.#taken >= this.size;
  }

  /** Does `work` in a slot; undefined when so many of the slots are taken, by default all. */
  run<Result>(work: () => Promise<Result>, limit = this.size): Promise<Result> | undefined {
    if (this.#taken >= limit) return undefined;
    this.#taken += 1;
    return work().finally(() => {
      this.#taken -= 1;
    });
  }
}
