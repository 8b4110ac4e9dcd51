/** A bounded number of requests in progress: one more is refused at once. */
export class Slots {
  #taken = 0;

  constructor(private readonly size: number) {}

  /** Does `work`, which learns how many slots are taken with its own; undefined when all were taken. */
  run<Result>(work: (taken: number) => Promise<Result>): Promise<Result> | undefined {
    if (this.#taken >= this.size) return undefined;
    this.#taken += 1;
    return work(this.#taken).finally(() => {
      this.#taken -= 1;
    });
  }
}
