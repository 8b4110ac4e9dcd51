import { setTimeout as delay } from 'node:timers/promises';

/** The fields of an event that the CLI reads. */
export interface ListedEvent {
  readonly id: string;
  readonly type: string;
}
interface EventPage {
  readonly data: readonly ListedEvent[];
  readonly hasMore: boolean;
  readonly nextCursor: string | null;
}

const WAIT_SECONDS = 5;
const TIMEOUT_MS = 15_000;
const PAGE_EVENTS = 100;
const RETRY_MS = 1_000;
const RETRY_MAX_MS = 30_000;

/** The API refused: another try would be refused, too. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
}

/** Events of the account of a secret key, read over the API. A request that fails for a while is repeated until it succeeds. */
export class EventsApi {
  constructor(
    private readonly apiBase: string,
    private readonly secretKey: string,
    private readonly signal: AbortSignal,
  ) {}

  /** The newest event, if there is one. */
  async newest(): Promise<ListedEvent | undefined> {
    return (await this.#page('limit=1')).data[0];
  }

  /** The next events after one, oldest first; after none, all there are. Waits a few seconds when there are none yet. */
  async after(cursor: string | undefined): Promise<readonly ListedEvent[]> {
    if (cursor !== undefined)
      return (await this.#page(`limit=${PAGE_EVENTS}&endingBefore=${cursor}`)).data.toReversed();
    const events: ListedEvent[] = [];
    for (let query = `limit=${PAGE_EVENTS}`; ;) {
      const page = await this.#page(query);
      events.push(...page.data);
      if (!page.hasMore || page.nextCursor === null) return events.toReversed();
      query = `limit=${PAGE_EVENTS}&startingAfter=${page.nextCursor}`;
    }
  }

  /** The body of an event, in the bytes of its deliveries. */
  body(eventId: string): Promise<string> {
    return this.#get(`/events/${eventId}`);
  }

  async #page(query: string): Promise<EventPage> {
    return JSON.parse(await this.#get(`/events?${query}`)) as EventPage;
  }

  async #get(path: string): Promise<string> {
    for (let pauseMs = RETRY_MS; ; pauseMs = Math.min(2 * pauseMs, RETRY_MAX_MS)) {
      const answer = await this.#tried(path);
      if (answer?.ok === true) return answer.text;
      if (answer !== undefined && answer.status < 500 && answer.status !== 429)
        throw new ApiRefusal(`The API answered ${answer.status}: ${answer.text}`);
      console.error(
        `${answer === undefined ? 'The API cannot be reached' : `The API answered ${answer.status}`}; trying again.`,
      );
      await delay(pauseMs, undefined, { signal: this.signal });
    }
  }

  /** Undefined when there was no answer. */
  async #tried(path: string): Promise<{ ok: boolean; status: number; text: string } | undefined> {
    this.signal.throwIfAborted();
    try {
      const response = await fetch(new URL(path, this.apiBase), {
        headers: { authorization: `Bearer ${this.secretKey}`, prefer: `wait=${WAIT_SECONDS}` },
        signal: AbortSignal.any([this.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        redirect: 'error',
      });
      return { ok: response.ok, status: response.status, text: await response.text() };
    } catch {
      this.signal.throwIfAborted();
      return undefined;
    }
  }
}
