import { setTimeout as delay } from 'node:timers/promises';
import type { Reply } from '@paygate/contracts';
import { refuse, replyStream } from '@paygate/contracts';
import type { Clock } from '@paygate/platform';
import type { Counters } from '../counters.js';
import type { MessageSigner } from '../envelope/message-signer.js';
import type { BatchingProducer } from '../kafka/batching-producer.js';
import { MAX_PAYLOAD_CHARACTERS } from '../limits.js';
import type { Names } from '../names.js';

const RETRY_MS = 100;

/** What a reply needs to know of its command. */
export interface Asked {
  readonly id: string;
  readonly deadlineAt?: number;
}

export interface ReplierParts {
  readonly producer: BatchingProducer;
  readonly signer: MessageSigner;
  readonly names: Names;
  readonly clock: Clock;
  readonly counters: Counters;
}

/** Sends the answers to commands, to the partition that the caller reads. */
export class Replier {
  readonly #parts: ReplierParts;
  readonly #topic: string;

  constructor(parts: ReplierParts) {
    this.#parts = parts;
    this.#topic = parts.names.topic(replyStream);
  }

  /** Resolves when the answer is written, or when nobody waits for it any more. Never rejects. */
  async reply(to: Asked, partition: number | undefined, reply: Reply<object>): Promise<void> {
    if (partition === undefined) return;
    const { producer, signer, counters } = this.#parts;
    const value = printReply(reply);
    const headers = signer.sign(this.#topic, '', JSON.stringify({ correlationId: to.id }), value);
    for (;;) {
      try {
        await producer.send({ topic: this.#topic, key: null, value, headers: { ...headers }, partition });
        counters.add('replies_sent');
        return;
      } catch {
        if (this.#parts.clock.epochMs() + RETRY_MS > (to.deadlineAt ?? 0)) break;
      }
      await delay(RETRY_MS);
    }
    counters.add('replies_lost');
  }
}

function printReply(reply: Reply<object>): string {
  try {
    const value = JSON.stringify(reply);
    if (value.length <= MAX_PAYLOAD_CHARACTERS) return value;
  } catch {
    // a value that has no JSON form is a fault of the handler
  }
  return JSON.stringify(refuse('internal_error'));
}
