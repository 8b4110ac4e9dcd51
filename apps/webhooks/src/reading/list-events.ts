import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ListWebhookEventsCommand, Reply, WebhookEventInfo, WebhookEventPage } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import { fitting } from '@paygate/messaging';
import { Places, ShutdownCoordinator } from '@paygate/platform';
import { EventListsRepository } from './event-lists.repository.js';

/**
 * Lists that wait at a time in this process, in all and of one merchant, fewer than the commands that run: further ones are answered
 * at once.
 */
const WAITS_MAX = 32;
const ACCOUNT_WAITS_MAX = 8;
/** Another instance may store the event that a list waits for. */
const POLL_MS = 250;

/** Lists a merchant's events. A page without events may wait for one. */
@Injectable()
export class ListEvents {
  readonly #places = new Places(WAITS_MAX, ACCOUNT_WAITS_MAX);

  constructor(
    private readonly events: EventListsRepository,
    private readonly shutdown: ShutdownCoordinator,
  ) {}

  async list(query: ListWebhookEventsCommand): Promise<Reply<WebhookEventPage>> {
    const cursor = query.endingBefore ?? query.startingAfter;
    if (cursor !== undefined && (await this.events.find({ ...accountOf(query), eventId: cursor })) === undefined)
      return refuse('cursor_invalid', { param: query.endingBefore === undefined ? 'startingAfter' : 'endingBefore' });
    const found = await this.#found(query);
    const page = fitting(found.slice(0, query.limit));
    const hasMore = page.length < found.length;
    const nextCursor = hasMore ? (page.at(-1)?.eventId ?? null) : null;
    return accept({ events: query.endingBefore === undefined ? page : page.toReversed(), hasMore, nextCursor });
  }

  async #found(query: ListWebhookEventsCommand): Promise<readonly WebhookEventInfo[]> {
    // one more than the page shows whether there are more
    const first = await this.events.page(query, query.limit + 1);
    const { waitMs } = query;
    if (waitMs === undefined || first.length > 0) return first;
    return (await this.#places.within(query, () => this.#awaited(query, performance.now() + waitMs))) ?? first;
  }

  async #awaited(query: ListWebhookEventsCommand, until: number): Promise<readonly WebhookEventInfo[]> {
    for (;;) {
      const leftMs = until - performance.now();
      if (leftMs <= 0 || this.shutdown.begun) return [];
      await delay(Math.min(POLL_MS, leftMs));
      const found = await this.events.page(query, query.limit + 1);
      if (found.length > 0) return found;
    }
  }
}

function accountOf({
  merchantId,
  mode,
}: ListWebhookEventsCommand): Pick<ListWebhookEventsCommand, 'merchantId' | 'mode'> {
  return { merchantId, mode };
}
