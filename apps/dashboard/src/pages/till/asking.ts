import type { InputOf } from '../../api/client.js';
import { ApiError, call } from '../../api/client.js';
import { isEndOfSession } from '../../api/ended.js';
import type { Asked } from './till-state.js';
import { isOver } from './till-state.js';

type Order = InputOf<'POST /till/payments'>['body'];
/** What the customer is to pay. Without a number, whoever opens the page of the payment pays. */
export type Wish = Order & Partial<Pick<InputOf<'POST /till/charges'>['body'], 'phoneNumber'>>;

/** A wish whose outcome may not be known. */
interface Attempt {
  readonly wish: Wish;
  readonly key: string;
  readonly atMs: number;
}

/** An attempt outlives a reload of this tab, and no more: an answer that a reload has lost is asked for under the same key. */
const KEPT = 'paygate.till.attempt';

/**
 * The asks of a till. A repeat of a wish whose outcome is not known has its key, and asks the phone no second time, whatever refusal came
 * between. After the time of an ask the same wish is another customer's.
 */
export class Asking {
  /** The wish without an answer. */
  get unanswered(): Wish | null {
    return kept()?.wish ?? null;
  }

  async ask(wish: Wish): Promise<Asked | Error> {
    const before = kept();
    const isRepeat = before !== null && JSON.stringify(before.wish) === JSON.stringify(wish);
    const { key } = keep(isRepeat ? before : { wish, key: crypto.randomUUID(), atMs: Date.now() });
    try {
      const asked = await (wish.phoneNumber === undefined ? byPage(wish, key) : byPhone(wish, wish.phoneNumber, key));
      forget();
      return { ...asked, askedAtMs: Date.now() };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (isFinal(error)) forget();
      return error;
    }
  }
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

function kept(): Attempt | null {
  try {
    const attempt = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Attempt | null;
    if (typeof attempt?.key !== 'string' || typeof attempt.atMs !== 'number') return null;
    return isOver(attempt.atMs, Date.now()) ? null : attempt;
  } catch {
    return null;
  }
}

function keep(attempt: Attempt): Attempt {
  sessionStorage.setItem(KEPT, JSON.stringify(attempt));
  return attempt;
}

function forget(): void {
  sessionStorage.removeItem(KEPT);
}

/** True for a refusal that the same key gets for ever. A bound, a request in progress or the end of the session says nothing about the ask. */
function isFinal(error: Error): boolean {
  return error instanceof ApiError && error.problem?.retryable === false && !isEndOfSession(error);
}
