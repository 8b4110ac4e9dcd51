import { setTimeout as delay } from 'node:timers/promises';
import type { MessageHandler } from '@nestjs/microservices';
import { Server } from '@nestjs/microservices';
import type { Clock, Logger, Tracing } from '@paygate/platform';
import type { Registry } from 'prom-client';
import { Gauge } from 'prom-client';
import type { ExecutorParts } from '../commands/command-executor.js';
import { CommandExecutor } from '../commands/command-executor.js';
import type { Replier } from '../commands/replier.js';
import type { Counters } from '../counters.js';
import type { HandlingDurations } from '../consumer/handling-durations.js';
import type { DeadLetterQueue } from '../dead-letters/dead-letter-queue.js';
import type { MessageSigner } from '../envelope/message-signer.js';
import { EventExecutor } from '../events/event-executor.js';
import type { KafkaConnectionOptions } from '../kafka/kafka-connection.js';
import { kafkaConnection } from '../kafka/kafka-connection.js';
import type { LocalMessages } from '../local/local-messages.js';
import { COMMIT_INTERVAL_MS, DRAIN_TIMEOUT_MS } from '../limits.js';
import type { Names } from '../names.js';
import type { Assignment } from '../consumer/consumer-group.js';
import { ConsumerGroup } from '../consumer/consumer-group.js';
import type { BatchingProducer } from '../producer/batching-producer.js';
import { Dispatcher } from './dispatcher.js';
import type { HandlerExtras } from '../consumer/handler-extras.js';
import { KAFKA_TRANSPORT } from '../consumer/handler-extras.js';
import type { Executor } from '../consumer/job.js';
import { MessageOpener } from '../consumer/message-opener.js';
import { routesOf } from '../consumer/routes.js';
import { stickyAssigner } from '../consumer/sticky-assigner.js';

export interface KafkaServerOptions {
  readonly connection: KafkaConnectionOptions;
  readonly groupId: string;
  readonly names: Names;
  /** The messages of services in this process, when there are any. */
  readonly local: LocalMessages | undefined;
  readonly producer: Pick<BatchingProducer, 'away'>;
  /** The least time between the beginnings of two fetches. Milliseconds. */
  readonly gatherMs: number;
  readonly signer: MessageSigner;
  readonly replier: Replier;
  readonly deadLetters: DeadLetterQueue;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly counters: Counters;
  readonly durations: HandlingDurations;
  readonly tracing: Tracing;
  /** The first message is fetched when this has resolved. */
  readonly prepared: Promise<unknown>;
}

/**
 * Nest's server on Kafka: Nest finds, wires and guards the handlers declared with HandleCommand, HandleCommandBatch and
 * HandleEventBatch, and they get their messages from here. Without handlers it connects to nothing.
 */
export class KafkaServer extends Server {
  override transportId = KAFKA_TRANSPORT;
  override propagatesEventHandlerErrors = true;
  readonly #options: KafkaServerOptions;
  readonly #dispatcher: Dispatcher;
  #group: ConsumerGroup | undefined;
  #owned: Assignment = {};
  #committing: NodeJS.Timeout | undefined;

  constructor(options: KafkaServerOptions) {
    super();
    const { signer, counters, replier, deadLetters } = options;
    this.#options = options;
    this.#dispatcher = new Dispatcher({
      opener: new MessageOpener(signer, counters),
      replier,
      deadLetters,
      counters,
      pause: (partitions) => this.#group?.pause(partitions),
      resume: (partitions) => this.#group?.resume(partitions),
    });
  }

  /** True when messages are being fetched, or there is nothing to fetch. */
  get ready(): boolean {
    return this.messageHandlers.size === 0 || this.#group?.ready === true;
  }

  /** Two handlers of one message would each be half of a transaction. */
  override addHandler(...args: Parameters<Server['addHandler']>): void {
    if (this.messageHandlers.has(this.normalizePattern(args[0] as string)))
      throw new TypeError(`${String(args[0])} has two handlers`);
    super.addHandler(...args);
  }

  /** Begins to consume; does not wait for the broker. */
  override listen(callback: () => void): void {
    if (this.messageHandlers.size > 0 && this.#group === undefined) this.#consume();
    callback();
  }

  /** Fetches nothing more. */
  stopIntake(): void {
    this.#dispatcher.stop();
    clearInterval(this.#committing);
    this.#group?.pause(
      Object.entries(this.#owned).map(([topic, partitions]) => ({ topic, partitions: [...partitions] })),
    );
  }

  /** Finishes what was taken, commits it and leaves the group. */
  async finish(): Promise<void> {
    // a handler that hangs must not make the group wait for a member that is leaving
    await Promise.race([this.#dispatcher.drained(), delay(DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
    await this.#commit();
    await this.#group?.stop();
  }

  override async close(): Promise<void> {
    this.stopIntake();
    await this.finish();
  }

  override on(): never {
    throw new Error('the transport has no events: ask `ready`');
  }

  override unwrap(): never {
    throw new Error('the transport has no parts to be used on their own');
  }

  #consume(): void {
    const { connection, groupId, names, logger, local, producer, gatherMs } = this.#options;
    const routes = routesOf(this.messageHandlers.values(), names, (extras, handler) =>
      this.#executorOf(extras, handler),
    );
    this.#dispatcher.route(routes);
    this.#group = new ConsumerGroup({
      kafka: kafkaConnection(connection),
      logger,
      groupId,
      topics: [...routes.keys()],
      fromBeginning: true,
      gatherMs,
      assigner: stickyAssigner(() => this.#owned),
      onBatch: (batch) => this.#dispatcher.take(batch),
      onJoin: (assignment, memberId) => {
        this.#owned = assignment;
        this.#dispatcher.assign(assignment, memberId);
      },
      onRebalance: () => void this.#commit(),
    });
    const group = this.#group;
    void this.#options.prepared.then(() => {
      // an event is for every service that handles it, and outlives this process
      for (const [topic, ofTopic] of routes)
        if ([...ofTopic.values()].every(({ kind }) => kind === 'command'))
          // without a broker no event of a command could follow it: then it is refused as between processes
          local?.receive({ topic }, (message) => !producer.away && this.#dispatcher.takeLocal(topic, message));
      group.start();
    });
    this.#committing = setInterval(() => void this.#commit(), COMMIT_INTERVAL_MS);
  }

  /** Adds the metric of messages that wait for this instance. */
  measureLag(registry: Registry): void {
    const lagByTopic = () => this.#dispatcher.lagByTopic();
    new Gauge({
      name: 'paygate_consumer_lag_messages',
      help: 'Messages on the partitions of this instance that are not finished, as of the last fetch',
      labelNames: ['topic'],
      registers: [registry],
      collect() {
        this.reset();
        for (const [topic, lag] of lagByTopic()) this.set({ topic }, lag);
      },
    });
  }

  #executorOf(extras: HandlerExtras, handler: MessageHandler): Executor {
    const { replier, deadLetters, clock, logger, counters, durations, tracing } = this.#options;
    const parts: ExecutorParts = { flow: this.#dispatcher, clock, logger, counters, durations, tracing };
    return extras.kind === 'command'
      ? new CommandExecutor(handler, extras, replier, parts)
      : new EventExecutor(handler, deadLetters, parts);
  }

  async #commit(): Promise<void> {
    const positions = this.#dispatcher.duePositions();
    if (positions.length === 0 || (await this.#group?.commit(positions)) !== true) return;
    for (const { track, offset } of positions) track.committed = offset;
  }
}
