import { PaygateHttp } from '@paygate/testing';
import type { OwnStack } from '../../stack/own-stack.js';
import { until } from '../../stack/own-stack.js';
import { EndpointReceiver } from './endpoint-receiver.js';
import type { Made } from './event-source.js';
import { EventSource } from './event-source.js';
import { MerchantEndpoints } from './merchant-endpoints.js';
import type { FaultName, Inflicted } from './stack-faults.js';
import { StackFaults } from './stack-faults.js';

export interface WebhookChaosOptions {
  /** Events in all. Each one is delivered to every endpoint. */
  readonly events: number;
  readonly endpoints: number;
  readonly kills: number;
  /** The time for which Redis stays down. Seconds. */
  readonly redisDown: number;
  readonly perSecond: number;
  /** The faults, in this order; a kill as often as `kills` states. */
  readonly faults: readonly FaultName[];
  /** Multiplies the times that recovery may take, on a machine that is busy with others. */
  readonly patience: number;
  /** The folder of a stack that runs already, which is used instead of an own one. */
  readonly stackRoot?: string;
}

/** The effect of one fault. */
export interface Faulted {
  readonly fault: string;
  /** The longest time from the acknowledgement of an event of this time until it had reached every endpoint. Seconds. */
  readonly slowest: number;
  /** The time from the fault's end until all events from before were delivered. Seconds. */
  readonly resumed?: number;
  /** The duration of the deliveries that a killed worker had leased. Seconds. */
  readonly takenOver?: number;
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
/** From the acknowledgement of an event to its last endpoint: the partitions of a worker that is gone move in this time. */
const SLOWEST_SECONDS = 15;
/** After Redis or PostgreSQL is back, until all that waited is delivered. */
const RESUMED_SECONDS = 5;
/** After a worker was killed, until what it had leased is delivered. */
const TAKEN_OVER_SECONDS = 10;
/** Endpoints are slow, so that many attempts are under way. */
const SLOW_MS = 100;
const SETTLED_MS = 120_000;
const WORKERS = ['webhooks', 'webhooks-2'] as const;
const [FIRST, SECOND] = WORKERS;

interface Fault {
  readonly fault: string;
  readonly inflict: () => Promise<Inflicted>;
  readonly duplicatesMax: number;
}

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
    const { merchant, services, ownEndpoint } = stack.facts;
    const gateways = services
      .filter(({ service }) => service === 'gateway')
      .map(({ url = '' }) => new PaygateHttp({ baseUrl: url, ca, ...merchant }));
    const [api] = gateways;
    if (api === undefined) throw new Error('the stack has no gateway');
    const endpoints = new MerchantEndpoints(api, merchant.secretKey);
    const chaos = new WebhookChaos(stack, options, new EventSource(gateways, options.perSecond));
    try {
      await chaos.#receiver.listen(Number(new URL(ownEndpoint.url).port));
      for (let n = 1; n <= options.endpoints; n += 1) {
        const path = `/chaos/${n}`;
        chaos.#receiver.expect(path, await endpoints.create(new URL(path, ownEndpoint.url).href));
      }
      return await chaos.#run();
    } finally {
      await chaos.source.stop();
      await endpoints.delete();
      chaos.#receiver.close();
    }
  }

  async #run(): Promise<WebhookChaosReport> {
    const faults = this.options.faults.flatMap((name) => this.#faultsOf(name));
    const share = Math.ceil(this.options.events / (faults.length + 1));
    await this.#load(share);
    this.#receiver.delayMs = SLOW_MS;
    for (const fault of faults) await this.#inflict(fault, share);
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

  #faultsOf(name: FaultName): readonly Fault[] {
    const { kills, redisDown } = this.options;
    const faults = new StackFaults(this.stack, redisDown);
    switch (name) {
      case 'kill':
        return Array.from({ length: kills }, (_, n) => {
          const worker = WORKERS[n % WORKERS.length] ?? FIRST;
          const inflict = () => faults.kill(worker);
          return { fault: `${worker} killed`, inflict, duplicatesMax: DUPLICATES_PER_KILL_MAX };
        });
      case 'flush':
        return [{ fault: 'Redis emptied', inflict: () => faults.flush(), duplicatesMax: 0 }];
      case 'redis':
        return [{ fault: `Redis down for ${redisDown} s`, inflict: () => faults.takeRedisDown(), duplicatesMax: 0 }];
      case 'postgres':
        // results that were on their way are recorded once it is back, so only a lost answer repeats an attempt
        return [
          {
            fault: 'PostgreSQL restarted',
            inflict: () => faults.restartPostgres(),
            duplicatesMax: DUPLICATES_PER_KILL_MAX,
          },
        ];
      case 'kafka':
        return [{ fault: 'Kafka’s partitions moved', inflict: () => faults.rebalance(SECOND), duplicatesMax: 0 }];
    }
  }

  /** Events before the first fault: processes are slower just after their start. */
  async #load(share: number): Promise<void> {
    this.source.more(share);
    await until('the first events are made', SETTLED_MS, () => this.source.isDone);
    await this.#settled('the start');
  }

  async #inflict({ fault, inflict, duplicatesMax }: Fault, share: number): Promise<void> {
    const before = this.#receiver.duplicates;
    const made = this.source.acknowledged.length;
    this.source.more(share);
    await until('events are made', SETTLED_MS, () => this.source.acknowledged.length > made + share / 4);
    const { backAt, takenOver } = await inflict();
    await until('the events of a fault are made', SETTLED_MS, () => this.source.isDone);
    await this.#settled(fault);
    const events = this.source.acknowledged.slice(made);
    const faulted: Faulted = {
      ...{ fault, slowest: this.#receiver.slowest(events), duplicates: this.#receiver.duplicates - before },
      ...(backAt !== undefined && { resumed: this.#resumed(events, backAt) }),
      ...(takenOver !== undefined && { takenOver }),
    };
    this.#faulted.push(faulted);
    console.log(lineOf(faulted));
    if (faulted.duplicates > duplicatesMax)
      this.#broken.push(`${fault}: ${faulted.duplicates} duplicates, at most ${duplicatesMax}`);
    this.#check(fault, 'the slowest event', faulted.slowest, SLOWEST_SECONDS);
    this.#check(fault, 'all from before its end', faulted.resumed, RESUMED_SECONDS);
    this.#check(fault, 'what the worker had leased', faulted.takenOver, TAKEN_OVER_SECONDS);
  }

  /** The time from `backAt` until the last of the events that were acknowledged before had reached every endpoint. Seconds. */
  #resumed(events: readonly Made[], backAt: number): number {
    const lastAt = this.#receiver.lastArrival(events.filter(({ at }) => at <= backAt));
    return Math.max(0, lastAt - backAt) / 1_000;
  }

  #check(fault: string, what: string, seconds: number | undefined, most: number): void {
    if (seconds !== undefined && seconds > most * this.options.patience)
      this.#broken.push(`${fault}: ${what} took ${seconds.toFixed(1)} s, at most ${most * this.options.patience}`);
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
}

function lineOf({ fault, slowest, resumed, takenOver, duplicates }: Faulted): string {
  const times = [
    `the slowest event took ${slowest.toFixed(1)} s`,
    ...(resumed === undefined ? [] : [`all from before its end were delivered after ${resumed.toFixed(1)} s`]),
    ...(takenOver === undefined ? [] : [`what the worker had leased after ${takenOver.toFixed(1)} s`]),
  ];
  return `${fault}: ${times.join(', ')}, ${duplicates} duplicates`;
}
