import type { DeliveryPage, Event, EventPage, ListEventsQuery } from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import { ListPromise } from '../http/list-promise.js';
import type { CallOptions, WaitOptions } from '../transport.js';

/** The events of the account, as they are delivered to the webhook endpoints. */
export class Events {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /**
   * Lists events, newest first. To follow events, ask for those after the newest one that you have with `endingBefore`;
   * `waitSeconds` lets a page without events wait for one.
   */
  list(query: ListEventsQuery = {}, options?: WaitOptions): ListPromise<EventPage> {
    const page = this.#http.call<'listEvents'>({ method: 'GET', path: '/events', query }, options);
    const direction = query.endingBefore === undefined ? 'startingAfter' : 'endingBefore';
    return new ListPromise(page, (cursor) => this.list({ ...query, [direction]: cursor }, options));
  }

  /** Reads an event. */
  retrieve(id: string, options?: CallOptions): ApiPromise<Event> {
    const call = { method: 'GET', path: '/events/{id}', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'getEvent'>(call, options));
  }

  /** The deliveries of an event, one for each endpoint. */
  deliveries(id: string, options?: CallOptions): ApiPromise<DeliveryPage> {
    const call = { method: 'GET', path: '/events/{id}/deliveries', ids: { id } } as const;
    return new ApiPromise(this.#http.call<'listEventDeliveries'>(call, options));
  }
}
