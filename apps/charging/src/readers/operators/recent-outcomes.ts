import { Injectable } from '@nestjs/common';
import type { CountedOutcomes } from './outcomes.repository.js';
import { OutcomesRepository } from './outcomes.repository.js';

/** The age up to which counts are shown. */
const FRESH_MS = 5_000;

/** The outcomes of rails, counted at most once in a few seconds by each instance, however many ask. */
@Injectable()
export class RecentOutcomes {
  #counted: Promise<CountedOutcomes> | undefined;
  #beganMs = 0;

  constructor(private readonly outcomes: OutcomesRepository) {}

  /** Throws DatabaseUnavailable when they are old and cannot be counted. */
  current(): Promise<CountedOutcomes> {
    const nowMs = performance.now();
    if (this.#counted === undefined || nowMs - this.#beganMs >= FRESH_MS) {
      this.#beganMs = nowMs;
      const counted = this.outcomes.count();
      this.#counted = counted;
      counted.catch(() => {
        // whoever waits has the failure, and the next one counts again
        if (this.#counted === counted) this.#counted = undefined;
      });
    }
    return this.#counted;
  }
}
