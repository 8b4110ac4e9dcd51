import { setTimeout as delay } from 'node:timers/promises';
import { withClient } from '@paygate/testing';
import { Redis } from 'ioredis';
import type { OwnStack } from '../../stack/own-stack.js';
import { until } from '../../stack/own-stack.js';

const READY_MS = 90_000;
const TAKEN_OVER_MS = 60_000;

export const faultNames = ['kill', 'flush', 'redis', 'postgres', 'kafka'] as const;
export type FaultName = (typeof faultNames)[number];

/** The effect of a fault on the stack. Times by performance.now(). */
export interface Inflicted {
  /** The time at which the failed process was back; absent when none was down for good. */
  readonly backAt?: number;
  /** The duration of the deliveries that a killed worker had leased. Seconds. */
  readonly takenOver?: number;
}

/** Faults of the stack, each of which ends when everything is ready again. */
export class StackFaults {
  constructor(
    private readonly stack: OwnStack,
    private readonly redisDownSeconds: number,
  ) {}

  /** Kills a worker. */
  async kill(name: string): Promise<Inflicted> {
    const at = performance.now();
    const pid = await this.stack.processes.end(name, 'SIGKILL');
    const leased = await this.#database<{ id: string }>(
      `SELECT delivery_id AS id FROM webhook_delivery WHERE state = 'pending' AND leased_by IS NOT NULL`,
    );
    const ids = leased.map(({ id }) => id);
    await until('what the worker had leased is delivered', TAKEN_OVER_MS, async () => {
      const waiting = await this.#database(
        `SELECT FROM webhook_delivery WHERE delivery_id = ANY ($1) AND state = 'pending'`,
        [ids],
      );
      return waiting.length === 0;
    });
    const takenOver = (performance.now() - at) / 1_000;
    await this.stack.processes.ready([name], pid);
    return ids.length === 0 ? {} : { takenOver };
  }

  async flush(): Promise<Inflicted> {
    const redis = new Redis(this.stack.facts.redis);
    await redis.flushall();
    redis.disconnect();
    return { backAt: performance.now() };
  }

  async takeRedisDown(): Promise<Inflicted> {
    const pid = await this.stack.processes.keepAway('redis', 'SIGKILL');
    await delay(this.redisDownSeconds * 1_000);
    this.stack.processes.letBack('redis');
    await this.stack.processes.ready(['redis'], pid);
    await until('Redis answers', READY_MS, () => this.#redisAnswers());
    return { backAt: performance.now() };
  }

  async restartPostgres(): Promise<Inflicted> {
    await this.stack.processes.end('postgres', 'SIGINT');
    await until('PostgreSQL answers', READY_MS, () =>
      this.#database('SELECT 1').then(
        () => true,
        () => false,
      ),
    );
    return { backAt: performance.now() };
  }

  /** An instance leaves the consumer group and returns. */
  async rebalance(name: string): Promise<Inflicted> {
    await this.stack.processes.replaced(name, 'SIGTERM');
    return {};
  }

  async #database<Row extends object>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const url = new URL(this.stack.facts.postgres);
    url.pathname = '/paygate_webhooks';
    let rows: readonly Row[] = [];
    await withClient(url.toString(), async (client) => {
      ({ rows } = await client.query<Row>(text, [...values]));
    });
    return rows;
  }

  async #redisAnswers(): Promise<boolean> {
    const redis = new Redis(this.stack.facts.redis, { lazyConnect: true, retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      await redis.connect();
      await redis.ping();
      return true;
    } catch {
      return false;
    } finally {
      redis.disconnect();
    }
  }
}
