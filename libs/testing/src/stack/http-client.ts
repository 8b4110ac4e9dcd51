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

export interface HttpClientOptions {
  readonly baseUrl: string;
  /** PEM of the certificate authority to trust. */
  readonly ca: string;
  readonly publishableKey: string;
  readonly secretKey: string;
}

export interface CreatedIntent {
  readonly id: string;
  readonly sessionToken: string;
  readonly status: string;
  readonly expiresAt: string;
}
export interface SignedInUser {
  readonly id: string;
  readonly token: string;
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

/**
 * A plain client of the API over HTTPS, for suites and demos. It sends optional fields only when they are given.
 */
export class PaygateHttp {
  private readonly agent: Agent;

  constructor(private readonly options: HttpClientOptions) {
    this.agent = new Agent({ keepAlive: true, ca: options.ca, maxSockets: SOCKETS });
  }

  createIntent(
    intent: Readonly<Record<string, unknown>> | string,
    headers: Headers = {},
  ): Promise<Answer<CreatedIntent>> {
    return this.request({ method: 'POST', path: '/gateway', headers: { ...this.server(), ...headers }, body: intent });
  }

  retrieveIntent(sessionToken: string, headers: Headers = {}): Promise<Answer> {
    return this.request({
      method: 'GET',
      path: '/gateway/session',
      headers: { ...this.browser(), 'x-session-token': sessionToken, ...headers },
    });
  }

  readIntent(id: string): Promise<Answer> {
    return this.request({ method: 'GET', path: `/gateway/${id}`, headers: this.server() });
  }

  signIn(phoneNumber: string, password: string): Promise<Answer<SignedInUser>> {
    return this.fromBrowser('/auth/web', { phoneNumber, password });
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
    return this.fromBrowser('/auth/logout', undefined, { authorization: `Bearer ${userToken}` });
  }

  initOtp(userId: string, more: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    return this.fromBrowser('/auth/otp/init', { userId, channel: 'sms', ...more });
  }

  verifyOtp(userId: string, otp: string, more: Readonly<Record<string, unknown>> = {}): Promise<Answer<OtpToken>> {
    return this.fromBrowser('/auth/otp/verify', { userId, otp, ...more });
  }

  /** `userToken`: for a merchant that requires both tokens. */
  charge(intentionId: string, otpToken: string, userToken?: string): Promise<Answer<AcceptedCharge>> {
    const tokens =
      userToken === undefined
        ? { authorization: `Bearer ${otpToken}` }
        : { authorization: `Bearer ${userToken}`, 'x-otp-token': otpToken };
    return this.fromBrowser('/payment/charge', { intentionId }, tokens);
  }

  /** A charge by mobile money, from the customer's own phone unless another is named. */
  chargeByMobileMoney(
    intentionId: string,
    otpToken: string,
    method: { readonly operator?: string; readonly phoneNumber?: string } = {},
  ): Promise<Answer<AcceptedCharge>> {
    const body = { intentionId, paymentMethod: { type: 'mobile_money', ...method } };
    return this.fromBrowser('/payment/charge', body, { authorization: `Bearer ${otpToken}` });
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}
