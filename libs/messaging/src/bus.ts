import { setTimeout as delay } from 'node:timers/promises';
import type { OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import type { Principal, ServiceName } from '@paygate/contracts';
import type {
  Clock,
  Database,
  Health,
  Logger,
  ServiceConfig,
  ShutdownCoordinator,
  ShutdownPhase,
} from '@paygate/platform';
import { parseKeyring, shutdownPhases } from '@paygate/platform';
import { CommandClient } from './client/command-client.js';
import { ReplyFeed } from './client/reply-feed.js';
import { CommandBus } from './command-bus.js';
import type { AnyTable } from './contracts.js';
import { Counters } from './counters.js';
import { DeadLetterOffice } from './dead-letters/dead-letter-office.js';
import { MessageSigner } from './envelope/message-signer.js';
import { BatchingProducer } from './kafka/batching-producer.js';
import type { KafkaConnectionOptions } from './kafka/kafka-connection.js';
import { OwnGroup } from './kafka/own-group.js';
import { Names } from './names.js';
import { Storage } from './outbox/storage.js';
import { KafkaServer } from './server/kafka-server.js';
import { Replier } from './server/replier.js';
import { TableComparison } from './tables/table-comparison.js';
import { TableFeed } from './tables/table-feed.js';
import { Table } from './tables/table.js';

export interface BusOptions {
  readonly self: Principal;
  readonly config: ServiceConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly health: Health;
  readonly shutdown: ShutdownCoordinator;
  /** Without one there is no outbox, and heartbeats of tables set the clock. */
  readonly database?: Database;
  readonly replies: boolean;
  readonly tables: readonly AnyTable[];
  readonly ownedTables: readonly AnyTable[];
}

/** How long a first command waits for a bus that is still joining. */
const START_TIMEOUT_MS = 5_000;
const START_POLL_MS = 20;

/** All parts of one process on the bus, and their life: started together, stopped in the order of the shutdown. */
export class Bus implements OnModuleInit, OnApplicationShutdown {
  readonly counters = new Counters();
  readonly server: KafkaServer;
  readonly commands: CommandBus;
  readonly client: CommandClient;
  readonly storage: Storage | undefined;
  readonly tables: readonly Table<{ readonly version: number }>[];
  readonly #producer: BatchingProducer;
  readonly #deadLetters: DeadLetterOffice;
  readonly #replies: ReplyFeed | undefined;
  readonly #tableFeed: TableFeed | undefined;
  readonly #comparison: TableComparison;
  readonly #ownGroup: OwnGroup | undefined;
  readonly #done = new Set<ShutdownPhase>();
  #started = false;
  #stopped = false;

  constructor(options: BusOptions) {
    const { self, config, clock, logger, database } = options;
    const { counters } = this;
    const names = new Names(config.TOPIC_PREFIX);
    const signer = new MessageSigner(self, parseKeyring(config.MESSAGE_KEYS.reveal()));
    const instance = config.INSTANCE_ID;
    const connection: KafkaConnectionOptions = {
      brokers: config.KAFKA_BROKERS,
      clientId: `${self}-${instance}`,
      logger,
    };
    const producer = new BatchingProducer(connection);
    this.#producer = producer;
    const parts = { connection, producer, signer, names, instance, clock, logger, counters };
    // only services have handlers, and only handlers put messages aside
    this.#deadLetters = new DeadLetterOffice({ ...parts, consumer: self as ServiceName });
    this.server = new KafkaServer({
      ...parts,
      groupId: names.serviceGroup(self),
      replier: new Replier(parts),
      deadLetters: this.#deadLetters,
    });
    this.client = new CommandClient(parts);
    this.commands = new CommandBus(this.client, () => this.#starting());
    const hasTables = options.tables.length > 0;
    if (options.replies || hasTables) {
      this.#replies = new ReplyFeed(names, (message) => {
        this.client.take(message);
      });
      this.client.use(this.#replies);
    }
    this.tables = options.tables.map((contract) => new Table(contract as never, clock));
    this.#comparison = new TableComparison({ ...parts, commands: this.commands });
    if (hasTables)
      this.#tableFeed = new TableFeed({
        ...{ names, signer, counters, tables: this.tables, comparison: this.#comparison },
        ...(database === undefined ? { clock } : {}),
      });
    const feeds = [this.#replies, this.#tableFeed].filter((feed) => feed !== undefined);
    const groupId = names.repliesGroup(instance);
    if (feeds.length > 0) this.#ownGroup = new OwnGroup({ connection, groupId, feeds, logger });
    if (database !== undefined) this.storage = new Storage({ ...parts, database, ownedTables: options.ownedTables });
    this.#register(options.health, options.shutdown);
  }

  onModuleInit(): void {
    if (this.#started) return;
    this.#started = true;
    this.#producer.start();
    this.#ownGroup?.start();
    this.storage?.start();
  }

  /** For processes that end without the coordinator, as tools do. */
  async onApplicationShutdown(): Promise<void> {
    for (const phase of shutdownPhases) await this.#run(phase);
  }

  #register(health: Health, shutdown: ShutdownCoordinator): void {
    health.register('bus', () => this.#producer.ready || 'the broker does not answer');
    health.register('messages', () => this.server.ready || 'not consuming');
    health.register('own group', () => this.#ownGroup?.reading !== false || 'not reading');
    health.register('replies', () => this.#replies?.ready !== false);
    health.count(() => this.counters.all());
    health.register('tables', () => this.#tableFeed?.complete !== false);
    for (const phase of shutdownPhases) shutdown.on(phase, 'messaging', () => this.#run(phase));
  }

  async #run(phase: ShutdownPhase): Promise<void> {
    if (this.#done.has(phase)) return;
    this.#done.add(phase);
    switch (phase) {
      case 'stop-intake':
        this.#stopped = true;
        this.server.stopIntake();
        this.#comparison.stop();
        return;
      case 'finish':
        this.#deadLetters.stop();
        await this.server.finish();
        return;
      case 'flush':
        await Promise.all([this.storage?.flush(), this.#producer.flush(), this.#stopReading()]);
        return;
      case 'close':
        await this.#producer.close();
    }
  }

  async #stopReading(): Promise<void> {
    this.client.close();
    await this.#ownGroup?.stop();
  }

  /** A promise until commands can be sent for the first time, and not for ever. */
  #starting(): Promise<void> | undefined {
    if (this.#stopped || this.#replies === undefined || this.#replies.ready) return undefined;
    return this.#untilReady(this.#replies);
  }

  async #untilReady(replies: ReplyFeed): Promise<void> {
    const endMs = performance.now() + START_TIMEOUT_MS;
    while (!replies.ready && performance.now() < endMs && !this.#stopped) await delay(START_POLL_MS);
  }
}
