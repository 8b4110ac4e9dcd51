import type { WithResponse } from '../transport.js';

/** The promise of an answer's data. `withResponse()` gives its status, headers and request id as well. */
export class ApiPromise<Data> extends Promise<Data> {
  readonly #answer: Promise<WithResponse<Data>>;

  /** @internal */
  constructor(answer: Promise<WithResponse<Data>>) {
    // the promise itself is never looked at: then() and all that is built on it lead to the answer
    super((resolve) => {
      resolve(undefined as Data);
    });
    this.#answer = answer;
  }

  /** The result of `then` is a plain promise. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  withResponse(): Promise<WithResponse<Data>> {
    return this.#answer;
  }

  override then<Fulfilled = Data, Rejected = never>(
    onFulfilled?: ((data: Data) => Fulfilled | PromiseLike<Fulfilled>) | null,
    onRejected?: ((reason: unknown) => Rejected | PromiseLike<Rejected>) | null,
  ): Promise<Fulfilled | Rejected> {
    return this.#answer.then(({ data }) => data).then(onFulfilled, onRejected);
  }
}
