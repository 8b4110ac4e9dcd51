import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, CreatedIntent, PaygateHttp, Stack } from '@paygate/testing';
import { eventually, inboxMessages, newCode } from '@paygate/testing';
import type { Merchant } from '../chaos/merchant.js';
import { countIn } from '../chaos/payer.js';
import type { Random } from '../chaos/random.js';
import { codeOf, withRetries } from '../chaos/retries.js';

export interface VisitorsSetting {
  readonly stack: Stack;
  readonly gateways: readonly PaygateHttp[];
  readonly merchant: Merchant;
  readonly random: Random;
  readonly retries: Map<string, number>;
  readonly refusals: Map<string, number>;
}

const PAUSE_MS = 500;
const GIVE_UP_MS = 120_000;
const CODE_ROUNDS = 4;
const DASHBOARD = '/dashboard/';
const SCRIPT = /src="([^"]+\.js)"/;
const ORDER = { amount: '1500', currency: 'XAF', description: 'Visitor' };

/**
 * One visit after the other, each of the next kind: the payment page, the dashboard with its owner's session, a payment link, and a guest
 * who pays by mobile money. A page whose status is no success counts with the answers of the API.
 */
export class Visitors {
  readonly #setting: VisitorsSetting;
  readonly #visiting: Promise<void>;
  /** Broken promises, one sentence each. */
  readonly faults: string[] = [];
  #visits = 0;
  #stopping = false;
  #linkId: string | undefined;
  #session: string | undefined;

  constructor(setting: VisitorsSetting) {
    this.#setting = setting;
    this.#visiting = this.#visitOn();
    // stop() reports the failure
    this.#visiting.catch(() => undefined);
  }

  /** Visits that were completed. */
  get visits(): number {
    return this.#visits;
  }

  /** Begins no more visits, and waits for the one in progress. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#visiting;
  }

  async #visitOn(): Promise<void> {
    const kinds = [
      ['payment page', () => this.#paymentPage()],
      ['dashboard', () => this.#dashboard()],
      ['payment link', () => this.#paymentLink()],
      ['guest', () => this.#guest()],
    ] as const;
    for (let turn = 0; !this.#stopping; turn += 1) {
      const [kind, visit] = kinds[turn % kinds.length] ?? kinds[0];
      try {
        await visit();
        this.#visits += 1;
      } catch (error) {
        this.faults.push(`visit of the ${kind}: ${error instanceof Error ? error.message : String(error)}`);
      }
      await delay(PAUSE_MS);
    }
  }

  async #paymentPage(): Promise<void> {
    const { checkoutUrl } = await this.#intent();
    if (checkoutUrl === null) throw new Error('the intent has no page');
    // the address with the token leads to that of the page, for the browser that gets a cookie
    const opened = await this.#get('open-payment', new URL(checkoutUrl).pathname);
    const { location, 'set-cookie': cookies = [] } = opened.headers;
    if (location === undefined) throw new Error(`open-payment answered ${opened.status} and leads nowhere`);
    const cookie = [cookies].flat().map((text) => text.split(';')[0]);
    await this.#page('payment-page', location, { cookie: cookie.join('; ') });
  }

  async #dashboard(): Promise<void> {
    const script = SCRIPT.exec(await this.#page('dashboard', DASHBOARD))?.[1];
    if (script === undefined) throw new Error('the dashboard has no script');
    await this.#get('dashboard-script', new URL(script, `https://any.example${DASHBOARD}`).pathname);
    const { email, password } = this.#setting.stack.merchant.owner;
    this.#session ??= (
      await this.#json(201, 'dashboard-sign-in', (api) =>
        api.request<{ token: string }>({ method: 'POST', path: '/dashboard/sessions', body: { email, password } }),
      )
    ).token;
    const headers = { authorization: `Bearer ${this.#session}` };
    const path = '/dashboard/sessions/current';
    await this.#json(200, 'dashboard-session', (api) => api.request({ method: 'GET', path, headers }));
  }

  async #paymentLink(): Promise<void> {
    const headers = { authorization: `Bearer ${this.#setting.stack.merchant.secretKey}` };
    this.#linkId ??= (
      await this.#json(201, 'create-link', (api) =>
        api.request<{ id: string }>({ method: 'POST', path: '/payment-links', headers, body: ORDER }),
      )
    ).id;
    const id = this.#linkId;
    await this.#page('link-page', `/checkout/${id}`);
    // the same payment however often the request is repeated
    const key = { 'idempotency-key': `visit-${id}-${this.#visits}` };
    const path = `/payment-links/${id}/payments`;
    await this.#json(201, 'pay-link', (api) => api.request({ method: 'POST', path, headers: key }));
  }

  /** Its phone approves by itself: its number ends in 01. Each visit takes another number, since a phone is prompted a few times only. */
  async #guest(): Promise<void> {
    const { merchant } = this.#setting;
    const phone = `+23767${String(randomInt(1e5)).padStart(5, '0')}01`;
    const intent = await this.#intent();
    const token = await this.#guestToken(intent, phone);
    await this.#json(202, 'guest-charge', (api) => api.chargeByMobileMoney(intent.id, token));
    const patience = new AbortController();
    const tooLate = delay(GIVE_UP_MS, undefined, { signal: patience.signal }).then(() => {
      throw new Error(`${intent.id}: no event within ${GIVE_UP_MS} ms of its charge`);
    });
    tooLate.catch(() => undefined);
    await Promise.race([merchant.eventTimeOf(intent.id), tooLate]).finally(() => {
      patience.abort();
    });
  }

  /** Requests another code when one was lost or replaced. */
  async #guestToken(intent: CreatedIntent, phone: string): Promise<string> {
    const { stack } = this.#setting;
    for (let round = 1; round <= CODE_ROUNDS; round += 1) {
      // the inbox needs a database too
      const seen = await eventually(() => inboxMessages(stack, phone));
      const key = { 'idempotency-key': randomUUID() };
      const { otpId } = await this.#json(202, 'guest-init', (api) => api.initGuestOtp(intent, phone, {}, key));
      const code = await newCode(stack, phone, seen).catch(() => undefined);
      if (code === undefined) continue;
      const answer = await this.#send('guest-verify', (api) =>
        api.verifyGuestOtp(otpId, code, { intentionId: intent.id }, key),
      );
      if (answer.status === 401 && codeOf(answer.text) === 'otp_invalid') continue;
      return expected(200, 'guest-verify', answer).token;
    }
    throw new Error(`no code was accepted in ${CODE_ROUNDS} rounds`);
  }

  #intent(): Promise<CreatedIntent> {
    return this.#json(201, 'visitor-create', (api) => api.createIntent(ORDER));
  }

  /** A page to its end. The payment page and that of a link have script and style sheet in themselves. */
  async #page(what: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const { status, text } = await this.#get(what, path, headers);
    if (status !== 200) throw new Error(`${what} answered ${status}`);
    if (!text.includes('</html>')) throw new Error(`${what} is not whole`);
    return text;
  }

  #get(what: string, path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.#send(what, async (api) => {
      const answer = await api.request({ method: 'GET', path, headers: { accept: 'text/html', ...headers } });
      // an answer for people has no code
      const isPage = String(answer.headers['content-type']).startsWith('text/html');
      return answer.status >= 400 && isPage ? { ...answer, text: '{"code":"page"}' } : answer;
    });
  }

  async #json<Body>(status: number, what: string, send: (api: PaygateHttp) => Promise<Answer<Body>>): Promise<Body> {
    return expected(status, what, await this.#send(what, send));
  }

  async #send<Body>(what: string, send: (api: PaygateHttp) => Promise<Answer<Body>>): Promise<Answer<Body>> {
    const { random, retries, refusals, gateways } = this.#setting;
    const options = { random, withinMs: GIVE_UP_MS, onRetry: countIn(retries), onRefusal: countIn(refusals) };
    return (await withRetries(what, () => send(random.pick(gateways)), options)).answer;
  }
}

function expected<Body>(status: number, what: string, answer: Answer<Body>): Body {
  if (answer.status !== status) throw new Error(`${what} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
  return answer.body;
}
