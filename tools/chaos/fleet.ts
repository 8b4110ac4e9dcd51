import { setTimeout as delay } from 'node:timers/promises';
import type { Payment } from './history.js';
import type { Customer, Market } from './payer.js';
import { newPayment, pay } from './payer.js';

/** Customers who pay one payment after the other, all at once, and what became of every one of them. */
export class Fleet {
  readonly payments: Payment[] = [];
  readonly #market: Market;
  readonly #inFlight = new Map<Payment, Promise<void>>();
  readonly #payers: readonly Promise<void>[];
  #finished = 0;
  #stopping = false;

  constructor(market: Market, customers: readonly Customer[]) {
    this.#market = market;
    this.#payers = customers.map((customer, place) => this.#payOn(customer, place));
    // told by stop()
    for (const payer of this.#payers) payer.catch(() => undefined);
  }

  get finished(): number {
    return this.#finished;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Resolves when every payment that is on its way now has come to its end. */
  async settleInFlight(): Promise<void> {
    await Promise.all(this.#inFlight.values());
  }

  /** Begins no other payment, and waits for those that were begun. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#payers);
  }

  /** Customers who take their time do not come all at once either. */
  async #payOn(customer: Customer, place: number): Promise<void> {
    const { random, reading } = this.#market;
    if (reading > 0) await delay(random.of(`arrival ${place}`).between(0, reading * 1_000));
    while (!this.#stopping) {
      const payment = newPayment(this.#market.random, this.payments.length + 1);
      this.payments.push(payment);
      const paying = pay(this.#market, customer, payment);
      this.#inFlight.set(payment, paying);
      await paying.finally(() => this.#inFlight.delete(payment));
      this.#finished += 1;
    }
  }
}
