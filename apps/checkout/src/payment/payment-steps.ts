import { Injectable } from '@nestjs/common';
import type { MobileOperator, SentOtpAnswer } from '@paygate/contracts';
import { isMobileNumber, mobileOperators, operatorOfNumber } from '@paygate/contracts';
import { checkoutTokenIn } from './checkout-token.js';
import type { Form } from '../forms/form.js';
import { FormRefused } from './form-problems.js';
import { NoAnswer } from '../gateway/gateway-client.js';
import type { CodeRecipient } from '../gateway/payment-api.js';
import { PaymentApi } from '../gateway/payment-api.js';
import type { Visit } from './payments.js';
import { codeIn, formKeyOf, passwordIn, TypedPhones } from './typed-forms.js';
import type { SentCode, SentReceipt, Session, UserOfWallet } from '../session/sessions.js';
import { WalletFilling } from './wallet-filling.js';
import { backTo, codesLeft, Sessions, withCodeLeft, withoutCode } from '../session/sessions.js';

/** The result of a form: the session from now on, and the page that comes next. */
export interface Taken {
  readonly session: Session;
  readonly next?: string;
  /** Another payment, whose page comes next. */
  readonly opened?: { readonly id: string; readonly session: Session };
}

type Step = (visit: Visit, form: Form) => Promise<Taken>;

/** The forms of a payment: each calls the API, and remembers what the next one needs. */
@Injectable()
export class PaymentSteps {
  private readonly steps: Readonly<Record<string, Step>> = {
    phone: (visit, form) => this.sendToGuest(visit, form),
    wallet: (visit, form) => this.signIn(visit, form),
    register: (visit, form) => this.register(visit, form),
    confirm: (visit, form) => this.confirm(visit, form),
    forgot: (visit, form) => this.forgot(visit, form),
    reset: (visit, form) => this.reset(visit, form),
    resend: (visit, form) => this.resend(visit, form),
    pay: (visit, form) => this.pay(visit, form),
    'top-up': (visit, form) => this.topUp(visit, form),
    filled: (visit, form) => this.goOn(visit, form),
    receipt: (visit, form) => this.sendReceipt(visit, form),
    retry: (visit, form) => this.retry(visit, form),
    restart: ({ session }) => Promise.resolve({ session: withCodeLeft(session, Date.now()) }),
    again: ({ session }) => Promise.resolve({ session: this.again(session) }),
  };

  constructor(
    private readonly api: PaymentApi,
    private readonly sessions: Sessions,
    private readonly phones: TypedPhones,
    readonly filling: WalletFilling,
  ) {}

  /** The step of this name; undefined when there is none. */
  named(name: string): Step | undefined {
    return Object.hasOwn(this.steps, name) ? this.steps[name] : undefined;
  }

  private async sendToGuest({ payer, intentId, session }: Visit, form: Form): Promise<Taken> {
    const phoneNumber = this.phones.phoneIn(form);
    const operator = operatorIn(form, phoneNumber);
    const left = withCodeLeft(session, Date.now());
    const known = codesLeft(left, Date.now()).find((code) => code.phoneNumber === phoneNumber);
    // the API sends no other code so soon, and this one is still good
    if (known !== undefined && known.operator === operator) return { session: backTo(known, left) };
    const key = this.keyOf(intentId, form, 'phone', phoneNumber, operator ?? '');
    const guest = { phoneNumber, ...(operator === undefined ? {} : { operator }) };
    const sent = await this.api.sendCode(payer, intentId, guest, key);
    return { session: { ...left, code: { method: 'mobile_money', ...guest, ...factsOf(sent) } } };
  }

  private async signIn(visit: Visit, form: Form): Promise<Taken> {
    const { payer, session } = visit;
    const phoneNumber = this.phones.phoneIn(form);
    const password = passwordIn(form);
    const { id: userId, token: userToken } = await this.api.signIn(payer, { phoneNumber, password });
    const user = { userId, userToken };
    if (await this.filling.isNeeded(visit, user))
      return { session: { ...withCodeLeft(session, Date.now()), filling: user }, next: 'top-up' };
    return this.sendToUser(visit, form, user);
  }

  private async topUp(visit: Visit, form: Form): Promise<Taken> {
    const session = await this.filling.begin(visit, form);
    return { session, next: session.filling === undefined ? 'wallet' : 'top-up' };
  }

  /** The wallet was filled on the way: the payment goes on. */
  private async goOn(visit: Visit, form: Form): Promise<Taken> {
    const { filling } = visit.session;
    if (filling === undefined) return { session: visit.session, next: 'wallet' };
    return this.sendToUser(visit, form, filling);
  }

  private async sendToUser({ payer, intentId, session }: Visit, form: Form, user: UserOfWallet): Promise<Taken> {
    const { userId, userToken } = user;
    const left = withCodeLeft(session, Date.now());
    const known = codesLeft(left, Date.now()).find((code) => code.userId === userId);
    if (known !== undefined) return { session: backTo({ ...known, userToken }, left) };
    const sent = await this.api.sendCode(payer, intentId, { userId, userToken }, this.keyOf(intentId, form, userId));
    return { session: { ...left, code: { method: 'wallet', userId, userToken, ...factsOf(sent) } } };
  }

  /** Goes back to the code that a guest has left last. */
  private again(session: Session): Session {
    const code = codesLeft(session, Date.now()).find(({ phoneNumber }) => phoneNumber !== undefined);
    return code === undefined ? session : backTo(code, session);
  }

  private async register({ payer, intentId, session }: Visit, form: Form): Promise<Taken> {
    const phoneNumber = this.phones.phoneIn(form);
    const password = passwordIn(form);
    const key = this.keyOf(intentId, form, 'register', phoneNumber, password);
    const { registrationId, destination, codeLength } = await this.api.register(payer, { phoneNumber, password }, key);
    const account = { registrationId, destination, codeLength, phoneNumber };
    return { session: { ...session, account }, next: 'register' };
  }

  private async confirm({ payer, session }: Visit, form: Form): Promise<Taken> {
    const { account, ...others } = session;
    if (account === undefined) return { session, next: 'register' };
    const { registrationId, codeLength } = account;
    const otp = codeIn(form, codeLength);
    const key = this.sessions.keyOf('confirm', registrationId, otp);
    await this.api.confirmRegistration(payer, { registrationId, otp }, key);
    return { session: { ...others, registered: true }, next: 'wallet' };
  }

  private async forgot({ payer, intentId, session }: Visit, form: Form): Promise<Taken> {
    const phoneNumber = this.phones.phoneIn(form);
    const key = this.keyOf(intentId, form, 'forgot', phoneNumber);
    const { resetId, destination, codeLength } = await this.api.forgotPassword(payer, phoneNumber, key);
    return { session: { ...session, reset: { resetId, destination, codeLength } }, next: 'forgot' };
  }

  private async reset({ payer, session }: Visit, form: Form): Promise<Taken> {
    const { reset, ...others } = session;
    if (reset === undefined) return { session, next: 'forgot' };
    const { resetId, codeLength } = reset;
    const otp = codeIn(form, codeLength);
    const password = passwordIn(form);
    const key = this.sessions.keyOf('reset', resetId, otp, password);
    await this.api.resetPassword(payer, { resetId, otp, password }, key);
    return { session: { ...others, passwordChanged: true }, next: 'wallet' };
  }

  private async resend({ payer, intentId, session }: Visit, form: Form): Promise<Taken> {
    const { code } = session;
    if (code === undefined) return { session };
    const key = this.keyOf(intentId, form, 'resend', code.otpId);
    const sent = await this.api.sendCode(payer, intentId, recipientOf(code), key);
    return { session: { ...session, code: { ...code, ...factsOf(sent), wrong: 0 } } };
  }

  /**
   * Verifies the code and charges. Sent again, it has the outcome of the first time: the code's token is the same under the key of
   * challenge and code, and the charge is the same for the token.
   */
  private async pay({ payer, intentId, session }: Visit, form: Form): Promise<Taken> {
    const { code } = session;
    if (code === undefined) return { session };
    const otp = codeIn(form, code.codeLength);
    const { otpId, userId, userToken, method, phoneNumber, operator } = code;
    const key = this.sessions.keyOf('pay', intentId, otpId, otp);
    const { token: otpToken } = await this.api.verifyCode(payer, intentId, { otpId, otp, userId, userToken }, key);
    await this.api.charge(payer, intentId, { otpToken, method, phoneNumber, operator, userToken });
    return { session: { ...withoutCode(session), ...triedIn(code) } };
  }

  /** Begins another try, or goes on with the one that was begun, as the same phone or as another way is asked for. */
  private async retry({ payer, request, session }: Visit, form: Form): Promise<Taken> {
    const { intentionId: id, checkoutUrl } = await this.api.retry(payer);
    const token = checkoutTokenIn(checkoutUrl);
    if (token === undefined) throw new NoAnswer('the payment has no page');
    const { language, code, tried } = session;
    const phone = form['way'] === 'same' ? (tried === undefined ? triedIn(code) : { tried }) : {};
    const kept = this.sessions.of(id, request);
    return { session, opened: { id, session: { ...phone, ...(language && { language }), ...kept, token } } };
  }

  private async sendReceipt({ payer, intentId, session }: Visit, form: Form): Promise<Taken> {
    const channel: SentReceipt['channel'] = form['channel'] === 'sms' ? 'sms' : 'email';
    const email = channel === 'email' ? (form['email'] ?? '').trim() : '';
    const to = { channel, ...(email === '' ? {} : { email }) } as const;
    const key = this.keyOf(intentId, form, 'receipt', channel, email);
    const { sendsRemaining } = await this.api.sendReceipt(payer, intentId, to, key);
    const receipt: SentReceipt = { channel, sendsRemaining, ...(email === '' ? {} : { isTyped: true }) };
    return { session: { ...session, receipt }, next: 'receipt' };
  }

  /** The same for a form that is sent twice, another for the next form. */
  private keyOf(intentId: string, form: Form, ...parts: readonly string[]): string {
    return this.sessions.keyOf(intentId, formKeyOf(form), ...parts);
  }
}

/** The phone of a guest whose code was sent. */
function triedIn(code: SentCode | undefined): Pick<Session, 'tried'> {
  if (code?.phoneNumber === undefined) return {};
  const { phoneNumber, operator } = code;
  return { tried: { phoneNumber, ...(operator === undefined ? {} : { operator }) } };
}

/** The operator that the customer names; undefined when the number says it. */
function operatorIn(form: Form, phoneNumber: string): MobileOperator | undefined {
  const named = mobileOperators.find((operator) => operator === form['operator']);
  const isUnknown = named === undefined && isMobileNumber(phoneNumber) && operatorOfNumber(phoneNumber) === undefined;
  if (isUnknown) throw new FormRefused('operator_missing');
  return named;
}

function factsOf(sent: SentOtpAnswer): Omit<SentCode, 'method'> {
  const { otpId, destination, codeLength, expiresAt, resendAvailableAt, sendsRemaining } = sent;
  return { otpId, destination, codeLength, expiresAt, resendAvailableAt, sendsRemaining };
}

function recipientOf({ otpId, phoneNumber, operator, userId, userToken }: SentCode): CodeRecipient {
  if (phoneNumber !== undefined) return { phoneNumber, otpId, ...(operator === undefined ? {} : { operator }) };
  return { userId: userId ?? '', userToken: userToken ?? '', otpId };
}
