import { Injectable } from '@nestjs/common';
import type { Currency } from '@paygate/contracts';
import { exponentOf } from '@paygate/paper';
import { amountOf } from '@paygate/typed-input';
import type { Form } from '../forms/form.js';
import { NoAnswer, Refusal } from '../gateway/gateway-client.js';
import { PaymentApi } from '../gateway/payment-api.js';
import { WalletApi } from '../gateway/wallet-api.js';
import { FormRefused } from '../payment/form-problems.js';
import { codeIn, formKeyOf, passwordIn, TypedPhones } from '../payment/typed-forms.js';
import { Sessions } from '../session/sessions.js';
import type { WalletSession } from './wallet-sessions.js';
import { newSession } from './wallet-sessions.js';
import type { UserVisit, WalletVisit } from './wallet-visits.js';

const CURRENCY: Currency = 'XAF';

/** The result of a form: the session from now on, and the screen that comes next. */
export interface WalletStep {
  readonly session: WalletSession;
  readonly next: string;
}

/** The forms of the wallet: each calls the API, and remembers what the next one needs. */
@Injectable()
export class WalletSteps {
  constructor(
    private readonly auth: PaymentApi,
    private readonly api: WalletApi,
    private readonly keys: Sessions,
    private readonly phones: TypedPhones,
  ) {}

  /** The session of a user has a token of its own: a form of before is none of it. */
  async signIn({ payer, session }: WalletVisit, form: Form): Promise<WalletStep> {
    const phoneNumber = this.phones.phoneIn(form);
    const signedIn = await this.auth.signIn(payer, { phoneNumber, password: passwordIn(form) });
    const { id: userId, token: userToken, expiresAt } = signedIn;
    const user = { userId, userToken, phoneNumber: signedIn.phoneNumber, expiresAt };
    return { session: { ...newSession({ language: session.language ?? payer.language }), user }, next: '' };
  }

  /** Ends the token at Paygate, and forgets the user in any case: a token that is not ended soon ends by itself. */
  async signOut({ holder, session }: UserVisit): Promise<WalletStep> {
    try {
      await this.api.signOut(holder);
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof NoAnswer)) throw error;
    }
    return { session: newSession({ ...session, notice: 'signedOut' }), next: '' };
  }

  async topUp({ holder, user, session }: UserVisit, form: Form): Promise<WalletStep> {
    const { id } = await this.api.topUp(holder, this.amountIn(form, 'top-up', user.userId));
    return { session, next: `top-ups/${id}` };
  }

  /** Has a code sent; the fee is shown with the field for it. */
  async withdraw({ holder, user, session }: UserVisit, form: Form): Promise<WalletStep> {
    const { id, code } = await this.api.withdraw(holder, this.amountIn(form, 'withdrawal', user.userId));
    const next = `withdrawals/${id}`;
    if (code === null) return { session, next };
    const { destination, codeLength, expiresAt } = code;
    return { session: { ...session, withdrawal: { id, destination, codeLength, expiresAt } }, next };
  }

  async confirm({ holder, session }: UserVisit, form: Form): Promise<WalletStep> {
    const { withdrawal, ...others } = session;
    if (withdrawal === undefined) return { session, next: 'withdrawal' };
    const { id } = await this.api.confirm(holder, withdrawal.id, codeIn(form, withdrawal.codeLength));
    return { session: others, next: `withdrawals/${id}` };
  }

  /** Sends the code with which another password is set: to the number of the user, or of somebody who cannot sign in. */
  async forgot({ payer, session }: WalletVisit, form: Form): Promise<WalletStep> {
    const phoneNumber = session.user?.phoneNumber ?? this.phones.phoneIn(form);
    const key = this.keys.keyOf('wallet', 'forgot', formKeyOf(form), phoneNumber);
    const { resetId, destination, codeLength } = await this.auth.forgotPassword(payer, phoneNumber, key);
    return { session: { ...session, reset: { resetId, destination, codeLength } }, next: 'password' };
  }

  /** Sets the password, which ends every session of the user. */
  async reset({ payer, session }: WalletVisit, form: Form): Promise<WalletStep> {
    const { reset } = session;
    if (reset === undefined) return { session, next: 'password' };
    const otp = codeIn(form, reset.codeLength);
    const password = passwordIn(form);
    const key = this.keys.keyOf('reset', reset.resetId, otp, password);
    await this.auth.resetPassword(payer, { resetId: reset.resetId, otp, password }, key);
    return { session: newSession({ ...session, notice: 'passwordChanged' }), next: '' };
  }

  private amountIn(form: Form, step: string, userId: string) {
    const amount = amountOf(form['amount'] ?? '', exponentOf(CURRENCY));
    if (amount === undefined) throw new FormRefused('amount_invalid');
    return { amount, currency: CURRENCY, key: this.keys.keyOf('wallet', step, userId, formKeyOf(form), amount) };
  }
}
