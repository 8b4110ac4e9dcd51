import type { InputOf } from '../../api/client.js';
import { ApiError, call } from '../../api/client.js';
import { isEndOfSession } from '../../api/ended.js';
import type { AskedPhone } from './till-state.js';
import { isOver } from './till-state.js';

export type Wish = InputOf<'POST /till/charges'>['body'];

/**
 * The asks of a till. A repeat of a wish whose outcome is not known has its key, and asks the phone no second time, whatever refusal came
 * between. After the time of an ask the same wish is another customer's.
 */
export class Asking {
  #attempt: { readonly wish: string; readonly key: string; readonly atMs: number } | null = null;

  async ask(wish: Wish): Promise<AskedPhone | Error> {
    const [text, atMs] = [JSON.stringify(wish), Date.now()];
    if (this.#attempt?.wish !== text || isOver(this.#attempt.atMs, atMs))
      this.#attempt = { wish: text, key: crypto.randomUUID(), atMs };
    try {
      const charge = await call('POST /till/charges', { body: wish }, { idempotencyKey: this.#attempt.key });
      this.#attempt = null;
      const { intentionId: intentId, amount, currency, ask } = charge;
      return { intentId, amount, currency, ask, askedAtMs: Date.now() };
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      if (isFinal(error)) this.#attempt = null;
      return error;
    }
  }
}

/** True for a refusal that the same key gets for ever. A bound, a request in progress or the end of the session says nothing about the ask. */
function isFinal(error: Error): boolean {
  return error instanceof ApiError && error.problem?.retryable === false && !isEndOfSession(error);
}
