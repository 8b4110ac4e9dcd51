/** Calls of an endpoint that has a slice already. */
export class Calls {
  #isWaiting = false;
  #called = Promise.withResolvers<undefined>();

  /** True when a call came that no claim has followed. */
  get isWaiting(): boolean {
    return this.#isWaiting;
  }

  /** Resolves when a call waits. */
  get next(): Promise<void> {
    return this.#called.promise;
  }

  add(): void {
    this.#isWaiting = true;
    this.#called.resolve(undefined);
  }

  /** A claim follows: it finds what there was at the calls so far. */
  heed(): void {
    this.#isWaiting = false;
    this.#called = Promise.withResolvers();
  }
}
