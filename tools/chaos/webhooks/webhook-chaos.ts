import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { PaygateHttp } from '@paygate/testing';
import { Redis } from 'ioredis';
import type { OwnStack } from '../../stack/own-stack.js';
import { isHealthy, until } from '../../stack/own-stack.js';
import { EndpointReceiver } from './endpoint-receiver.js';
import { EventSource } from './event-source.js';

export interface WebhookChaosOptions {
  /** Events in all. Each one is delivered to every endpoint. */
  readonly events: number;
  readonly endpoints: number;
  readonly kills: number;
  /** How long Redis stays down. Seconds. */
  readonly redisDown: number;
  readonly perSecond: number;
}

/** What one fault did. */
export interface Faulted {
  readonly fault: string;
  /** The longest time from the acknowledgement of an event of this time until it had reached every endpoint. Seconds. */
  readonly slowest: number;
  readonly duplicates: number;
}

export interface WebhookChaosReport {
  readonly faulted: readonly Faulted[];
  readonly events: number;
  readonly deliveries: number;
  readonly broken: readonly string[];
}

/** The most attempts that a killed worker may repeat. */
const DUPLICATES_PER_KILL_MAX = 64;
/** A killed worker's partitions move within 15 s; a busy machine may add to it. */
const SLOWEST_SECONDS = 25;
/** In the faults of Redis endpoints are slow, so that many attempts are under way. */
const SLOW_MS = 100;
const ENDED_MS = 20_000;
const READY_MS = 90_000;
const SETTLED_MS = 120_000;
const WORKERS = ['webhooks', 'webhooks-2'] as const;
const [FIRST, SECOND] = WORKERS;

/** Injects the faults that webhook delivery must survive, one after the other, while events are made all the time. */
export class WebhookChaos {
  readonly #receiver = new EndpointReceiver();
  readonly #faulted: Faulted[] = [];
  readonly #broken: string[] = [];

  private constructor(
    private readonly stack: OwnStack,
    private readonly options: WebhookChaosOptions,
    private readonly source: EventSource,
  ) {}

  static async run(stack: OwnStack, options: WebhookChaosOptions): Promise<WebhookChaosReport> {
    const { ca } = stack.gateway;
    const { merchant, services } = stack.facts;
    const gateways = services
      .filter(({ service }) => service === 'gateway')
      .map(({ url = '' }) => new PaygateHttp({ baseUrl: url, ca, ...merchant }));
    const chaos = new WebhookChaos(stack, options, new EventSource(gateways, options.perSecond));
    try {
      await chaos.#register(gateways, new URL(merchant.webhookReceiver.url), merchant.secretKey);
      return await chaos.#run();
    } finally {
      await chaos.source.stop();
      chaos.#receiver.close();
    }
  }

  async #register([api]: readonly PaygateHttp[], receiver: URL, secretKey: string): Promise<void> {
    await this.stack.hold(['receiver']);
    await this.#receiver.listen(Number(receiver.port));
    for (let n = 1; n <= this.options.endpoints; n += 1) {
      const path = `/chaos/${n}`;
      const answer = await api?.request<{ secret?: string }>({
        method: 'POST',
        path: '/webhook-endpoints',
        headers: { authorization: `Bearer ${secretKey}`, 'idempotency-key': `chaos-${n}` },
        body: { url: new URL(path, receiver).href, events: ['payment.created'] },
      });
      if (answer?.body.secret === undefined) throw new Error(`no endpoint was made: ${answer?.text ?? ''}`);
      this.#receiver.expect(path, answer.body.secret);
    }
  }

  async #run(): Promise<WebhookChaosReport> {
    const { events, kills, redisDown } = this.options;
    const faults: readonly (readonly [string, () => Promise<void>, number])[] = [
      ...Array.from({ length: kills }, (_, n) => {
        const name = WORKERS[n % WORKERS.length] ?? FIRST;
        return [`${name} killed`, () => this.#kill(name), DUPLICATES_PER_KILL_MAX] as const;
      }),
      ['Redis emptied', () => this.#flush(), 0],
      [`Redis down for ${redisDown} s`, () => this.#takeRedisDown(), 0],
      // results that were on their way are recorded once it is back, so only a lost answer repeats an attempt
      ['PostgreSQL restarted', () => this.#restartPostgres(), DUPLICATES_PER_KILL_MAX],
      ['Kafka’s partitions moved', () => this.#rebalance(), 0],
    ];
    const share = Math.ceil(events / (faults.length + 1));
    await this.#load(share);
    for (const [fault, inflict, duplicatesMax] of faults) {
      this.#receiver.delayMs = fault.startsWith('Redis') ? SLOW_MS : 0;
      await this.#inflict({ fault, inflict, duplicatesMax }, share);
    }
    this.#receiver.delayMs = 0;
    await until('all events are made', SETTLED_MS, () => this.source.isDone);
    await this.#settled('the end');
    return {
      faulted: this.#faulted,
      events: this.source.acknowledged.length,
      deliveries: this.#receiver.deliveries,
      broken: [...this.#broken, ...this.#receiver.faults],
    };
  }

  /** Events before the first fault: processes are slower just after their start. */
  async #load(share: number): Promise<void> {
    this.source.more(share);
    await until('the first events are made', SETTLED_MS, () => this.source.isDone);
    await this.#settled('the start');
  }

  async #inflict(
    { fault, inflict, duplicatesMax }: { fault: string; inflict: () => Promise<void>; duplicatesMax: number },
    share: number,
  ): Promise<void> {
    const before = this.#receiver.duplicates;
    const made = this.source.acknowledged.length;
    this.source.more(share);
    await until('events are made', SETTLED_MS, () => this.source.acknowledged.length > made + share / 4);
    await inflict();
    await until('the events of a fault are made', SETTLED_MS, () => this.source.isDone);
    await this.#settled(fault);
    const duplicates = this.#receiver.duplicates - before;
    const slowest = this.#receiver.slowest(this.source.acknowledged.slice(made));
    if (duplicates > duplicatesMax) this.#broken.push(`${fault}: ${duplicates} duplicates, at most ${duplicatesMax}`);
    if (slowest > SLOWEST_SECONDS) this.#broken.push(`${fault}: an event took ${slowest.toFixed(1)} s`);
    this.#faulted.push({ fault, slowest, duplicates });
    console.log(`${fault}: the slowest event took ${slowest.toFixed(1)} s, ${duplicates} duplicates`);
  }

  /** Waits until each event that is acknowledged now has reached every endpoint. */
  async #settled(when: string): Promise<void> {
    const made = [...this.source.acknowledged];
    try {
      await until('events are delivered', SETTLED_MS, () => this.#receiver.missing(made).length === 0);
    } catch {
      this.#broken.push(`${when}: ${this.#receiver.missing(made).length} events were not delivered`);
    }
  }

  async #kill(name: string): Promise<void> {
    const pid = await this.#end(name, 'SIGKILL');
    await this.#ready(name, pid);
  }

  async #flush(): Promise<void> {
    const redis = new Redis(this.stack.facts.redis);
    await redis.flushall();
    redis.disconnect();
  }

  async #takeRedisDown(): Promise<void> {
    this.stack.holdDown('redis');
    const pid = await this.#end('redis', 'SIGKILL');
    await delay(this.options.redisDown * 1_000);
    this.stack.releaseHold('redis');
    await this.#ready('redis', pid);
  }

  async #restartPostgres(): Promise<void> {
    const pid = await this.#end('postgres', 'SIGINT');
    await this.#ready('postgres', pid);
  }

  /** One of the two instances leaves the consumer group and returns. */
  async #rebalance(): Promise<void> {
    const pid = await this.#end(SECOND, 'SIGTERM');
    await this.#ready(SECOND, pid);
  }

  async #end(name: string, signal: NodeJS.Signals): Promise<number> {
    const pid = this.stack.pidOf(name);
    process.kill(pid, signal);
    await until(`${name} is gone`, ENDED_MS, () => !existsSync(`/proc/${pid}`));
    return pid;
  }

  async #ready(name: string, pidBefore: number): Promise<void> {
    await until(`${name} is ready again`, READY_MS, async () => {
      const { services, engines } = this.stack.facts;
      const service = services.find((found) => found.name === name);
      const pid = (service ?? engines.find((found) => found.name === name))?.pid ?? 0;
      if (pid === 0 || pid === pidBefore) return false;
      return service === undefined || isHealthy(service.healthUrl);
    });
  }
}
