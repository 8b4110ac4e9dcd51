import { Injectable } from '@nestjs/common';
import { IntentsRepository } from '../intents.repository.js';
import { ExpireIntents } from './expire-intents.js';

const BATCH = 200;
/** In one turn: a longer backlog waits for the next, so that a shutdown does not wait for it. */
const BATCHES = 20;
/** An intent is open for minutes: one that is created now does not lapse before the next look. */
const LONGEST_REST_SECONDS = 2;

/** Expires what has lapsed though nobody looked. What another instance is working on is skipped. */
@Injectable()
export class ExpireDueIntents {
  #nextLookMs = 0;

  constructor(
    private readonly intents: IntentsRepository,
    private readonly expireIntents: ExpireIntents,
  ) {}

  async execute(): Promise<void> {
    if (performance.now() < this.#nextLookMs) return;
    for (let batch = 0; batch < BATCHES; batch++) {
      const seconds = await this.intents.secondsToNextDue();
      if (seconds > 0) {
        this.#restFor(seconds);
        return;
      }
      const expired = await this.expireIntents.execute((intents, tx) => intents.lockDue(tx, BATCH));
      if (expired.length < BATCH) return;
    }
  }

  #restFor(seconds: number): void {
    this.#nextLookMs = performance.now() + Math.min(seconds, LONGEST_REST_SECONDS) * 1_000;
  }
}
