import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '@paygate/platform';
import type { Kafka } from 'kafkajs';
import type { KafkaConnectionOptions } from '../kafka/kafka-connection.js';
import { kafkaConnection } from '../kafka/kafka-connection.js';

export interface BrokerWatchOptions {
  readonly connection: KafkaConnectionOptions;
  readonly onLost: () => void;
  readonly onReached: () => void;
}

const PROBE_INTERVAL_MS = 200;

/**
 * Knows whether the broker answers. kafkajs lets every send run into a time-out of its own while the broker is away; this
 * asks the broker after the first failure, again and again until it answers, and meanwhile sends are refused at once.
 */
export class BrokerWatch {
  readonly #kafka: Kafka;
  readonly #options: BrokerWatchOptions;
  readonly #stopped = new AbortController();
  #away = false;

  constructor(options: BrokerWatchOptions) {
    this.#options = options;
    this.#kafka = kafkaConnection(options.connection);
  }

  get away(): boolean {
    return this.#away;
  }

  /** Something could not be sent. */
  lost(cause: unknown): void {
    if (this.#away || this.#stopped.signal.aborted) return;
    this.#away = true;
    this.#options.connection.logger.warn('the broker does not answer', { reason: reasonOf(cause) });
    this.#options.onLost();
    void this.#probeUntilAnswered();
  }

  /** Something was sent. */
  reached(): void {
    if (!this.#away) return;
    this.#away = false;
    this.#options.connection.logger.info('the broker answers');
    this.#options.onReached();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #probeUntilAnswered(): Promise<void> {
    const { signal } = this.#stopped;
    while (this.#away && !signal.aborted) {
      if (await this.#answers()) this.reached();
      else await delay(PROBE_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  async #answers(): Promise<boolean> {
    const admin = this.#kafka.admin({ retry: { retries: 0 } });
    try {
      await admin.connect();
      await admin.describeCluster();
      return true;
    } catch {
      return false;
    } finally {
      await admin.disconnect().catch(() => undefined);
    }
  }
}
