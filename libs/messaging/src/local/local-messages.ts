import type { KafkaMessage } from 'kafkajs';

/** A message without a place in a topic. */
export type LocalMessage = Pick<KafkaMessage, 'key' | 'value' | 'headers'>;

/** False when a message is not for a receiver, `full` when the receiver has no room for it. */
export type Taken = boolean | 'full';
/** Takes a message. */
export type Receiver = (message: LocalMessage) => Taken;

/** The place of messages: commands go to any partition, replies to the one that their caller reads. */
interface Address {
  readonly topic: string;
  readonly partition?: number | undefined;
}

/** A message on its way. */
interface Sent extends Address {
  readonly key: string | Buffer | null;
  readonly value: string | Buffer | null;
  readonly headers: Readonly<Record<string, string | Buffer>>;
}

/** One for each bus that services of this process share. */
const shared = new Map<string, LocalMessages>();

/**
 * The commands and replies between the services of one process (docs/adr/0101-one-process.md). They keep their envelopes, signatures and
 * bounds, and pass no broker: one that ends with its process ends with its caller, too. What no service of this process takes goes to the
 * broker, as events always do.
 */
export class LocalMessages {
  readonly #receivers = new Map<string, Receiver[]>();

  /** The one that the services of this process share on a bus, named by the prefix of its topics. */
  static of(prefix: string): LocalMessages {
    const messages = shared.get(prefix) ?? new LocalMessages();
    shared.set(prefix, messages);
    return messages;
  }

  /** Hands messages of a topic, or of one partition of it, to `receiver` from now on. */
  receive(address: Address, receiver: Receiver): void {
    const name = nameOf(address);
    this.#receivers.set(name, [...(this.#receivers.get(name) ?? []), receiver]);
  }

  /** False when nobody here takes it. */
  deliver(message: Sent): Taken {
    const receivers = this.#receivers.get(nameOf(message));
    if (receivers === undefined) return false;
    const received = asReceived(message);
    for (const receiver of receivers) {
      const taken = receiver(received);
      if (taken !== false) return taken;
    }
    return false;
  }
}

function nameOf({ topic, partition }: Address): string {
  return partition === undefined ? topic : `${topic}/${partition}`;
}

function asReceived({ key, value, headers }: Sent): LocalMessage {
  const bytes = (part: string | Buffer | null): Buffer | null => (part === null ? null : Buffer.from(part));
  return {
    key: bytes(key),
    value: bytes(value),
    headers: Object.fromEntries(Object.entries(headers).map(([name, part]) => [name, Buffer.from(part)])),
  };
}
