import { Injectable } from '@nestjs/common';
import { ChargingConfig } from '../../../config.js';
import type { RailOperation } from '../operation.js';
import { ESCALATION_AGE_SECONDS, nextPollSeconds } from './poll-ladder.js';

/** The times at which open operations are polled, escalated and may be decided. Test mode may make all of it shorter. */
@Injectable()
export class PollTimes {
  readonly #compression: number;
  readonly #startSeconds: number;
  /** The time for which a rail must have known nothing of an operation in doubt before the installation's team may decide it. */
  readonly notFoundSeconds: number;

  constructor(config: ChargingConfig) {
    this.#startSeconds = config.CHARGE_START_SECONDS;
    this.#compression = config.TEST_MODE ? config.RAIL_TIME_COMPRESSION : 1;
    this.notFoundSeconds = config.RAIL_NOT_FOUND_SECONDS / this.#compression;
  }

  secondsToNextPoll({ polls, promptedAt, ageSeconds }: RailOperation): number {
    // the first acceptance begins the ladder; without one, the end of the time in which submissions are repeated does
    const step = promptedAt === null && ageSeconds < this.#startSeconds ? 0 : polls;
    return nextPollSeconds(step, ageSeconds * this.#compression) / this.#compression;
  }

  isTooOld({ ageSeconds }: RailOperation): boolean {
    return ageSeconds * this.#compression >= ESCALATION_AGE_SECONDS;
  }
}
