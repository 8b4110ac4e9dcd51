import { setTimeout as delay } from 'node:timers/promises';
import type { Fault, ServiceName } from '@paygate/contracts';
import { deadLetterStream } from '@paygate/contracts';
import type { Clock, Logger } from '@paygate/platform';
import type { Origin } from '../consumer/job.js';
import type { Counters } from '../counters.js';
import type { Names } from '../names.js';
import { ENVELOPE_HEADER, SIGNATURE_HEADER } from '../envelope/envelope.js';
import type { BatchingProducer } from '../producer/batching-producer.js';
import type { DeadLetterCause } from './dead-letter.js';
import { DEAD_LETTER_HEADER } from './dead-letter.js';

export interface DeadLetterOptions {
  readonly consumer: ServiceName;
  readonly producer: BatchingProducer;
  readonly names: Names;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly counters: Counters;
}

/** The cause of a dead letter. */
export interface Cause {
  readonly reason: 'payload_invalid' | 'handler_failed';
  readonly attempts: number;
  readonly error?: unknown;
  readonly faults?: readonly Fault[];
}

const RETRY_MS = 500;

/**
 * Publishes messages that cannot be handled to the dead letters of their consumer: as they came, with key, value, envelope and
 * signature, so that they can be replayed, and with a header that says why. No other header of theirs is kept, because the signature
 * covers none. The header has the names of errors and never their text, which may hold what the payload hides.
 */
export class DeadLetterQueue {
  readonly #options: DeadLetterOptions;
  #stopping = false;

  constructor(options: DeadLetterOptions) {
    this.#options = options;
  }

  /** From now on {@link publish} gives up when the broker is away. */
  stop(): void {
    this.#stopping = true;
  }

  /** Resolves when the message is published; false when the process is stopping first. */
  async publish(origin: Origin, cause: Cause): Promise<boolean> {
    const { producer, names, consumer, counters, logger } = this.#options;
    const { topic, partition, offset, key, value, headers } = origin;
    const kept = [ENVELOPE_HEADER, SIGNATURE_HEADER].flatMap((name) => {
      const held = headers[name];
      return Buffer.isBuffer(held) ? [[name, held] as const] : [];
    });
    const message = {
      topic: names.topic(deadLetterStream(consumer)),
      key,
      value,
      headers: { ...Object.fromEntries(kept), [DEAD_LETTER_HEADER]: JSON.stringify(this.#describe(origin, cause)) },
    };
    for (;;) {
      try {
        await producer.send(message);
        counters.add('dead_letters');
        logger.error('a message is a dead letter', undefined, { topic, partition, offset, reason: cause.reason });
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
      ...{ consumer, topic, partition, offset, reason, attempts },
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
