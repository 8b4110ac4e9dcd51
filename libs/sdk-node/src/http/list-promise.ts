import { ApiPromise } from './api-promise.js';
import type { WithResponse } from '../transport.js';

/** A page of a list. */
export interface Page<Item> {
  readonly data: readonly Item[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

type ItemOf<AnyPage> = AnyPage extends Page<infer Item> ? Item : never;

/** A list: `await` gives its first page, `for await` every object of it and of the pages after it, `pages()` every page. */
export class ListPromise<AnyPage extends Page<unknown>>
  extends ApiPromise<AnyPage>
  implements AsyncIterable<ItemOf<AnyPage>>
{
  readonly #next: (cursor: string) => ListPromise<AnyPage>;

  /** @internal */
  constructor(first: Promise<WithResponse<AnyPage>>, next: (cursor: string) => ListPromise<AnyPage>) {
    super(first);
    this.#next = next;
  }

  async *pages(): AsyncGenerator<AnyPage, void, void> {
    let page: AnyPage = await this;
    yield page;
    for (let cursor = page.nextCursor; page.hasMore && cursor !== null; cursor = page.nextCursor) {
      page = await this.#next(cursor);
      // a list that returns to the same place would never end
      if (page.nextCursor === cursor) throw new Error('the list repeats a cursor');
      yield page;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ItemOf<AnyPage>, void, void> {
    for await (const page of this.pages()) yield* page.data as readonly ItemOf<AnyPage>[];
  }
}
