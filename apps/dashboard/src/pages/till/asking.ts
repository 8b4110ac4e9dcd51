import type { InputOf } from '../../api/client.js';
import { ApiError, call } from '../../api/client.js';
import { isEndOfSession } from '../../api/ended.js';
import type { Asked } from './till-state.js';
import { isOver } from './till-state.js';

type Order = InputOf<'POST /till/payments'>['body'];
/** The payment that a customer is asked for. Without a number, whoever opens the page of the payment pays. */
export type Wish = Order & Partial<Pick<InputOf<'POST /till/charges'>['body'], 'phoneNumber'>>;

/** A wish whose outcome may not be known. */
interface Attempt {
  readonly wish: Wish;
  readonly key: string;
  readonly atMs: number;
}

/**
 * The asks of a till. A repeat of a wish whose outcome is not known has its key, and asks the phone no second time, whatever refusal came
 * between and whichever till is chosen since. After the time of an ask the same wish is another customer's.
 */
export class Asking {
  /** An attempt outlives a reload of this tab, and no more: an answer that a reload has lost is asked for under the same key. */
  readonly #name: string;

  /** @param account the account and its mode: who signs in at this tab next may be of another one */
  constructor(account: string) {
    this.#name = `paygate.till.attempt.${account}`;
  }

  /** The wish without an answer. */
  get unanswered(): Wish | null {
    return this.#kept()?.wish ?? null;
  }

  async ask(wished: Wish): Promise<Asked | Error> {
    const before = this.#kept();
    const attempt =
      before !== null && isRepeat(before.wish, wished)
        ? before
        : { wish: wished, key: crypto.randomUUID(), atMs: Date.now() };
    sessionStorage.setItem(this.#name, JSON.stringify(attempt));
    const { wish, key } = attempt;
    try {
      const asked = await (wish.phoneNumber === undefined ? byPage(wish, key) : byPhone(wish, wish.phoneNumber, key));
      this.#forget();
      return { ...asked, askedAtMs: Date.now() };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (isFinal(error)) this.#forget();
      return error;
    }
  }

  /** The attempt of this tab. One that is over goes, with the number that it holds. */
  #kept(): Attempt | null {
    try {
      const attempt = JSON.parse(sessionStorage.getItem(this.#name) ?? 'null') as Attempt | null;
      if (typeof attempt?.key !== 'string' || typeof attempt.atMs !== 'number') return null;
      if (!isOver(attempt.atMs, Date.now())) return attempt;
      this.#forget();
      return null;
    } catch {
      return null;
    }
  }

  #forget(): void {
    sessionStorage.removeItem(this.#name);
  }
}

/** True for the same payment, also at another till: the first one may be revoked before its answer is known. */
function isRepeat(before: Wish, wish: Wish): boolean {
  const paymentOf = (one: Wish): string => JSON.stringify({ ...one, tillId: undefined });
  return paymentOf(before) === paymentOf(wish);
}

type Answered = Omit<Asked, 'askedAtMs'>;

async function byPhone(order: Order, phoneNumber: string, idempotencyKey: string): Promise<Answered> {
  const charge = await call('POST /till/charges', { body: { ...order, phoneNumber } }, { idempotencyKey });
  const { intentionId: intentId, amount, currency, ask } = charge;
  return { intentId, amount, currency, ask, url: null };
}

async function byPage(order: Order, idempotencyKey: string): Promise<Answered> {
  const { id, amount, currency, checkoutUrl } = await call('POST /till/payments', { body: order }, { idempotencyKey });
  return { intentId: id, amount, currency, ask: null, url: checkoutUrl };
}

/** True for a refusal that the same key gets for ever. A bound, a request in progress or the end of the session says nothing about the ask. */
function isFinal(error: Error): boolean {
  return error instanceof ApiError && error.problem?.retryable === false && !isEndOfSession(error);
}
