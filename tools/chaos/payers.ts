import { setTimeout as delay } from 'node:timers/promises';
import type { Payment } from './history.js';
import type { Customer, PaymentSetting } from './payer.js';
import { newPayment, pay } from './payer.js';

/** Customers that pay concurrently, each one payment after the other, and the record of all payments. */
export class Payers {
  readonly payments: Payment[] = [];
  readonly #setting: PaymentSetting;
  readonly #inFlight = new Map<Payment, Promise<void>>();
  readonly #payers: readonly Promise<void>[];
  #finished = 0;
  #stopping = false;

  constructor(setting: PaymentSetting, customers: readonly Customer[]) {
    this.#setting = setting;
    this.#payers = customers.map((customer, place) => this.#payOn(customer, place));
    // stop() reports the failure
    for (const payer of this.#payers) payer.catch(() => undefined);
  }

  get finished(): number {
    return this.#finished;
  }

  get inFlight(): number {
    return this.#inFlight.size;
  }

  /** Resolves when every payment that is in flight now has ended. */
  async settleInFlight(): Promise<void> {
    await Promise.all(this.#inFlight.values());
  }

  /** Starts no more payments and waits for those in flight. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.#payers);
  }

  /** Pays until the run stops. Customers that take time to read do not start all at once. */
  async #payOn(customer: Customer, place: number): Promise<void> {
    const { random, reading, newPayment: newOne = newPayment } = this.#setting;
    if (reading > 0) await delay(random.of(`arrival ${place}`).between(0, reading * 1_000));
    while (!this.#stopping) {
      const payment = newOne(random, this.payments.length + 1);
      this.payments.push(payment);
      const paying = pay(this.#setting, customer, payment);
      this.#inFlight.set(payment, paying);
      await paying.finally(() => this.#inFlight.delete(payment));
      this.#finished += 1;
    }
  }
}
