import type {
  AskedWalletWithdrawal,
  ConfirmWalletWithdrawalRequest,
  CreateWalletTopUpRequest,
  CreateWalletWithdrawalRequest,
  GetWalletQuery,
  ListWalletTransactionsQuery,
  Operations,
  SignedInUser,
  SignInRequest,
  Wallet,
  WalletTopUp,
  WalletTransactionPage,
  WalletWithdrawal,
} from '@paygate/api-types';
import { PaygateError } from './errors.js';
import type { PaygateBrowserOptions, Settings } from './options.js';
import { settingsOf } from './options.js';
import type { CallOptions } from './request.js';
import { send } from './request.js';

export type {
  AskedWalletWithdrawal,
  ConfirmWalletWithdrawalRequest,
  CreateWalletTopUpRequest,
  CreateWalletWithdrawalRequest,
  SignedInUser,
  SignInRequest,
  Wallet,
  WalletTopUp,
  WalletTransaction,
  WalletTransactionPage,
  WalletWithdrawal,
} from '@paygate/api-types';
export { PaygateError } from './errors.js';
export type { PaygateBrowserOptions } from './options.js';
export type { CallOptions } from './request.js';

/**
 * The client of a page on which a user reads, fills and empties a wallet. The user's token is kept in memory, until `signOut`.
 * @throws TypeError when an option is wrong
 */
export class PaygateWallet {
  readonly #settings: Settings;
  #token: string | undefined;

  constructor(options: PaygateBrowserOptions) {
    this.#settings = settingsOf(options);
  }

  /** When the token has ended, calls fail with `token_expired`: sign in again and repeat the call. */
  async signIn(params: SignInRequest, options?: CallOptions): Promise<SignedInUser> {
    const call = { method: 'POST', path: '/auth/web', body: params } as const;
    const user = await send<'signIn'>(this.#settings, call, options);
    this.#token = user.token;
    return user;
  }

  /** Goes on as a user whom `signIn` of `PaygateBrowser` has signed in. */
  use({ token }: Pick<SignedInUser, 'token'>): void {
    this.#token = token;
  }

  /** Forgets the user, and ends the token at Paygate. */
  async signOut(options?: CallOptions): Promise<void> {
    if (this.#token === undefined) return;
    const signingOut = this.#ask<'signOut'>({ method: 'POST', path: '/auth/logout' }, options);
    this.#token = undefined;
    await signingOut;
  }

  /** Balance, state and limits. */
  retrieve(params: GetWalletQuery = {}, options?: CallOptions): Promise<Wallet> {
    return this.#ask<'getWallet'>({ method: 'GET', path: '/wallet', query: params }, options);
  }

  /** A page of movements, newest first. `nextCursor` of the answer is `startingAfter` of the next page. */
  listTransactions(params: ListWalletTransactionsQuery = {}, options?: CallOptions): Promise<WalletTransactionPage> {
    const call = { method: 'GET', path: '/wallet/transactions', query: params };
    return this.#ask<'listWalletTransactions'>(call, options);
  }

  /** Has the operator ask the user's own number for the money. Read the top-up until it is no longer `PENDING`. */
  topUp(params: CreateWalletTopUpRequest, options?: CallOptions): Promise<WalletTopUp> {
    return this.#ask<'createWalletTopUp'>({ method: 'POST', path: '/wallet/top-ups', body: params }, options);
  }

  retrieveTopUp(id: string, options?: CallOptions): Promise<WalletTopUp> {
    return this.#ask<'getWalletTopUp'>({ method: 'GET', path: `/wallet/top-ups/${segment(id)}` }, options);
  }

  /** Sends a code to the user's own number, and answers the fee. No money moves before `confirmWithdrawal`. */
  withdraw(params: CreateWalletWithdrawalRequest, options?: CallOptions): Promise<AskedWalletWithdrawal> {
    const call = { method: 'POST', path: '/wallet/withdrawals', body: params };
    return this.#ask<'createWalletWithdrawal'>(call, options);
  }

  /** Moves the money. Read the withdrawal until it is no longer `PENDING`. */
  confirmWithdrawal(
    id: string,
    params: ConfirmWalletWithdrawalRequest,
    options?: CallOptions,
  ): Promise<WalletWithdrawal> {
    const call = { method: 'POST', path: `/wallet/withdrawals/${segment(id)}/confirm`, body: params };
    return this.#ask<'confirmWalletWithdrawal'>(call, options);
  }

  retrieveWithdrawal(id: string, options?: CallOptions): Promise<WalletWithdrawal> {
    return this.#ask<'getWalletWithdrawal'>({ method: 'GET', path: `/wallet/withdrawals/${segment(id)}` }, options);
  }

  async #ask<Id extends keyof Operations>(
    { method, path, query, body }: WalletCall<Id>,
    options: CallOptions | undefined,
  ): Promise<Operations[Id]['answer']> {
    if (this.#token === undefined) throw new PaygateError('token_missing', 'signIn comes first');
    const search = new URLSearchParams();
    for (const [name, value] of Object.entries(query ?? {})) if (value !== undefined) search.set(name, String(value));
    const call = {
      method,
      path: (path + (String(search) && `?${String(search)}`)) as Operations[Id]['path'],
      ...(body === undefined ? {} : { body }),
      headers: { authorization: `Bearer ${this.#token}` },
    };
    return send<Id>(this.#settings, call, options);
  }
}

interface WalletCall<Id extends keyof Operations> {
  readonly method: string;
  readonly path: string;
  readonly query?: object;
  readonly body?: Operations[Id]['body'];
}

function segment(id: string): string {
  if (!id) throw new TypeError('The id is empty');
  return encodeURIComponent(id);
}
