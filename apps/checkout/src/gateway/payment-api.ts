import { Injectable } from '@nestjs/common';
import type {
  CheckoutOperatorView,
  Language,
  MobileOperator,
  OtpAuthorizationAnswer,
  PendingPasswordResetAnswer,
  PendingRegistrationAnswer,
  PublicPaymentIntentView,
  ReceiptAnswer,
  RetryView,
  SentOtpAnswer,
  SignedInUserAnswer,
} from '@paygate/contracts';
import { headers } from '@paygate/contracts';
import type { Customer } from './gateway-client.js';
import { GatewayClient } from './gateway-client.js';

/** A call for the holder of a checkout token, or by the publishable key of the wallet's own pages. */
export interface Payer extends Customer {
  readonly token: string;
  readonly language: Language;
}

/** The facts about the shop that the page shows. */
export interface Merchant {
  readonly name: string;
  readonly logoUrl: string | null;
  readonly supportContact: {
    readonly email: string | null;
    readonly phone: string | null;
    readonly url: string | null;
  };
  readonly languages: readonly Language[];
  /** The methods by which this payment can be made. */
  readonly paymentMethods: readonly ('mobile_money' | 'wallet')[];
  readonly smsReceipts?: boolean;
  /** Absent in answers of the version before, and while nobody knows. */
  readonly operators?: readonly CheckoutOperatorView[];
}

/** A payment intent as its page sees it. */
export interface Payment extends Omit<PublicPaymentIntentView, 'cancelUrl' | 'merchant' | 'providerReference'> {
  readonly providerReference?: string | null;
  readonly cancelUrl?: string | null;
  readonly merchant?: Merchant;
}

/** The recipient of a code: a guest's phone, or a customer who has signed in. */
export type CodeRecipient =
  | { readonly phoneNumber: string; readonly operator?: MobileOperator; readonly otpId?: string }
  | { readonly userId: string; readonly userToken: string; readonly otpId?: string };

export interface CodeCheck {
  readonly otpId: string;
  readonly otp: string;
  readonly userId?: string | undefined;
  readonly userToken?: string | undefined;
}

export interface ChargeOrder {
  readonly otpToken: string;
  readonly method: 'mobile_money' | 'wallet';
  /** The phone that the code of a guest has proved. */
  readonly phoneNumber?: string | undefined;
  readonly operator?: MobileOperator | undefined;
  readonly userToken?: string | undefined;
}

const WAIT = { prefer: 'wait=5' } as const;

/** The recipient of a receipt: the address on file, or one that the payer has typed. */
export interface ReceiptRecipient {
  readonly channel: 'email' | 'sms';
  readonly email?: string;
}

/** The operations of the API that pay one intent. */
@Injectable()
export class PaymentApi {
  constructor(private readonly gateway: GatewayClient) {}

  /** The intent as it is now; with `wait`, when its outcome is known or after some seconds. */
  payment(payer: Payer, wait = false): Promise<Payment> {
    const given = { ...credentialsOf(payer), ...(wait ? WAIT : {}) };
    return this.gateway.ask<Payment>({ method: 'GET', path: '/gateway/session', headers: given }, payer);
  }

  signIn(payer: Payer, body: { phoneNumber: string; password: string }): Promise<SignedInUserAnswer> {
    return this.post(payer, '/auth/web', { body });
  }

  register(payer: Payer, body: { phoneNumber: string; password: string }, key: string) {
    return this.post<PendingRegistrationAnswer>(payer, '/auth/users', { body, key });
  }

  confirmRegistration(payer: Payer, body: { registrationId: string; otp: string }, key: string): Promise<unknown> {
    return this.post(payer, '/auth/users/verify', { body, key });
  }

  forgotPassword(payer: Payer, phoneNumber: string, key: string): Promise<PendingPasswordResetAnswer> {
    return this.post(payer, '/auth/password/forgot', { body: { phoneNumber }, key });
  }

  resetPassword(payer: Payer, body: { resetId: string; otp: string; password: string }, key: string): Promise<unknown> {
    return this.post(payer, '/auth/password/reset', { body, key });
  }

  /** Sends a code for this intent. The same key sends it once. */
  sendCode(payer: Payer, intentionId: string, to: CodeRecipient, key: string): Promise<SentOtpAnswer> {
    const { userToken, ...recipient } = { userToken: undefined, ...to };
    return this.post(payer, '/auth/otp/init', { body: { ...recipient, channel: 'sms', intentionId }, key, userToken });
  }

  verifyCode(payer: Payer, intentionId: string, check: CodeCheck, key: string): Promise<OtpAuthorizationAnswer> {
    const { userToken, ...body } = check;
    return this.post(payer, '/auth/otp/verify', { body: { ...body, intentionId }, key, userToken });
  }

  /** Charges the intent, and waits for the outcome for some seconds. The same token charges once. */
  async charge(payer: Payer, intentionId: string, order: ChargeOrder): Promise<void> {
    const { otpToken, method, phoneNumber, operator, userToken } = order;
    const body = { intentionId, paymentMethod: { type: method, phoneNumber, operator } };
    await this.post(payer, '/payment/charge', { body, userToken, more: { ...WAIT, [headers.otpToken]: otpToken } });
  }

  /** Begins another try of a declined payment, or returns the one that was begun already. */
  retry(payer: Payer): Promise<RetryView> {
    return this.gateway.ask({ method: 'POST', path: '/gateway/session/retry', headers: credentialsOf(payer) }, payer);
  }

  /** Has the receipt of the paid intent sent. The same key sends it once. */
  sendReceipt(payer: Payer, id: string, to: ReceiptRecipient, key: string): Promise<ReceiptAnswer> {
    return this.post(payer, `/gateway/${id}/receipt`, { body: to, key });
  }

  private post<Body>(payer: Payer, path: string, { body, key, userToken, more = {} }: Posted): Promise<Body> {
    const given = {
      ...credentialsOf(payer),
      ...more,
      ...(key === undefined ? {} : { [headers.idempotencyKey]: key }),
      ...(userToken === undefined ? {} : { [headers.authorization]: `Bearer ${userToken}` }),
    };
    return this.gateway.ask<Body>({ method: 'POST', path, headers: given, body }, payer);
  }
}

interface Posted {
  readonly body: object;
  readonly key?: string | undefined;
  readonly userToken?: string | undefined;
  readonly more?: Readonly<Record<string, string>>;
}

/** The headers that name the caller. A checkout token begins otherwise than a key. */
export function credentialsOf({ token, language }: Pick<Payer, 'token' | 'language'>): Record<string, string> {
  return { [token.startsWith('pk_') ? headers.apiKey : headers.checkoutToken]: token, 'accept-language': language };
}
