import { performance } from 'node:perf_hooks';

/** The number of recent observations that are compared. */
const OBSERVATIONS = 16;

/**
 * The time, for code outside the database: monotonic within the process plus an offset to the database's clock, so that a
 * host with a wrong clock, or one that is set while the process runs, makes no wrong decision.
 */
export class Clock {
  #offsetMs = 0;
  readonly #observations: number[] = [];

  /** The corrected time. */
  now(): Date {
    return new Date(this.epochMs());
  }

  /** The corrected time in whole milliseconds since 1970, rounded down as `Date.now()` is: it does not run ahead of the times inside ids. */
  epochMs(): number {
    return Math.floor(this.uncorrectedMs() + this.#offsetMs);
  }

  /** The offset of the database's clock ahead of this host's. Milliseconds. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  setOffset(offsetMs: number): void {
    if (!Number.isFinite(offsetMs)) throw new RangeError('an offset is a finite number of milliseconds');
    this.#offsetMs = offsetMs;
  }

  /**
   * Corrects the clock: the database's clock showed `reference` a moment ago. The delay since then only makes the difference smaller, so
   * the largest difference of the last observations is the most exact one.
   */
  observe(reference: Date): void {
    this.#observations.push(reference.getTime() - this.uncorrectedMs());
    if (this.#observations.length > OBSERVATIONS) this.#observations.shift();
    this.setOffset(Math.max(...this.#observations));
  }

  /** The host's time at the start of the process plus what has passed since. Milliseconds. */
  protected uncorrectedMs(): number {
    return performance.timeOrigin + performance.now();
  }
}
