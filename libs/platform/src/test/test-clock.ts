import { Clock } from '../time/clock.js';

/** A clock that stands still until a test moves it. */
export class TestClock extends Clock {
  #ms: number;

  constructor(start: Date) {
    super();
    this.#ms = start.getTime();
  }

  advance(ms: number): void {
    this.#ms += ms;
  }

  protected override uncorrectedMs(): number {
    return this.#ms;
  }
}
