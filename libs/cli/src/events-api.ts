import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from './post-signed.js';

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

/** The advice about a failure that another try does not mend, by the code of its cause. */
const ADVICE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'No host has this name. Check the address of the API.',
  EAI_AGAIN: 'The name of the host cannot be looked up. Check the network, and the address of the API.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host. Check the address of the API.',
  CERT_HAS_EXPIRED: 'The certificate of the API has expired.',
  EPROTO: 'The port does not speak https.',
  ERR_SSL_WRONG_VERSION_NUMBER: 'The port does not speak https.',
};
const UNTRUSTED =
  'The certificate is not signed by an authority that this machine trusts. Set NODE_EXTRA_CA_CERTS to the file of that authority.';
const OF_UNTRUSTED = /^(UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_)/;

/** An answer of the API. */
export interface Answered {
  readonly ok: boolean;
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
}

/** The API refused: another try would be refused, too. */
export class ApiRefusal extends Error {
  override readonly name = 'ApiRefusal';
}

/** Events of the account of a secret key, read over the API. A request that fails for a while is repeated until it succeeds. */
export class EventsApi {
  #hasAnswered = false;

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
      if (typeof answer !== 'string') {
        this.#hasAnswered = true;
        if (answer.ok) return answer.text;
        if (answer.status < 500 && answer.status !== 429) throw new ApiRefusal(refusalOf(answer));
      }
      const what =
        typeof answer === 'string' ? `The API cannot be reached (${answer})` : `The API answered ${answer.status}`;
      console.error(`${what}; trying again.`);
      await delay(pauseMs, undefined, { signal: this.signal });
    }
  }

  /** The code of the cause when there was no answer. Throws ApiRefusal before the first answer, for what another try does not mend. */
  async #tried(path: string): Promise<Answered | string> {
    this.signal.throwIfAborted();
    try {
      const response = await fetch(this.apiBase + path, {
        headers: { authorization: `Bearer ${this.secretKey}`, prefer: `wait=${WAIT_SECONDS}` },
        signal: AbortSignal.any([this.signal, AbortSignal.timeout(TIMEOUT_MS)]),
        redirect: 'manual',
      });
      const { ok, status, headers } = response;
      return { ok, status, text: await response.text(), location: headers.get('location') };
    } catch (error) {
      this.signal.throwIfAborted();
      const cause = reasonOf(error);
      const advice = OF_UNTRUSTED.test(cause) ? UNTRUSTED : ADVICE[cause];
      if (advice === undefined || this.#hasAnswered) return cause;
      throw new ApiRefusal(`The API cannot be reached: ${advice} (${cause})`);
    }
  }
}

/** The reason for which the API refused, in a sentence. */
export function refusalOf({ status, text, location }: Answered): string {
  if (location !== null) return `The API answered ${status}, a redirect to ${location}: check the address of the API.`;
  if (!isProblem(text)) return `The answer ${status} does not come from Paygate's API: check the address of the API.`;
  return `The API answered ${status}: ${text}`;
}

function isProblem(text: string): boolean {
  try {
    return typeof (JSON.parse(text) as { readonly code?: unknown }).code === 'string';
  } catch {
    return false;
  }
}
