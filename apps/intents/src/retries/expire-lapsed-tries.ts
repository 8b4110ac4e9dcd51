import { Injectable } from '@nestjs/common';
import { isStale } from '../domain/intent.js';
import { ExpireIntents } from '../expiry/expire-intents.js';
import type { Owned } from '../intents.repository.js';
import type { ReadTries } from './tries.repository.js';
import { TriesRepository } from './tries.repository.js';

/** Lapsed intents that stand in the way of a further try make their transition first. */
@Injectable()
export class ExpireLapsedTries {
  constructor(
    private readonly tries: TriesRepository,
    private readonly expireIntents: ExpireIntents,
  ) {}

  /** The tries as they are when the last one, and what holds their reference, have expired if they have lapsed. */
  async find(owned: Owned): Promise<ReadTries | undefined> {
    const tries = await this.tries.find(owned);
    if (tries === undefined) return undefined;
    const { latest, at } = tries;
    // an open payment has no further try, so nothing can stand in its way
    if (!isStale(latest, at) && (latest.status !== 'FAILED' || latest.reference === null)) return tries;
    await this.expireIntents.expire((intents, tx) =>
      latest.reference === null ? intents.lock(tx, [latest.id]) : intents.lockReferenceHolders(tx, [latest]),
    );
    return this.tries.find(owned);
  }
}
