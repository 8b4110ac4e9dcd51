import { Injectable } from '@nestjs/common';
import { amountOf } from '@paygate/typed-input';
import type { Form } from '../forms/form.js';
import { NoAnswer, Refusal } from '../gateway/gateway-client.js';
import type { Payment } from '../gateway/payment-api.js';
import { PaymentApi } from '../gateway/payment-api.js';
import { WalletApi } from '../gateway/wallet-api.js';
import type { Filling } from '../pages/wallet/filling.js';
import { missingOf, stateOfTopUp } from '../pages/wallet/filling.js';
import type { Session, UserOfWallet } from '../session/sessions.js';
import { Sessions } from '../session/sessions.js';
import { FormRefused } from './form-problems.js';
import type { Visit } from './payments.js';

type OfPayment = Pick<Visit, 'payer' | 'session' | 'intentId'>;

/** Wallets that hold less than a payment takes: they are filled on the way, from the page of the payment. */
@Injectable()
export class WalletFilling {
  constructor(
    private readonly payments: PaymentApi,
    private readonly wallets: WalletApi,
    private readonly sessions: Sessions,
  ) {}

  /**
   * True when the wallet of a user who has just signed in lacks money for the payment and may be filled. What cannot be read decides nothing: the
   * charge will.
   */
  async isNeeded({ payer }: Pick<Visit, 'payer'>, { userToken }: UserOfWallet): Promise<boolean> {
    try {
      const payment = await this.payments.payment(payer);
      const { state, balance } = await this.wallets.wallet({ ...payer, userToken }, payment.currency);
      return state === 'open' && missingOf(payment, balance) > 0n;
    } catch (error) {
      if (error instanceof Refusal || error instanceof NoAnswer) return false;
      throw error;
    }
  }

  /** The wallet and its top-up as they are now; undefined where no user is about to fill one. */
  async read({ payer, session: { filling } }: OfPayment, { currency }: Payment): Promise<Filling | undefined> {
    if (filling === undefined) return undefined;
    const holder = { ...payer, userToken: filling.userToken };
    // the top-up first: a wallet that is read after it has ended holds its money
    const topUp = filling.topUpId === undefined ? undefined : await this.wallets.topUpOf(holder, filling.topUpId);
    return { wallet: await this.wallets.wallet(holder, currency), topUp };
  }

  /** A word for what the page shows: another when the page is another. */
  async stateOf({ payer, session: { filling } }: OfPayment): Promise<string> {
    if (filling?.topUpId === undefined) return 'NONE';
    const topUp = await this.wallets.topUpOf({ ...payer, userToken: filling.userToken }, filling.topUpId);
    return stateOfTopUp(topUp);
  }

  /**
   * Begins the top-up that a form asks for. Until its id has reached the session, another form for this amount has the same top-up: its answer
   * may have been lost.
   */
  async begin({ payer, session, intentId }: OfPayment, form: Form): Promise<Session> {
    const { filling } = session;
    if (filling === undefined) return session;
    const { currency, currencyExponent } = await this.payments.payment(payer);
    const amount = amountOf(form['amount'] ?? '', currencyExponent);
    if (amount === undefined) throw new FormRefused('amount_invalid');
    const key = this.sessions.keyOf('fill', intentId, filling.userId, filling.topUpId ?? '', amount);
    const { id } = await this.wallets.topUp({ ...payer, userToken: filling.userToken }, { amount, currency, key });
    return { ...session, filling: { ...filling, topUpId: id } };
  }
}
