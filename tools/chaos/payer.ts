import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, PaygateHttp } from '@paygate/testing';
import type { Payment } from './history.js';
import type { Merchant } from './merchant.js';
import type { Asked } from './patience.js';
import { codeOf, OutOfPatience, patiently } from './patience.js';
import type { Random } from './random.js';

export interface Customer {
  readonly id: string;
  readonly phoneNumber: string;
}

/** What payers share. */
export interface Market {
  /** One client for each gateway. */
  readonly gateways: readonly PaygateHttp[];
  readonly inboxUrl: string;
  readonly merchant: Merchant;
  readonly random: Random;
  /** How long a customer takes to read a code, on average. Seconds. */
  readonly reading: number;
  /** Why requests had to be sent again, and how often. */
  readonly retries: Map<string, number>;
}

/** An outage may last so long before a customer gives up, which is then a fault of the system. */
const PATIENCE_MS = 120_000;
/** A code that has not come by then is asked for anew, as a person would. */
const CODE_MS = 12_000;
const CODE_ROUNDS = 8;
const LOOK_EVERY_MS = 40;
const WITH_KEY = 0.5;

class Refused extends Error {}

/** Makes one payment to its end: intent, code, token, charge, event. What went wrong is in the payment's `fault`. */
export async function pay(market: Market, customer: Customer, payment: Payment): Promise<void> {
  const payer = new Payer(market, customer, payment);
  try {
    await payer.create();
    await payer.charge(await payer.authorise());
    await payer.beTold();
  } catch (error) {
    if (!(error instanceof OutOfPatience) && !(error instanceof Refused)) throw error;
    payment.fault = error.message;
  }
}

/** The choices of a payment follow from its number, whatever becomes of others. */
export function newPayment(random: Random, number: number): Payment {
  const own = random.of(`payment ${number}`);
  const idempotencyKey = own.happens(WITH_KEY) ? `order-${number}-${own.between(0, 1_000_000)}` : undefined;
  return { number, amount: String(own.between(100, 5_000)), idempotencyKey, chargeSent: false };
}

/** What is sent to create it, the same each time. */
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
    private readonly market: Market,
    private readonly customer: Customer,
    private readonly payment: Payment,
  ) {
    this.#random = market.random.of(`payer of ${payment.number}`);
  }

  async create(): Promise<void> {
    const { body, headers } = creationOf(this.payment);
    const { answer } = await this.#ask('create', (api) => api.createIntent(body, headers));
    this.payment.intentId = expected('create', 201, answer).id;
  }

  /** Asks for a code, reads it, has it checked: again from the start when the code was lost, replaced or used. */
  async authorise(): Promise<string> {
    const intentionId = this.payment.intentId ?? '';
    for (let round = 1; round <= CODE_ROUNDS; round += 1) {
      const since = new Date().toISOString();
      const { answer: sent } = await this.#ask('init', (api) => api.initOtp(this.customer.id, { intentionId }));
      expected('init', 202, sent);
      const code = await this.#code(since);
      if (code === undefined) continue;
      await this.#read();
      const { answer } = await this.#ask('verify', (api) => api.verifyOtp(this.customer.id, code, { intentionId }));
      if (answer.status === 401 && codeOf(answer.text) === 'otp_invalid') continue;
      return expected('verify', 200, answer).token;
    }
    throw new OutOfPatience(`no code was accepted in ${CODE_ROUNDS} rounds`);
  }

  async charge(token: string): Promise<void> {
    const { payment } = this;
    payment.chargeSent = true;
    const { answer } = await this.#ask('charge', (api) => api.charge(payment.intentId ?? '', token));
    payment.chargeId = expected('charge', 202, answer).id;
  }

  async beTold(): Promise<void> {
    const told = this.market.merchant.toldOf(this.payment.intentId ?? '');
    const patience = new AbortController();
    const tooLate = delay(PATIENCE_MS, undefined, { signal: patience.signal }).then(() => {
      throw new OutOfPatience(`${String(this.payment.intentId)}: no event within ${PATIENCE_MS} ms of its charge`);
    });
    tooLate.catch(() => undefined);
    this.payment.toldAt = await Promise.race([told, tooLate]).finally(() => {
      patience.abort();
    });
  }

  #ask<Body>(what: string, ask: (api: PaygateHttp) => Promise<Answer<Body>>): Promise<Asked<Body>> {
    const random = this.#random;
    const { retries } = this.market;
    const onRetry = (why: string): void => {
      retries.set(why, (retries.get(why) ?? 0) + 1);
    };
    const terms = { random, withinMs: PATIENCE_MS, onRetry };
    return patiently(what, () => ask(random.pick(this.market.gateways)), terms);
  }

  async #code(since: string): Promise<string | undefined> {
    const deadline = performance.now() + CODE_MS;
    while (performance.now() < deadline) {
      // a connection that the inbox has just closed for idleness is no answer; the next one is
      const newest = await this.#newestMessage().catch(() => undefined);
      const code = newest !== undefined && newest.sentAt >= since ? /\b\d{6}\b/.exec(newest.text)?.[0] : undefined;
      if (code !== undefined) return code;
      await delay(LOOK_EVERY_MS);
    }
    return undefined;
  }

  /** Half as long to half as long again. */
  async #read(): Promise<void> {
    const meanMs = this.market.reading * 1_000;
    if (meanMs > 0) await delay(this.#random.between(meanMs / 2, meanMs * 1.5));
  }

  async #newestMessage(): Promise<Message | undefined> {
    const url = `${this.market.inboxUrl}/messages?to=${encodeURIComponent(this.customer.phoneNumber)}&limit=1`;
    const response = await fetch(url, { signal: AbortSignal.timeout(CODE_MS) });
    return ((await response.json()) as readonly Message[])[0];
  }
}

interface Message {
  readonly sentAt: string;
  readonly text: string;
}

function expected<Body>(what: string, status: number, answer: Answer<Body>): Body {
  if (answer.status === status) return answer.body;
  throw new Refused(`${what} answered ${answer.status}: ${answer.text.slice(0, 300)}`);
}
