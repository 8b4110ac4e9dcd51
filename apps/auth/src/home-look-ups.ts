import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { MicroBatcher } from '@paygate/platform';
import type { NumberInNetwork } from './known-networks.repository.js';
import { KnownNetworksRepository } from './known-networks.repository.js';

/**
 * Fewer than the bus hands over at a time besides those that have a place, so that the excess is seen; with the pause about
 * two thousand a second.
 */
const MOST_WAITING = 40;
const PAUSE_MS = 20;

interface LookUp {
  readonly number: NumberInNetwork;
  readonly answered: PromiseWithResolvers<boolean>;
}

/**
 * Finds out who is at home among the sign-ins that found no place: a flood of strangers must neither keep them from being
 * told apart nor cost a statement each. One statement at a time asks for all that came meanwhile, with a pause after it, so
 * that a flood is also answered in bunches; the first one after a quiet time does not wait.
 */
@Injectable()
export class HomeLookUps {
  #waiting = 0;
  readonly #batches = new MicroBatcher<LookUp>({
    maxItems: MOST_WAITING,
    maxInFlight: 1,
    run: (lookUps) => this.#answer(lookUps),
  });

  constructor(private readonly networks: KnownNetworksRepository) {}

  /** Whether a number has signed in from where it is tried; no, when too many wait to be told. */
  async isAtHome(number: NumberInNetwork): Promise<boolean> {
    if (this.#waiting >= MOST_WAITING) return false;
    const answered = Promise.withResolvers<boolean>();
    this.#waiting += 1;
    this.#batches.submit({ number, answered });
    return answered.promise;
  }

  async #answer(lookUps: readonly LookUp[]): Promise<void> {
    const pause = delay(PAUSE_MS);
    try {
      const known = await this.networks.areKnown(lookUps.map(({ number }) => number));
      for (const [position, { answered }] of lookUps.entries()) answered.resolve(known[position] === true);
    } catch (error) {
      for (const { answered } of lookUps) answered.reject(error);
    } finally {
      this.#waiting -= lookUps.length;
    }
    await pause;
  }
}
