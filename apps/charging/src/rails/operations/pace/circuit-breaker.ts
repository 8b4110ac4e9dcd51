/** Failed submissions in a row after which the rail is left alone, and for how long. */
const FAILURES = 10;
const PAUSE_MS = 10_000;

/**
 * Stops submissions to a rail that does not take them, so that payers are not asked for payments that nobody can follow. Polls
 * never stop. After the pause submissions go on; the next failure pauses them again.
 */
export class CircuitBreaker {
  #failures = 0;
  #pausedUntilMs = 0;
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = () => performance.now()) {
    this.#nowMs = nowMs;
  }

  get isClosed(): boolean {
    return this.#nowMs() >= this.#pausedUntilMs;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.#failures >= FAILURES) this.#pausedUntilMs = this.#nowMs() + PAUSE_MS;
  }
}
