import { Injectable } from '@nestjs/common';
import type { IntentPage, ListIntentsCommand as Query, PaymentIntent, Reply } from '@paygate/contracts';
import { accept, isNumberedAs, isRefusal, refuse } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { fitting } from '@paygate/messaging';
import type { Intent } from '../domain/intent.js';
import { isStale } from '../domain/intent.js';
import { IntentListsRepository } from './intent-lists.repository.js';
import type { Read } from '../intents.repository.js';
import { IntentsRepository } from '../intents.repository.js';
import { paymentIntent } from '../intents.view.js';
import { hasPairs, hasValue } from '../search/metadata-pairs.js';
import { statusesOf } from './page-sql.js';
import type { Search } from './search-statement.js';
import { SearchedPhones } from './searched-phones.js';
import { isFoundBy, soughtOf } from '../search/search-text.js';
import { ExpireIntents } from '../expiry/expire-intents.js';

/** Lapsed intents of one merchant that a list of expired ones transitions first; the scheduled job leaves few of them. */
const LAPSED_MAX = 200;

/** Lists a merchant's intents. Lapsed ones make their transition first, as when they are read one by one. */
@Injectable()
export class ListIntents {
  constructor(
    private readonly lists: IntentListsRepository,
    private readonly intents: IntentsRepository,
    private readonly expireIntents: ExpireIntents,
    private readonly phones: SearchedPhones,
  ) {}

  async list(message: Received<Query>): Promise<Reply<IntentPage>> {
    const query = await this.phones.searchOf(message);
    if (isRefusal(query)) return query;
    if (query.statuses?.includes('EXPIRED') ?? query.status === 'EXPIRED')
      await this.expireIntents.expire((intents, tx) => intents.lockLapsedOf(tx, query, LAPSED_MAX));
    const { intents: found, walkedTo } = await this.lists.first(query, query.limit + 1);
    if (found.length === 0 && walkedTo === null && !(await this.#knowsCursor(query)))
      return refuse('cursor_invalid', { param: cursorOf(query).param });
    const views = await this.#upToDate(found.slice(0, query.limit));
    const page = fitting(views);
    // a page that is not full has looked at everything up to `walkedTo`
    const next = page.length < found.length ? (page.at(-1)?.id ?? null) : walkedTo;
    const intents = page.filter((intent, at) => isWanted(intent, query, found[at]?.intent));
    if (query.endingBefore !== undefined) intents.reverse();
    return accept({ intents, hasMore: next !== null, nextCursor: next });
  }

  /** Needed for an empty page only: any row proves that the cursor exists. */
  async #knowsCursor(query: Query): Promise<boolean> {
    const { intentId } = cursorOf(query);
    const { merchantId, mode } = query;
    return intentId === undefined || (await this.intents.find({ intentId, merchantId, mode })) !== undefined;
  }

  async #upToDate(found: readonly Read[]): Promise<readonly PaymentIntent[]> {
    const stale = found.filter(({ intent, at }) => isStale(intent, at)).map(({ intent }) => intent.id);
    const expired = stale.length === 0 ? [] : await this.expireIntents.expire((intents, tx) => intents.lock(tx, stale));
    const now = new Map(expired.map((intent) => [intent.id, intent]));
    return found.map(({ intent }) => paymentIntent(now.get(intent.id) ?? intent));
  }
}

/** Checked again: a lapsed intent has changed its status since, and two texts of metadata may share a hash. */
function isWanted(intent: PaymentIntent, query: Search, stored: Intent | undefined): boolean {
  const { metadata, status } = intent;
  const { text, metadata: pairs = [] } = query;
  const isNamed = text === undefined || isNamedBy(intent, text) || isFromPhone(stored, query);
  return statusesOf(query).includes(status) && isNamed && hasPairs(metadata, pairs);
}

function isNamedBy(intent: PaymentIntent, text: string): boolean {
  const { id, chargeId, reference, providerReference, metadata, amount, description } = intent;
  if ([id, chargeId, reference].includes(text) || hasValue(metadata, text)) return true;
  if (isNumberedAs(providerReference ?? null, text)) return true;
  return isFoundBy(
    { id, reference: reference ?? null, description: description ?? null, metadata, amount },
    soughtOf(text),
  );
}

function isFromPhone(stored: Intent | undefined, { phoneIndexes = [], phoneEnds = [] }: Search): boolean {
  const { payerPhoneIndex = null, payerPhoneEnd = null } = stored ?? {};
  if (payerPhoneIndex !== null && phoneIndexes.includes(payerPhoneIndex)) return true;
  return payerPhoneEnd !== null && phoneEnds.includes(payerPhoneEnd);
}

function cursorOf({ startingAfter, endingBefore }: Query): {
  readonly intentId: string | undefined;
  readonly param: string;
} {
  return startingAfter === undefined
    ? { intentId: endingBefore, param: 'endingBefore' }
    : { intentId: startingAfter, param: 'startingAfter' };
}
