import type { Message, Producer } from 'kafkajs';
import type { KafkaConnectionOptions } from '../kafka/kafka-connection.js';
import { kafkaConnection } from '../kafka/kafka-connection.js';
import {
  PRODUCE_BATCH_CHARACTERS,
  PRODUCE_BATCH_MESSAGES,
  PRODUCE_QUEUE_CHARACTERS,
  PRODUCE_QUEUE_MESSAGES,
  PRODUCES_IN_FLIGHT,
} from '../limits.js';
import type { LocalMessages } from '../local/local-messages.js';
import { BatchPartitioner } from './batch-partitioner.js';
import { BrokerWatch } from './broker-watch.js';
import { ProduceWitness } from './produce-witness.js';
import { NotSent, SendFailed } from './send-errors.js';

/** A message on its way to a topic. */
export interface Outgoing {
  readonly topic: string;
  readonly key: string | Buffer | null;
  readonly value: string | Buffer | null;
  readonly headers: Readonly<Record<string, string | Buffer>>;
  /** Chosen by the key when absent. */
  readonly partition?: number;
  /** True when any partition will do, because the message has no order to keep with others of its key. */
  readonly unordered?: boolean;
}

/** An {@link Outgoing} and how far it got. */
export class Dispatch {
  state: 'queued' | 'sending' | 'sent' | 'failed' | 'withdrawn' = 'queued';

  constructor(
    readonly message: Outgoing,
    readonly settle: (error?: NotSent | SendFailed) => void,
  ) {}

  /** Takes the message back; false when it has left already. */
  withdraw(): boolean {
    if (this.state === 'queued') this.state = 'withdrawn';
    return this.state === 'withdrawn';
  }
}

/**
 * Sends everything that an instance sends: commands, replies and events share their produce requests. While two requests
 * are on their way the next messages gather, so that batches grow with load and nothing waits without it. acks=all. What `local` takes
 * is sent with that.
 */
export class BatchingProducer {
  readonly #producer: Producer;
  readonly #local: LocalMessages | undefined;
  readonly #witness = new ProduceWitness();
  readonly #partitioner = new BatchPartitioner();
  readonly #watch: BrokerWatch;
  #queue: Dispatch[] = [];
  #queuedCharacters = 0;
  #inFlight = 0;
  #connected = false;
  #scheduled = false;
  #idle: PromiseWithResolvers<undefined> | undefined;

  constructor(connection: KafkaConnectionOptions, local?: LocalMessages) {
    this.#local = local;
    this.#producer = kafkaConnection({ ...connection, socketFactory: this.#witness.socketFactory }).producer({
      createPartitioner: this.#partitioner.create,
      allowAutoTopicCreation: false,
      // the sender decides whether to send again
      retry: { retries: 0 },
    });
    this.#watch = new BrokerWatch({
      connection,
      onLost: () => {
        this.#refuseQueued();
      },
      onReached: () => {
        if (!this.#connected) this.start();
      },
    });
  }

  /** Begins to connect; does not wait for the broker. Messages are queued until then. */
  start(): void {
    void this.#connect();
  }

  /** True when messages can be sent now. */
  get ready(): boolean {
    return this.#connected && !this.away;
  }

  /** True when the broker is known to be away: every message is refused. */
  get away(): boolean {
    return this.#watch.away;
  }

  /** Resolves when the broker has confirmed the message. Rejects with {@link NotSent} or {@link SendFailed}. */
  send(message: Outgoing): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    this.dispatch(message, (error) => {
      if (error === undefined) resolve(undefined);
      else reject(error);
    });
    return promise;
  }

  /** Like {@link send}, for callers that may withdraw the message. `settle` may be called synchronously. */
  dispatch(message: Outgoing, settle: (error?: NotSent | SendFailed) => void): Dispatch {
    const dispatch = new Dispatch(message, settle);
    const taken = this.#local?.deliver(message) ?? false;
    if (taken === true) {
      dispatch.state = 'sent';
      settle();
      return dispatch;
    }
    const characters = sizeOf(message);
    const full =
      taken === 'full' ||
      this.#queue.length >= PRODUCE_QUEUE_MESSAGES ||
      this.#queuedCharacters + characters > PRODUCE_QUEUE_CHARACTERS;
    if (full || this.away) {
      dispatch.state = 'failed';
      settle(new NotSent(full ? 'too much is waiting to be sent' : 'the broker is away'));
      return dispatch;
    }
    this.#queue.push(dispatch);
    this.#queuedCharacters += characters;
    this.#schedule();
    return dispatch;
  }

  /** Resolves when nothing is queued or on its way. */
  async flush(): Promise<void> {
    if (this.#queue.length === 0 && this.#inFlight === 0) return;
    this.#idle ??= Promise.withResolvers<undefined>();
    await this.#idle.promise;
  }

  async close(): Promise<void> {
    this.#watch.stop();
    await this.#producer.disconnect();
  }

  async #connect(): Promise<void> {
    try {
      await this.#producer.connect();
      this.#connected = true;
      this.#pump();
    } catch (error) {
      await this.#disconnect();
      this.#watch.lost(error);
    }
  }

  /** kafkajs keeps a connection whose first exchange failed and takes it for a good one: nothing is ever sent over it. */
  async #disconnect(): Promise<void> {
    this.#connected = false;
    await this.#producer.disconnect().catch(() => undefined);
  }

  /** After the current turn of the event loop, so that messages which arrive together leave together. */
  #schedule(): void {
    if (this.#scheduled || !this.#connected || this.#inFlight >= PRODUCES_IN_FLIGHT) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#inFlight < PRODUCES_IN_FLIGHT && this.#queue.length > 0) {
      const batch = this.#takeBatch();
      if (batch.length === 0) continue;
      this.#inFlight += 1;
      void this.#produce(batch).finally(() => {
        this.#inFlight -= 1;
        this.#pump();
      });
    }
    if (this.#inFlight === 0 && this.#queue.length === 0) {
      this.#idle?.resolve(undefined);
      this.#idle = undefined;
    }
  }

  #refuseQueued(): void {
    const queued = this.#queue.filter((dispatch) => dispatch.state === 'queued');
    this.#queue = [];
    this.#queuedCharacters = 0;
    settle(queued, new NotSent('the broker is away'));
  }

  #takeBatch(): Dispatch[] {
    const batch: Dispatch[] = [];
    let characters = 0;
    let taken = 0;
    for (const dispatch of this.#queue) {
      const size = sizeOf(dispatch.message);
      if (batch.length > 0 && characters + size > PRODUCE_BATCH_CHARACTERS) break;
      if (batch.length === PRODUCE_BATCH_MESSAGES) break;
      taken += 1;
      this.#queuedCharacters -= size;
      if (dispatch.state !== 'queued') continue;
      dispatch.state = 'sending';
      batch.push(dispatch);
      characters += size;
    }
    this.#queue = this.#queue.slice(taken);
    return batch;
  }

  async #produce(batch: readonly Dispatch[]): Promise<void> {
    const writtenBefore = this.#witness.written;
    this.#partitioner.moveOn();
    try {
      await this.#producer.sendBatch({ acks: -1, topicMessages: byTopic(batch) });
      settle(batch);
      this.#watch.reached();
    } catch (error) {
      const written = this.#witness.written > writtenBefore;
      if (isNeverConnected(error)) await this.#disconnect();
      this.#fail(batch, error, written);
    }
  }

  #fail(batch: readonly Dispatch[], cause: unknown, written: boolean): void {
    if (!isAboutTopic(cause)) this.#watch.lost(cause);
    const error = written
      ? new SendFailed('the broker did not confirm the messages', { cause })
      : new NotSent('the messages could not be sent', { cause });
    settle(batch, error);
  }
}

function settle(batch: readonly Dispatch[], error?: NotSent | SendFailed): void {
  for (const dispatch of batch) {
    dispatch.state = error === undefined ? 'sent' : 'failed';
    dispatch.settle(error);
  }
}

function byTopic(batch: readonly Dispatch[]): { topic: string; messages: Message[] }[] {
  const topics = new Map<string, Message[]>();
  for (const { message } of batch) {
    const messages = topics.get(message.topic);
    if (messages === undefined) topics.set(message.topic, [message]);
    else messages.push(message);
  }
  return [...topics].map(([topic, messages]) => ({ topic, messages }));
}

/** The broker answered with a refusal, so it is not away. */
function isAboutTopic(error: unknown): boolean {
  return reasonsOf(error).some(({ name }) => name === 'KafkaJSProtocolError');
}

/** The message of kafkajs for a connection whose first exchange has failed. */
function isNeverConnected(error: unknown): boolean {
  return reasonsOf(error).some(({ message }) => message === 'Broker not connected');
}

/** kafkajs wraps an error when it has given up retrying. */
function reasonsOf(error: unknown): readonly Error[] {
  return error instanceof Error ? [error, error.cause].filter((one) => one instanceof Error) : [];
}

function sizeOf({ value }: Outgoing): number {
  return value?.length ?? 0;
}
