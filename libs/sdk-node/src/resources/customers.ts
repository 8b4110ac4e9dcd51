import type { CustomerPage, GuestPage, ListCustomersQuery, ListGuestsQuery } from '@paygate/api-types';
import type { HttpClient } from '../http/http-client.js';
import { ListPromise } from '../http/list-promise.js';
import type { CallOptions } from '../transport.js';

/** Users and guests who have paid, in the mode of the client's key. */
export class Customers {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Lists users with the number and amounts of their completed payments, the user who registered last first. */
  list(query: ListCustomersQuery = {}, options?: CallOptions): ListPromise<CustomerPage> {
    const page = this.#http.call<'listCustomers'>({ method: 'GET', path: '/customers', query }, options);
    return new ListPromise(page, (startingAfter) => this.list({ ...query, startingAfter }, options));
  }

  /** Lists the phones that have paid without an account, the one that paid last first. */
  listGuests(query: ListGuestsQuery = {}, options?: CallOptions): ListPromise<GuestPage> {
    const page = this.#http.call<'listGuests'>({ method: 'GET', path: '/customers/guests', query }, options);
    return new ListPromise(page, (startingAfter) => this.listGuests({ ...query, startingAfter }, options));
  }
}
