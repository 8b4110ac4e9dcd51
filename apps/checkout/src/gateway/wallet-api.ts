import { Injectable } from '@nestjs/common';
import type {
  AskedWalletWithdrawalView,
  Currency,
  WalletTopUpView,
  WalletTransactionView,
  WalletView,
  WalletWithdrawalView,
} from '@paygate/contracts';
import { headers } from '@paygate/contracts';
import type { Call } from './gateway-client.js';
import { GatewayClient } from './gateway-client.js';
import type { Payer } from './payment-api.js';
import { credentialsOf } from './payment-api.js';

/** A user who is signed in, and the browser for which the API is called. */
export interface WalletHolder extends Payer {
  readonly userToken: string;
}

/** A page of movements, newest first. */
export interface Movements {
  readonly data: readonly WalletTransactionView[];
  readonly nextCursor: string | null;
}

/** An amount that is asked for, and the idempotency key of its form. */
export interface AskedAmount {
  readonly amount: string;
  readonly currency: Currency;
  readonly key: string;
}

/** The operations of the API for the wallet of a user. The token alone says whose wallet it is. */
@Injectable()
export class WalletApi {
  constructor(private readonly gateway: GatewayClient) {}

  wallet(holder: WalletHolder, currency: Currency): Promise<WalletView> {
    return this.ask(holder, { method: 'GET', path: `/wallet?currency=${currency}` });
  }

  /** Movements older than `after`; the newest without it. */
  movements(holder: WalletHolder, after: string | undefined, limit: number): Promise<Movements> {
    const start = after === undefined ? '' : `&startingAfter=${after}`;
    return this.ask(holder, { method: 'GET', path: `/wallet/transactions?limit=${limit}${start}` });
  }

  /** Asks the user's own number for the money. The same key asks once. */
  topUp(holder: WalletHolder, { amount, currency, key }: AskedAmount): Promise<WalletTopUpView> {
    return this.ask(holder, { method: 'POST', path: '/wallet/top-ups', body: { amount, currency } }, key);
  }

  topUpOf(holder: WalletHolder, id: string): Promise<WalletTopUpView> {
    return this.ask(holder, { method: 'GET', path: `/wallet/top-ups/${id}` });
  }

  /** Has a code sent to the user's own number. The same key sends it once. */
  withdraw(holder: WalletHolder, { amount, currency, key }: AskedAmount): Promise<AskedWalletWithdrawalView> {
    return this.ask(holder, { method: 'POST', path: '/wallet/withdrawals', body: { amount, currency } }, key);
  }

  /** Moves the money. Sent again, it answers how the withdrawal stands. */
  confirm(holder: WalletHolder, id: string, otp: string): Promise<WalletWithdrawalView> {
    return this.ask(holder, { method: 'POST', path: `/wallet/withdrawals/${id}/confirm`, body: { otp } });
  }

  withdrawalOf(holder: WalletHolder, id: string): Promise<WalletWithdrawalView> {
    return this.ask(holder, { method: 'GET', path: `/wallet/withdrawals/${id}` });
  }

  /** Ends the token at Paygate. */
  signOut(holder: WalletHolder): Promise<void> {
    return this.ask(holder, { method: 'POST', path: '/auth/logout' });
  }

  private ask<Body>(holder: WalletHolder, call: Omit<Call, 'headers'>, key?: string): Promise<Body> {
    const given = {
      ...credentialsOf(holder),
      [headers.authorization]: `Bearer ${holder.userToken}`,
      ...(key === undefined ? {} : { [headers.idempotencyKey]: key }),
    };
    return this.gateway.ask<Body>({ ...call, headers: given }, holder);
  }
}
