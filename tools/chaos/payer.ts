import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, PaygateHttp } from '@paygate/testing';
import { expected, Refused } from './expected.js';
import type { Payment } from './history.js';
import type { Merchant } from './merchant.js';
import type { Outgoing } from './outgoing.js';
import { refundOf, request } from './outgoing.js';
import type { Retried } from './retries.js';
import { codeOf, RetriesExhausted, withRetries } from './retries.js';
import type { Random } from './random.js';
import { WalletMoves } from './wallet-moves.js';

export interface Customer {
  readonly id: string;
  readonly phoneNumber: string;
  readonly password: string;
}

/** The state that all payers share. */
export interface PaymentSetting {
  /** One client for each gateway. */
  readonly gateways: readonly PaygateHttp[];
  readonly inboxUrl: string;
  /** True when the merchant asks for the refunds and payouts of its payments. */
  readonly refunds?: boolean;
  readonly merchant: Merchant;
  readonly random: Random;
  /** The average time that a customer takes to read a code. Seconds. */
  readonly reading: number;
  /** A customer requests another code when none has arrived after this time. Milliseconds. */
  readonly codeMs?: number;
  /** The number of repeated requests, by reason. */
  readonly retries: Map<string, number>;
  /** The number of final answers without success, by request, status and code. */
  readonly refusals?: Map<string, number>;
  /** Makes the payment with a number; from the wallet by default. */
  readonly newPayment?: (random: Random, number: number) => Payment;
  /** The key beside which customers move money of their wallets; absent when they move none. */
  readonly publishableKey?: string;
  /** Has persons book what operators have taken back of a payment, which does not wait for them. */
  readonly bookTakenBack?: (payment: Payment) => void;
}

/** A customer gives up after this time, which counts as a fault of the system. */
const GIVE_UP_MS = 120_000;
const CODE_MS = 12_000;
const CODE_ROUNDS = 8;
const POLL_EVERY_MS = 40;
const WITH_KEY = 0.5;

/** Makes one complete payment: intent, code, token, charge, event; what its merchant asks for then, and its reversal. A failure is recorded in the payment's `fault`. */
export async function pay(setting: PaymentSetting, customer: Customer, payment: Payment): Promise<void> {
  const payer = new Payer(setting, customer, payment);
  try {
    await payer.create();
    await payer.charge(await payer.authorize());
    await payer.awaitEvent();
    for (const outgoing of payment.outgoing) await payer.giveOut(outgoing);
    payer.takeBack();
    await payer.moveWallet();
  } catch (error) {
    if (!(error instanceof RetriesExhausted) && !(error instanceof Refused)) throw error;
    payment.fault = error.message;
  }
}

/** The random choices of a payment depend on its number alone, not on other payments. */
export function newPayment(random: Random, number: number): Payment {
  const own = random.of(`payment ${number}`);
  const idempotencyKey = own.happens(WITH_KEY) ? `order-${number}-${own.between(0, 1_000_000)}` : undefined;
  const amount = own.between(100, 5_000);
  const outgoing = refundOf(random, number, amount);
  return { number, amount: String(amount), idempotencyKey, chargeSent: false, outgoing };
}

/** The request that creates the payment's intent, the same each time. */
export function creationOf({ number, amount, idempotencyKey }: Payment): {
  readonly body: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
} {
  return {
    body: { amount, currency: 'XAF', description: `Order ${number}`, metadata: { order: number } },
    headers: idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey },
  };
}

class Payer {
  readonly #random: Random;

  constructor(
    private readonly setting: PaymentSetting,
    private readonly customer: Customer,
    private readonly payment: Payment,
  ) {
    this.#random = setting.random.of(`payer of ${payment.number}`);
  }

  async create(): Promise<void> {
    const { body, headers } = creationOf(this.payment);
    const { answer } = await this.#send('create', (api) => api.createIntent(body, headers));
    this.payment.intentId = expected('create', 201, answer).id;
  }

  /** Requests a code, reads it and verifies it. Starts again when the code was lost, replaced or used. */
  async authorize(): Promise<string> {
    const intentionId = this.payment.intentId ?? '';
    for (let round = 1; round <= CODE_ROUNDS; round += 1) {
      const since = new Date().toISOString();
      const key = this.#keyOf(`code-${round}`);
      const { answer: sent } = await this.#send('init', (api) => api.initOtp(this.customer.id, { intentionId }, key));
      expected('init', 202, sent);
      const code = await this.#code(since);
      if (code === undefined) continue;
      await this.#read();
      const { answer } = await this.#send('verify', (api) =>
        api.verifyOtp(this.customer.id, code, { intentionId }, key),
      );
      if (answer.status === 401 && codeOf(answer.text) === 'otp_invalid') continue;
      return expected('verify', 200, answer).token;
    }
    throw new RetriesExhausted(`no code was accepted in ${CODE_ROUNDS} rounds`);
  }

  async charge(token: string): Promise<void> {
    const { payment } = this;
    payment.chargeSent = true;
    const { intentId = '', phoneNumber } = payment;
    const { answer } = await this.#send('charge', (api) =>
      phoneNumber === undefined
        ? api.charge(intentId, token)
        : api.chargeByMobileMoney(intentId, token, { phoneNumber }),
    );
    payment.chargeId = expected('charge', 202, answer).id;
  }

  async awaitEvent(): Promise<void> {
    this.payment.eventAt = await this.#eventOf(this.payment.intentId ?? '');
  }

  /** Gives back or pays out what the merchant wants to, if the payment was completed. A balance that does not suffice is no fault. */
  async giveOut(outgoing: Outgoing): Promise<void> {
    const { payment } = this;
    const { intentId = '', takenBack = false } = payment;
    const [ended] = this.setting.merchant.terminalEventsOf(intentId);
    if (takenBack || this.setting.refunds !== true || ended?.type !== 'payment.completed') return;
    const what = outgoing.destinationId === undefined ? 'refund' : 'payout';
    const { answer } = await this.#send(what, (api) => request(api, intentId, outgoing));
    if (answer.status === 409 && codeOf(answer.text) === 'balance_insufficient') return;
    const { id, amount } = expected(what, 202, answer) as { readonly id: string; readonly amount: string };
    outgoing.id = id;
    outgoing.granted = amount;
    outgoing.eventAt = await this.#eventOf(id);
  }

  /** Persons book what the operator has taken back, if it was completed. */
  takeBack(): void {
    const { payment, setting } = this;
    const [ended] = setting.merchant.terminalEventsOf(payment.intentId ?? '');
    if (payment.takenBack === true && ended?.type === 'payment.completed') setting.bookTakenBack?.(payment);
  }

  /** Fills the own wallet, or empties it by a part. */
  async moveWallet(): Promise<void> {
    const { publishableKey } = this.setting;
    const { moves = [] } = this.payment;
    if (publishableKey === undefined || moves.length === 0) return;
    const wallet = await WalletMoves.signedIn(this.customer, {
      publishableKey,
      send: (what, send) => this.#send(what, send),
      code: (since) => this.#code(since),
    });
    for (const move of moves) await wallet.make(move);
  }

  async #eventOf(id: string): Promise<number> {
    const event = this.setting.merchant.eventTimeOf(id);
    const patience = new AbortController();
    const tooLate = delay(GIVE_UP_MS, undefined, { signal: patience.signal }).then(() => {
      throw new RetriesExhausted(`${id}: no event within ${GIVE_UP_MS} ms`);
    });
    tooLate.catch(() => undefined);
    return Promise.race([event, tooLate]).finally(() => {
      patience.abort();
    });
  }

  /** The header of a repeatable step. A payment that was created without a key has none, as when a client leaves it out. */
  #keyOf(step: string): Readonly<Record<string, string>> {
    const { idempotencyKey } = this.payment;
    return idempotencyKey === undefined ? {} : { 'idempotency-key': `${idempotencyKey}-${step}` };
  }

  #send<Body>(what: string, send: (api: PaygateHttp) => Promise<Answer<Body>>): Promise<Retried<Body>> {
    const random = this.#random;
    const { retries, refusals } = this.setting;
    const onRetry = countIn(retries);
    const options = { random, withinMs: GIVE_UP_MS, onRetry, ...(refusals && { onRefusal: countIn(refusals) }) };
    return withRetries(what, () => send(random.pick(this.setting.gateways)), options);
  }

  async #code(since: string): Promise<string | undefined> {
    const deadline = performance.now() + (this.setting.codeMs ?? CODE_MS);
    while (performance.now() < deadline) {
      // the inbox may have closed an idle connection; the next request opens another one
      const newest = await this.#newestMessage().catch(() => undefined);
      const code = newest !== undefined && newest.sentAt >= since ? /\b\d{6}\b/.exec(newest.text)?.[0] : undefined;
      if (code !== undefined) return code;
      await delay(POLL_EVERY_MS);
    }
    return undefined;
  }

  /** Waits between 50 % and 150 % of the average reading time. */
  async #read(): Promise<void> {
    const meanMs = this.setting.reading * 1_000;
    if (meanMs > 0) await delay(this.#random.between(meanMs / 2, meanMs * 1.5));
  }

  async #newestMessage(): Promise<Message | undefined> {
    const url = `${this.setting.inboxUrl}/messages?to=${encodeURIComponent(this.customer.phoneNumber)}&limit=1`;
    const response = await fetch(url, { signal: AbortSignal.timeout(CODE_MS) });
    return ((await response.json()) as readonly Message[])[0];
  }
}

/** Counts reasons. */
export function countIn(counts: Map<string, number>): (why: string) => void {
  return (why) => {
    counts.set(why, (counts.get(why) ?? 0) + 1);
  };
}

interface Message {
  readonly sentAt: string;
  readonly text: string;
}
