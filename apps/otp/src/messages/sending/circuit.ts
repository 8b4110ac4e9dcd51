/** Failures in a row that open a circuit. */
const FAILURES = 5;
const OPEN_MS = 30_000;

/** Keeps messages from a provider that has failed several times in a row, except for one now and then that tests it. */
export class Circuit {
  #failures = 0;
  #openUntil = 0;

  /** `now` in milliseconds, from a clock that never goes back. */
  constructor(private readonly now: () => number = () => performance.now()) {}

  /** True when a message may be tried. An open circuit admits one each half minute. */
  admits(): boolean {
    if (this.#failures < FAILURES) return true;
    if (this.now() < this.#openUntil) return false;
    this.#openUntil = this.now() + OPEN_MS;
    return true;
  }

  get isOpen(): boolean {
    return this.#failures >= FAILURES;
  }

  report(worked: boolean): void {
    this.#failures = worked ? 0 : this.#failures + 1;
    if (this.#failures === FAILURES) this.#openUntil = this.now() + OPEN_MS;
  }
}
