import type { Principal, Reply } from '@paygate/contracts';
import { refuse, replyStream } from '@paygate/contracts';
import type { Clock } from '@paygate/platform';
import type { Counters } from '../counters.js';
import type { MessageSigner } from '../envelope/message-signer.js';
import { MAX_PAYLOAD_CHARACTERS } from '../limits.js';
import type { Names } from '../names.js';
import type { BatchingProducer, Outgoing } from '../producer/batching-producer.js';

const RETRY_MS = 100;

/** The command that a reply answers. */
export interface RepliedCommand {
  readonly id: string;
  /** The caller. */
  readonly producer: Principal;
  readonly deadlineAt?: number;
}

export interface ReplierParts {
  readonly producer: BatchingProducer;
  readonly signer: MessageSigner;
  readonly names: Names;
  readonly clock: Clock;
  readonly counters: Counters;
}

/** Sends replies to the partition that the caller reads. */
export class Replier {
  readonly #parts: ReplierParts;
  readonly #topic: string;

  constructor(parts: ReplierParts) {
    this.#parts = parts;
    this.#topic = parts.names.topic(replyStream);
  }

  /** Calls `done` when the answer is written, or when its caller waits no longer. */
  reply(to: RepliedCommand, partition: number | undefined, reply: Reply<object>, done: () => void): void {
    if (partition === undefined) {
      done();
      return;
    }
    const value = printReply(reply);
    const draft = JSON.stringify({ correlationId: to.id });
    const headers = this.#parts.signer.sign({ topic: this.#topic, key: '', draft, value, caller: to.producer });
    this.#send(to, { topic: this.#topic, key: null, value, headers, partition }, done);
  }

  #send(to: RepliedCommand, message: Outgoing, done: () => void): void {
    const { producer, counters, clock } = this.#parts;
    producer.dispatch(message, (error) => {
      if (error === undefined) counters.add('replies_sent');
      else if (clock.epochMs() + RETRY_MS < (to.deadlineAt ?? 0)) {
        setTimeout(() => {
          this.#send(to, message, done);
        }, RETRY_MS);
        return;
      } else counters.add('replies_lost');
      done();
    });
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
