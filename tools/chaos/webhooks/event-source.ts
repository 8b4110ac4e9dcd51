import { setTimeout as delay } from 'node:timers/promises';
import type { PaygateHttp } from '@paygate/testing';

const RETRY_MS = 200;
const CREATED = 201;

/** An event, by its intent, and when it was acknowledged, by performance.now(). */
export interface Made {
  readonly intentId: string;
  readonly at: number;
}

/** Makes events: each intent that the API has acknowledged is one. */
export class EventSource {
  /** Intents that were acknowledged, in this order. */
  readonly acknowledged: Made[] = [];
  #target = 0;
  #stopped = false;
  readonly #running: readonly Promise<void>[];

  constructor(
    private readonly gateways: readonly PaygateHttp[],
    private readonly perSecond: number,
  ) {
    this.#running = gateways.map((gateway, index) => this.#run(gateway, index));
  }

  /** Makes so many more, in the time that they take at the rate of this source. */
  more(count: number): void {
    this.#target += count;
  }

  get isDone(): boolean {
    return this.acknowledged.length >= this.#target;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
  }

  async #run(gateway: PaygateHttp, index: number): Promise<void> {
    const pauseMs = (1_000 / this.perSecond) * this.gateways.length;
    await delay((pauseMs * index) / this.gateways.length);
    while (!this.#stopped) {
      const began = performance.now();
      if (!this.isDone) await this.#create(gateway);
      await delay(Math.max(0, pauseMs - (performance.now() - began)));
    }
  }

  /** A request that fails while something is down made no event that anybody was promised. */
  async #create(gateway: PaygateHttp): Promise<void> {
    try {
      const answer = await gateway.createIntent({ amount: '500', currency: 'XAF' });
      if (answer.status === CREATED) this.acknowledged.push({ intentId: answer.body.id, at: performance.now() });
      else await delay(RETRY_MS);
    } catch {
      await delay(RETRY_MS);
    }
  }
}
