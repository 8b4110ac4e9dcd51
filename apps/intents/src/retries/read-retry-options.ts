import { Injectable } from '@nestjs/common';
import type { IntentOfMerchant, Reply, RetryOptions } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { CreationsRepository } from '../creation/creations.repository.js';
import { linkRefusal } from '../domain/link.js';
import { retryRefusal } from '../domain/retry.js';
import { LinksRepository } from '../links/links.repository.js';
import { ExpireLapsedTries } from './expire-lapsed-tries.js';
import type { ReadTries } from './tries.repository.js';

/** Reads how a payment may go on after a decline. What is offered is decided again, under locks, when it is taken. */
@Injectable()
export class ReadRetryOptions {
  constructor(
    private readonly lapsed: ExpireLapsedTries,
    private readonly links: LinksRepository,
    private readonly creations: CreationsRepository,
  ) {}

  async read(owned: IntentOfMerchant): Promise<Reply<RetryOptions>> {
    const tries = await this.lapsed.find(owned);
    if (tries === undefined) return refuse('intent_not_found');
    const { latest, at } = tries;
    const mayRetry = latest.id === owned.intentId && retryRefusal(tries, at) === undefined;
    return accept({ latestId: latest.id, mayRetry: mayRetry && (await this.#isFree(tries)) });
  }

  /** Neither the link nor another payment of the order keeps it from being paid. */
  async #isFree({ first, latest }: ReadTries): Promise<boolean> {
    const sought = { intent: latest, idempotency: undefined };
    const [read, conflicts] = await Promise.all([
      first.linkId === null ? undefined : this.links.findShared(first.linkId),
      latest.reference === null ? undefined : this.creations.conflicts([sought]),
    ]);
    const isHeld = (conflicts?.get(latest.id)?.referenceHolderId ?? null) !== null;
    return !isHeld && (read === undefined || linkRefusal(read.link, read.at) === undefined);
  }
}
