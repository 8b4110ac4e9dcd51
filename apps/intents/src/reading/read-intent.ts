import { Injectable } from '@nestjs/common';
import type { Intent } from '../domain/intent.js';
import { isStale } from '../domain/intent.js';
import type { Owned } from '../intents.repository.js';
import { IntentsRepository } from '../intents.repository.js';
import { ExpireIntents } from '../expiry/expire-intents.js';

/** Reads an intent. A lapsed one makes its transition first, so that nobody sees a stale PENDING. */
@Injectable()
export class ReadIntent {
  constructor(
    private readonly intents: IntentsRepository,
    private readonly expireIntents: ExpireIntents,
  ) {}

  async read(owned: Owned): Promise<Intent | undefined> {
    const found = await this.intents.find(owned);
    if (found === undefined || !isStale(found.intent, found.at)) return found?.intent;
    const [intent] = await this.expireIntents.expire((intents, tx) => intents.lock(tx, [owned.intentId]));
    return intent;
  }
}
