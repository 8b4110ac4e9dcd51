import { setTimeout as delay } from 'node:timers/promises';
import type { OnModuleInit } from '@nestjs/common';
import type { Principal, ServiceName } from '@paygate/contracts';
import type {
  Clock,
  Database,
  Health,
  Logger,
  JobScheduler,
  ServiceConfig,
  ShutdownCoordinator,
  ShutdownPhase,
  Tracing,
} from '@paygate/platform';
import { shutdownPhases } from '@paygate/platform';
import type { Registry } from 'prom-client';
import { CommandBus } from './commands/command-bus.js';
import { Replier } from './commands/replier.js';
import { ReplyReader } from './commands/reply-reader.js';
import { InstanceConsumer } from './server/instance-consumer.js';
import { HandledMessages } from './consumer/handled-messages.js';
import { KafkaServer } from './server/kafka-server.js';
import type { AnyTable } from './contracts.js';
import { LocalMessages } from './local/local-messages.js';
import { HandlingDurations } from './consumer/handling-durations.js';
import { Counters } from './counters.js';
import { DeadLetterQueue } from './dead-letters/dead-letter-queue.js';
import { messageKeysOf } from './envelope/message-keys.js';
import { MessageSigner } from './envelope/message-signer.js';
import { pruneInbox } from './inbox/inbox.repository.js';
import type { KafkaConnectionOptions } from './kafka/kafka-connection.js';
import { kafkaAddress, kafkaConnection } from './kafka/kafka-connection.js';
import {
  INBOX_PRUNE_INTERVAL_SECONDS,
  OUTBOX_SWEEP_INTERVAL_SECONDS,
  TABLE_HEARTBEAT_SECONDS,
  TABLES_AT_START_MS,
} from './limits.js';
import { Names } from './names.js';
import { OutboxSweeper } from './outbox/outbox-sweeper.js';
import { measureOutboxAge } from './outbox/outbox-age.js';
import { Outbox } from './outbox/outbox.js';
import { UnitOfWork } from './outbox/unit-of-work.js';
import { BatchingProducer } from './producer/batching-producer.js';
import { SnapshotReader } from './tables/snapshot-reader.js';
import { TableHeartbeat } from './tables/table-heartbeat.js';
import { TableReader } from './tables/table-reader.js';
import type { TableRow } from './tables/table.js';
import { Table } from './tables/table.js';

export interface BusOptions {
  readonly self: Principal;
  readonly config: ServiceConfig;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly health: Health;
  readonly metrics: Registry;
  readonly tracing: Tracing;
  readonly shutdown: ShutdownCoordinator;
  readonly periodic: JobScheduler;
  /** Without one there is no outbox, and heartbeats of tables set the clock. */
  readonly database?: Database;
  readonly replies: boolean;
  /** The time in which the messages of a stream gather. Milliseconds. */
  readonly gatherMs: number;
  readonly tables: readonly AnyTable[];
  readonly ownedTables: readonly AnyTable[];
}

/** The parts that most others need. */
type Parts = Pick<BusOptions, 'clock' | 'logger' | 'tracing'> & {
  readonly connection: KafkaConnectionOptions;
  readonly producer: BatchingProducer;
  readonly local: LocalMessages | undefined;
  readonly signer: MessageSigner;
  readonly names: Names;
  readonly counters: Counters;
};

/** All parts of one process on the bus, and their life: started together, stopped in the order of the shutdown. */
export class Bus implements OnModuleInit {
  readonly counters: Counters;
  readonly server: KafkaServer;
  readonly commands: CommandBus;
  readonly handled: HandledMessages;
  readonly outbox: Outbox | undefined;
  readonly unitOfWork: UnitOfWork | undefined;
  readonly tables: readonly Table<TableRow>[];
  readonly #producer: BatchingProducer;
  readonly #deadLetters: DeadLetterQueue;
  readonly #snapshots: SnapshotReader;
  readonly #instanceConsumer: InstanceConsumer | undefined;

  constructor(options: BusOptions) {
    const { self, config, clock, logger, tracing, database } = options;
    const counters = (this.counters = new Counters(options.metrics));
    const names = new Names(config.TOPIC_PREFIX);
    const signer = new MessageSigner(self, messageKeysOf(config, { self, ownsTables: options.ownedTables.length > 0 }));
    const connection = { ...kafkaAddress(config), clientId: `${self}-${config.INSTANCE_ID}`, logger };
    const local = config.ONE_PROCESS ? LocalMessages.of(config.TOPIC_PREFIX) : undefined;
    const producer = new BatchingProducer(connection, local);
    const parts: Parts = { connection, producer, local, signer, names, clock, logger, counters, tracing };
    this.#producer = producer;
    // only services have handlers, and only handlers have dead letters
    this.#deadLetters = new DeadLetterQueue({ ...parts, consumer: self as ServiceName });
    const tables = (this.tables = options.tables.map((contract) => new Table(contract as never, clock)));
    this.server = new KafkaServer({
      ...parts,
      gatherMs: options.gatherMs,
      prepared: completeOf(tables),
      groupId: names.serviceGroup(self),
      replier: new Replier(parts),
      deadLetters: this.#deadLetters,
      durations: new HandlingDurations(options.metrics),
    });
    this.server.measureLag(options.metrics);
    this.handled = new HandledMessages(kafkaConnection(connection), names, names.serviceGroup(self));
    this.commands = new CommandBus(parts);
    this.#snapshots = new SnapshotReader(this.commands, logger);
    this.#instanceConsumer = this.#consumerOf(options, parts);
    if (database !== undefined) {
      this.outbox = new Outbox({ ...parts, database });
      this.unitOfWork = new UnitOfWork(database, this.outbox);
      repeatWork(options, parts, database, this.outbox);
      measureOutboxAge(options.metrics, database);
    }
    this.#register(options);
  }

  onModuleInit(): void {
    this.#producer.start();
    this.#instanceConsumer?.start();
  }

  /** The reader of replies and tables, if this process has one. */
  #consumerOf(options: BusOptions, parts: Parts): InstanceConsumer | undefined {
    const { commands, tables } = this;
    if (!options.replies && tables.length === 0) return undefined;
    const replies = new ReplyReader(parts, (message) => commands.take(message));
    commands.use(replies);
    return new InstanceConsumer({
      ...parts,
      groupId: parts.names.instanceGroup(options.self, options.config.INSTANCE_ID),
      replies,
      tables: new TableReader({
        ...{ ...parts, tables, snapshots: this.#snapshots },
        ...(options.database === undefined ? { setsClock: true } : {}),
      }),
    });
  }

  #register({ health, shutdown }: BusOptions): void {
    health.register('bus', () => this.#producer.ready || 'the broker does not answer');
    health.register('messages', () => this.server.ready || 'not consuming');
    health.register('replies', () => this.#instanceConsumer?.ready !== false || 'not reading');
    health.register('tables', () => this.tables.every((table) => table.complete));
    for (const phase of shutdownPhases) shutdown.on(phase, 'messaging', () => this.#run(phase));
  }

  async #run(phase: ShutdownPhase): Promise<void> {
    switch (phase) {
      case 'stop-intake':
        this.commands.stop();
        this.server.stopIntake();
        this.#snapshots.stop();
        return;
      case 'finish':
        this.#deadLetters.stop();
        await this.server.finish();
        return;
      case 'flush':
        await Promise.all([this.outbox?.flush(), this.#producer.flush(), this.#stopReading()]);
        return;
      case 'close':
        await this.#producer.close();
    }
  }

  async #stopReading(): Promise<void> {
    this.commands.close();
    await this.#instanceConsumer?.stop();
  }
}

/**
 * The tables of an instance that starts: a member of the group whose tables are not complete would refuse what the other instances
 * can do. Without their owner it serves after a bound, because most commands need no table.
 */
function completeOf(tables: readonly Table<TableRow>[]): Promise<unknown> {
  const bound = delay(TABLES_AT_START_MS, undefined, { ref: false });
  return Promise.race([Promise.all(tables.map(({ ready }) => ready)), bound]);
}

/** The repeated work of a service with a database. */
function repeatWork({ periodic, ownedTables }: BusOptions, parts: Parts, database: Database, outbox: Outbox): void {
  const sweeper = new OutboxSweeper(outbox, { ...parts, database });
  const heartbeat = new TableHeartbeat(ownedTables, { ...parts, database });
  periodic.search({ name: 'outbox', everySeconds: OUTBOX_SWEEP_INTERVAL_SECONDS, work: () => sweeper.sweep() });
  periodic.repeat({ name: 'inbox', everySeconds: INBOX_PRUNE_INTERVAL_SECONDS, work: () => pruneInbox(database) });
  if (ownedTables.length > 0)
    periodic.repeat({ name: 'heartbeats', everySeconds: TABLE_HEARTBEAT_SECONDS, work: () => heartbeat.beat() });
}
