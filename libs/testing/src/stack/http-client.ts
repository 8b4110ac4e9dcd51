import { Buffer } from 'node:buffer';
import { Agent } from 'node:https';
import { urlToHttpOptions } from 'node:url';
import type { RawAnswer } from './https-exchange.js';
import { exchange } from './https-exchange.js';

/** An answer of the API: its body as text and, where it is JSON, parsed. */
export interface Answer<Body = Record<string, unknown>> extends RawAnswer {
  readonly body: Body;
}

type Headers = Readonly<Record<string, string>>;

export interface RequestOptions {
  readonly method: string;
  readonly path: string;
  readonly headers?: Headers;
  /** Sent as JSON, or as it is when it is text. */
  readonly body?: unknown;
}

/** A user who can sign in. */
export interface Customer {
  readonly id: string;
  readonly phoneNumber: string;
  readonly password: string;
}

export interface HttpClientOptions {
  readonly baseUrl: string;
  /** PEM of the certificate authority to trust. */
  readonly ca: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  /** Users whom the client signs in by itself when one of their wallets is to be charged. */
  readonly users?: readonly Customer[];
  /** The loopback address that requests come from. */
  readonly localAddress?: string;
}

export interface CreatedIntent {
  readonly id: string;
  readonly sessionToken: string;
  /** The payment page; null where the stack has none. */
  readonly checkoutUrl: string | null;
  readonly status: string;
  readonly createdAt: string;
  readonly expiresAt: string;
}
export interface SignedInUser {
  readonly id: string;
  readonly token: string;
  readonly expiresAt: string;
}
export interface OtpToken {
  readonly token: string;
}
export interface AcceptedCharge {
  readonly id: string;
  readonly status: string;
}

const SOCKETS = 256;
const TIMEOUT_MS = 15_000;
/** A sign-in that ends sooner is renewed before a charge. */
const SIGN_IN_LEFT_MS = 120_000;

/**
 * A plain client of the API over HTTPS, for suites and demos. It sends optional fields only when they are given, and remembers
 * sign-ins for charges of wallets.
 */
export class PaygateHttp {
  private readonly agent: Agent;
  private readonly signIns = new Map<string, Promise<Answer<SignedInUser>>>();

  constructor(private readonly options: HttpClientOptions) {
    const { ca, localAddress } = options;
    this.agent = new Agent({ keepAlive: true, ca, maxSockets: SOCKETS, ...(localAddress && { localAddress }) });
  }

  createIntent(
    intent: Readonly<Record<string, unknown>> | string,
    headers: Headers = {},
  ): Promise<Answer<CreatedIntent>> {
    return this.request({ method: 'POST', path: '/gateway', headers: { ...this.server(), ...headers }, body: intent });
  }

  /** Another try of the declined intent of a session. */
  retryIntent(sessionToken: string): Promise<Answer> {
    const headers = { ...this.browser(), 'x-session-token': sessionToken };
    return this.request({ method: 'POST', path: '/gateway/session/retry', headers });
  }

  retrieveIntent(sessionToken: string, headers: Headers = {}): Promise<Answer> {
    return this.request({
      method: 'GET',
      path: '/gateway/session',
      headers: { ...this.browser(), 'x-session-token': sessionToken, ...headers },
    });
  }

  readIntent(id: string): Promise<Answer> {
    return this.read(`/gateway/${id}`);
  }

  /** Gives back a part of a payment, or what is left of it. */
  refund(id: string, body: { readonly amount?: string }, key: string): Promise<Answer> {
    const headers = { ...this.server(), 'idempotency-key': key };
    return this.request({ method: 'POST', path: `/gateway/${id}/refunds`, headers, body });
  }

  payOut(body: { readonly destinationId: string; readonly amount?: string }, key: string): Promise<Answer> {
    const headers = { ...this.server(), 'idempotency-key': key };
    return this.request({ method: 'POST', path: '/payouts', headers, body });
  }

  /** Reads something of the merchant's by its path, as `/refunds/re_…`. */
  read(path: string): Promise<Answer> {
    return this.request({ method: 'GET', path, headers: this.server() });
  }

  refundsOf(id: string): Promise<Answer> {
    return this.read(`/gateway/${id}/refunds`);
  }

  reversalsOf(id: string): Promise<Answer> {
    return this.read(`/gateway/${id}/reversals`);
  }

  sendReceipt(id: string, body: object, headers: Headers = {}): Promise<Answer> {
    const given = { ...this.server(), ...headers };
    return this.request({ method: 'POST', path: `/gateway/${id}/receipt`, headers: given, body });
  }

  async signIn(phoneNumber: string, password: string): Promise<Answer<SignedInUser>> {
    const answer = await this.fromBrowser<SignedInUser>('/auth/web', { phoneNumber, password });
    if (answer.status === 200) this.signIns.set(answer.body.id, Promise.resolve(answer));
    return answer;
  }

  register(phoneNumber: string, password: string): Promise<Answer<{ readonly registrationId: string }>> {
    return this.fromBrowser('/auth/users', { phoneNumber, password });
  }

  confirmRegistration(registrationId: string, otp: string): Promise<Answer<{ readonly id: string }>> {
    return this.fromBrowser('/auth/users/verify', { registrationId, otp });
  }

  forgotPassword(phoneNumber: string): Promise<Answer<{ readonly resetId: string }>> {
    return this.fromBrowser('/auth/password/forgot', { phoneNumber });
  }

  resetPassword(resetId: string, otp: string, password: string): Promise<Answer> {
    return this.fromBrowser('/auth/password/reset', { resetId, otp, password });
  }

  signOut(userToken: string): Promise<Answer> {
    this.signIns.clear();
    return this.fromBrowser('/auth/logout', undefined, { authorization: `Bearer ${userToken}` });
  }

  initOtp(userId: string, more: Readonly<Record<string, unknown>> = {}, headers: Headers = {}): Promise<Answer> {
    return this.fromBrowser('/auth/otp/init', { userId, channel: 'sms', ...more }, headers);
  }

  verifyOtp(
    userId: string,
    otp: string,
    more: Readonly<Record<string, unknown>> = {},
    headers: Headers = {},
  ): Promise<Answer<OtpToken>> {
    return this.fromBrowser('/auth/otp/verify', { userId, otp, ...more }, headers);
  }

  /** A code for a customer without an account, who holds the session of the payment. */
  initGuestOtp(
    { id, sessionToken }: Pick<CreatedIntent, 'id' | 'sessionToken'>,
    phoneNumber: string,
    more: Readonly<Record<string, unknown>> = {},
    headers: Headers = {},
  ): Promise<Answer<{ readonly otpId: string }>> {
    const body = { phoneNumber, channel: 'sms', intentionId: id, ...more };
    return this.fromBrowser('/auth/otp/init', body, { 'x-session-token': sessionToken, ...headers });
  }

  verifyGuestOtp(
    otpId: string,
    otp: string,
    more: Readonly<Record<string, unknown>> = {},
    headers: Headers = {},
  ): Promise<Answer<OtpToken>> {
    return this.fromBrowser('/auth/otp/verify', { otpId, otp, ...more }, headers);
  }

  /**
   * A charge of the wallet of the user whom the token names, with the user token of the sign-in. A sign-in that fails is the
   * answer. Without one, for a user whose password is not known here, the charge has the OTP token alone.
   */
  async charge(intentionId: string, otpToken: string, headers: Headers = {}): Promise<Answer<AcceptedCharge>> {
    const signIn = await this.signInOf(subjectOf(otpToken));
    if (signIn !== undefined && signIn.status !== 200) return { ...signIn, body: { ...signIn.body, status: '' } };
    const tokens =
      signIn === undefined
        ? { authorization: `Bearer ${otpToken}` }
        : { authorization: `Bearer ${signIn.body.token}`, 'x-otp-token': otpToken };
    const answer = await this.fromBrowser<AcceptedCharge>(
      '/payment/charge',
      { intentionId },
      { ...tokens, ...headers },
    );
    // the sign-in was ended elsewhere, as by a sign-out of the user on another page
    const { code, param } = Object(answer.body) as { readonly code?: string; readonly param?: string };
    const isEnded = code === 'token_invalid' && param === 'authorization' && headers['authorization'] === undefined;
    if (!isEnded || signIn === undefined || !this.knows(signIn.body.id)) return answer;
    this.signIns.delete(signIn.body.id);
    const again = await this.signInOf(signIn.body.id);
    const renewed = { authorization: `Bearer ${again?.body.token ?? ''}`, 'x-otp-token': otpToken };
    return this.fromBrowser('/payment/charge', { intentionId }, { ...renewed, ...headers });
  }

  /** A charge by mobile money, from the customer's own phone unless another is named. */
  chargeByMobileMoney(
    intentionId: string,
    otpToken: string,
    method: { readonly operator?: string; readonly phoneNumber?: string } = {},
    headers: Headers = {},
  ): Promise<Answer<AcceptedCharge>> {
    const body = { intentionId, paymentMethod: { type: 'mobile_money', ...method } };
    return this.fromBrowser('/payment/charge', body, { authorization: `Bearer ${otpToken}`, ...headers });
  }

  /** Sends any request. */
  async request<Body = Record<string, unknown>>({
    method,
    path,
    headers,
    body,
  }: RequestOptions): Promise<Answer<Body>> {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const type =
      text === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
    const target = urlToHttpOptions(new URL(path, this.options.baseUrl));
    const answer = await exchange(
      { ...target, method, headers: { ...type, ...headers }, agent: this.agent, timeout: TIMEOUT_MS },
      text,
    );
    return { ...answer, body: parsed(answer.text) as Body };
  }

  close(): void {
    this.agent.destroy();
  }

  private knows(userId: string): boolean {
    return this.options.users?.some(({ id }) => id === userId) === true;
  }

  /** The sign-in of a user, renewed before it ends; undefined for a user who did not sign in and whose password is not known. */
  private async signInOf(userId: string): Promise<Answer<SignedInUser> | undefined> {
    const known = this.signIns.get(userId);
    const answer = await known?.catch(() => undefined);
    if (answer?.status === 200 && Date.parse(answer.body.expiresAt) - Date.now() > SIGN_IN_LEFT_MS) return answer;
    const user = this.options.users?.find(({ id }) => id === userId);
    if (user === undefined) return answer;
    const { phoneNumber, password } = user;
    // charges of one user that are sent together sign in once
    if (this.signIns.get(userId) === known)
      this.signIns.set(userId, this.fromBrowser('/auth/web', { phoneNumber, password }));
    return this.signIns.get(userId);
  }

  private fromBrowser<Body>(path: string, body?: object, tokens: Headers = {}): Promise<Answer<Body>> {
    return this.request({ method: 'POST', path, headers: { ...this.browser(), ...tokens }, body });
  }

  private server(): Record<string, string> {
    return { 'x-api-key': this.options.secretKey, authorization: `Bearer ${this.options.secretKey}` };
  }

  private browser(): Record<string, string> {
    return { 'x-api-key': this.options.publishableKey };
  }
}

/** The user that a token names; empty for a text that is no token. */
function subjectOf(token: string): string {
  const payload = parsed(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'));
  const { sub } = Object(payload) as { readonly sub?: unknown };
  return typeof sub === 'string' ? sub : '';
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
