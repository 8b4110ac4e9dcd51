import type { DynamicModule, Provider } from '@nestjs/common';
import { Module } from '@nestjs/common';
import type { Principal } from '@paygate/contracts';
import {
  Clock,
  Database,
  Health,
  Logger,
  JobScheduler,
  SERVICE_NAME,
  ServiceConfig,
  ShutdownCoordinator,
  TRANSPORT,
  Tracing,
} from '@paygate/platform';
import { Registry } from 'prom-client';
import { Bus } from './bus.js';
import { CommandBus } from './commands/command-bus.js';
import { HandledMessages } from './consumer/handled-messages.js';
import type { AnyTable } from './contracts.js';
import { Counters } from './counters.js';
import { Outbox } from './outbox/outbox.js';
import { UnitOfWork } from './outbox/unit-of-work.js';
import { tableToken } from './tables/table.js';

export interface MessagingOptions {
  /** This service sends commands to others and reads their replies. */
  readonly replies?: boolean;
  /** The time in which the messages of a stream gather, by which commands wait longer, too; 0 when absent. Milliseconds. */
  readonly gatherMs?: number;
  /** Tables this service holds in memory: each is injected by its `tableToken`. */
  readonly tables?: readonly AnyTable[];
  /** Tables this service owns: it publishes their heartbeats. A TableOwner answers the readers. */
  readonly ownedTables?: readonly AnyTable[];
}

type BusParts = [
  self: Principal,
  config: ServiceConfig,
  clock: Clock,
  logger: Logger,
  health: Health,
  metrics: Registry,
  tracing: Tracing,
  shutdown: ShutdownCoordinator,
  periodic: JobScheduler,
  database?: Database,
];

/** Connects a service to the bus: its handlers, its commands, its outbox and its tables. */
@Module({})
export class MessagingModule {
  static forService(options: MessagingOptions = {}): DynamicModule {
    const { tables = [] } = options;
    const providers: Provider[] = [
      busOf(options),
      { provide: TRANSPORT, useFactory: (bus: Bus) => bus.server, inject: [Bus] },
      { provide: Counters, useFactory: (bus: Bus) => bus.counters, inject: [Bus] },
      { provide: CommandBus, useFactory: (bus: Bus) => bus.commands, inject: [Bus] },
      { provide: HandledMessages, useFactory: (bus: Bus) => bus.handled, inject: [Bus] },
      { provide: Outbox, useFactory: (bus: Bus) => bus.outbox, inject: [Bus] },
      { provide: UnitOfWork, useFactory: (bus: Bus) => bus.unitOfWork, inject: [Bus] },
      ...tables.map((table, index) => ({
        provide: tableToken(table),
        useFactory: (bus: Bus) => bus.tables[index],
        inject: [Bus],
      })),
    ];
    const provided = providers.map((provider) => (typeof provider === 'function' ? provider : provider.provide));
    return { module: MessagingModule, global: true, providers, exports: provided };
  }
}

function busOf({ replies = false, gatherMs = 0, tables = [], ownedTables = [] }: MessagingOptions): Provider {
  return {
    provide: Bus,
    useFactory: (...[self, config, clock, logger, health, metrics, tracing, shutdown, periodic, database]: BusParts) =>
      new Bus({
        ...{
          self,
          config,
          clock,
          logger,
          health,
          metrics,
          tracing,
          shutdown,
          periodic,
          replies,
          gatherMs,
          tables,
          ownedTables,
        },
        ...(database === undefined ? {} : { database }),
      }),
    inject: [
      SERVICE_NAME,
      ServiceConfig,
      Clock,
      Logger,
      Health,
      Registry,
      Tracing,
      ShutdownCoordinator,
      JobScheduler,
      { token: Database, optional: true },
    ],
  };
}
