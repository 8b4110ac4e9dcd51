import type {
  Balance as BalanceOfMerchant,
  BalanceSummary,
  BalanceTransactionPage,
  Fee,
  GetBalanceStatementQuery,
  GetBalanceSummaryQuery,
  GetOwnSummaryQuery,
  OwnSummary,
  GetFeeQuery,
  ListBalanceTransactionsQuery,
} from '@paygate/api-types';
import { ApiPromise } from '../http/api-promise.js';
import type { HttpClient } from '../http/http-client.js';
import { ListPromise } from '../http/list-promise.js';
import type { CallOptions } from '../transport.js';

/** A long statement is read for as long as it takes. Milliseconds. */
const STATEMENT_MS = 600_000;

/** The balance of the merchant, in the mode of the client's key. */
export class Balance {
  readonly #http: HttpClient;

  /** @internal */
  constructor(http: HttpClient) {
    this.#http = http;
  }

  /** Retrieves the available and pending amounts, by currency. */
  retrieve(options?: CallOptions): ApiPromise<BalanceOfMerchant> {
    return new ApiPromise(this.#http.call<'getBalance'>({ method: 'GET', path: '/balance' }, options));
  }

  /** Lists the movements of the balance, newest first. */
  transactions(query: ListBalanceTransactionsQuery = {}, options?: CallOptions): ListPromise<BalanceTransactionPage> {
    const call = { method: 'GET', path: '/balance/transactions', query } as const;
    const page = this.#http.call<'listBalanceTransactions'>(call, options);
    return new ListPromise(page, (startingAfter) => this.transactions({ ...query, startingAfter }, options));
  }

  /**
   * A statement as CSV text, of a month or of a span; of this month when nothing is named. The header `x-statement-to` of the answer, and
   * the row `closing_balance`, say where it ends. It is waited for up to ten minutes, unless `options` say otherwise.
   */
  statement(query: GetBalanceStatementQuery = {}, options: CallOptions = {}): ApiPromise<string> {
    const call = { method: 'GET', path: '/balance/statement', query } as const;
    const patient = { timeoutMs: STATEMENT_MS, deadlineMs: STATEMENT_MS, ...options };
    return new ApiPromise(this.#http.call<'getBalanceStatement'>(call, patient));
  }

  /** The sums of a span, such as a day: opening and closing balance, and what happened by type and method, and who made it. */
  summary(query: GetBalanceSummaryQuery = {}, options?: CallOptions): ApiPromise<BalanceSummary> {
    const call = { method: 'GET', path: '/balance/summary', query } as const;
    return new ApiPromise(this.#http.call<'getBalanceSummary'>(call, options));
  }

  /** The payments and refunds of a span that this API key made, by method. */
  ownSummary(query: GetOwnSummaryQuery = {}, options?: CallOptions): ApiPromise<OwnSummary> {
    const call = { method: 'GET', path: '/balance/summary/own', query } as const;
    return new ApiPromise(this.#http.call<'getOwnSummary'>(call, options));
  }

  /** The fee of a payment of this amount, before its charge. */
  fee(query: GetFeeQuery, options?: CallOptions): ApiPromise<Fee> {
    return new ApiPromise(this.#http.call<'getFee'>({ method: 'GET', path: '/fees', query }, options));
  }
}
