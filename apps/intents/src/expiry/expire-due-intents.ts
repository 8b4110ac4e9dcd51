import { Injectable } from '@nestjs/common';
import { IntentsRepository } from '../intents.repository.js';
import { ExpireIntents } from './expire-intents.js';

const BATCH = 200;
/** In one run: a longer backlog is left to the next, so that a shutdown does not wait for it. */
const BATCHES = 20;

/** Expires lapsed intents that nobody reads. Rows that another instance has locked are skipped. */
@Injectable()
export class ExpireDueIntents {
  constructor(
    private readonly intents: IntentsRepository,
    private readonly expireIntents: ExpireIntents,
  ) {}

  /** Resolves to the seconds until the next intent lapses. */
  async expire(): Promise<number | undefined> {
    for (let batch = 0; batch < BATCHES; batch++) {
      const seconds = await this.intents.until('lapse');
      if (seconds !== 0) return seconds;
      const expired = await this.expireIntents.expire((intents, tx) => intents.lockDue(tx, BATCH));
      if (expired.length < BATCH) return 0;
    }
    return 0;
  }
}
