import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, ServiceName } from '@paygate/contracts';
import { deadLetterStream } from '@paygate/contracts';
import type { Clock, Logger } from '@paygate/platform';
import type { Counters } from '../counters.js';
import type { BatchingProducer } from '../kafka/batching-producer.js';
import { UNTRUSTED_KEPT_PER_MINUTE } from '../limits.js';
import type { Names } from '../names.js';
import type { Origin } from '../server/job.js';
import type { RefusalReason } from '../server/message-opener.js';
import type { DeadLetterCause } from './dead-letter.js';
import { DEAD_LETTER_HEADER } from './dead-letter.js';
import { MinuteCounts } from './minute-counts.js';

export interface DeadLetterOptions {
  readonly consumer: ServiceName;
  readonly producer: BatchingProducer;
  readonly names: Names;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly counters: Counters;
}

/** Why a message is put aside. */
export interface Cause {
  readonly reason: RefusalReason | 'payload_invalid' | 'handler_failed';
  readonly attempts: number;
  readonly error?: unknown;
  readonly faults?: readonly Fault[];
}

const RETRY_MS = 500;

/**
 * Puts messages aside that cannot be handled: as they came, key, value and signature, so that they can be replayed, with a
 * header that says why. The header names errors and never repeats their text, which may hold what the payload hides.
 */
export class DeadLetterOffice {
  readonly #options: DeadLetterOptions;
  readonly #untrusted = new MinuteCounts();
  #stopping = false;

  constructor(options: DeadLetterOptions) {
    this.#options = options;
  }

  /** From now on {@link put} gives up when the broker is away. */
  stop(): void {
    this.#stopping = true;
  }

  /**
   * Puts a message aside of which nobody knows who sent it, or whose sender had no right to: so many of a topic in a minute,
   * and counts the rest, which stays in its topic.
   */
  async putUntrusted(origin: Origin, reason: RefusalReason): Promise<boolean> {
    const { counters, logger } = this.#options;
    const { topic } = origin;
    const nth = this.#untrusted.add(topic, performance.now());
    if (nth <= UNTRUSTED_KEPT_PER_MINUTE) return this.put(origin, { reason, attempts: 0 });
    counters.add('dead_letters_unkept');
    if (nth === UNTRUSTED_KEPT_PER_MINUTE + 1)
      logger.error('too many messages to put them all aside', undefined, { topic, reason });
    return true;
  }

  /** Resolves when the message is safe; false when the process is stopping first. */
  async put(origin: Origin, cause: Cause): Promise<boolean> {
    const { producer, names, consumer, counters, logger } = this.#options;
    const { topic, partition, offset, key, value, headers } = origin;
    const kept = Object.fromEntries(Object.entries(headers).filter(([, held]) => Buffer.isBuffer(held)));
    const message = {
      topic: names.topic(deadLetterStream(consumer)),
      key,
      value,
      headers: {
        ...(kept as Record<string, Buffer>),
        [DEAD_LETTER_HEADER]: JSON.stringify(this.#describe(origin, cause)),
      },
    };
    for (;;) {
      try {
        await producer.send(message);
        counters.add('dead_letters');
        logger.error('a message was put aside', undefined, { topic, partition, offset, reason: cause.reason });
        return true;
      } catch {
        if (this.#stopping) return false;
      }
      await delay(RETRY_MS);
    }
  }

  #describe({ topic, partition, offset }: Origin, { reason, attempts, error, faults }: Cause): DeadLetterCause {
    const { consumer, clock } = this.#options;
    return {
      consumer,
      topic,
      partition,
      offset,
      reason,
      attempts,
      at: clock.now().toISOString(),
      ...(error === undefined ? {} : { error: nameOf(error) }),
      ...(faults === undefined ? {} : { faults: faults.map((fault) => `${fault.param}: ${fault.code}`) }),
    };
  }
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const code = 'code' in error && typeof error.code === 'string' ? `/${error.code}` : '';
  return `${error.name}${code}`;
}
