import type { Type } from '@nestjs/common';
import { Controller, Module } from '@nestjs/common';
import type { EventContract, Reply, ServiceName, TableContract, TablePage } from '@paygate/contracts';
import { ReadTable } from '@paygate/contracts';
import type { Transaction } from '@paygate/messaging';
import { HandleCommand, MessagingModule, messagingMigrations, TableOwner, UnitOfWork } from '@paygate/messaging';
import { Database, DatabaseServiceConfig, PlatformModule } from '@paygate/platform';
import { RowsInMemory } from './rows-in-memory.js';
import type { RunningApp } from './start-app.js';
import { startApp } from './start-app.js';
import { testDatabase } from './test-database.js';

/** A service beside the one under test. A spec has it publish events and rows on the real bus, signed with its own key. */
export interface Neighbour {
  /** Emits events of one kind, all in one transaction. */
  emit<Payload extends object>(contract: EventContract<Payload>, ...payloads: NoInfer<Payload>[]): Promise<void>;
  putRow<Row extends { readonly version: number }>(contract: TableContract<Row>, row: NoInfer<Row>): Promise<void>;
  stop(): Promise<void>;
}

/**
 * A neighbour with a database of its own. One that owns a table runs from now on, because others read it; any other starts with its first
 * event.
 */
export async function startNeighbour<Row extends { readonly version: number }>(
  name: ServiceName,
  env: Readonly<Record<string, string>>,
  table?: TableContract<Row>,
): Promise<Neighbour> {
  const rows = table && new RowsInMemory(table);
  let starting: Promise<RunningApp> | undefined;
  const start = (): Promise<RunningApp> => (starting ??= runNeighbour(name, env, rows));
  if (rows !== undefined) await start();
  const write = async (work: (tx: Transaction) => void): Promise<void> => {
    const app = await start();
    await app.get(UnitOfWork).run((tx) => Promise.resolve(tx).then(work));
  };
  return {
    emit: (contract, ...payloads) =>
      write((tx) => {
        for (const payload of payloads) tx.emit(contract, payload);
      }),
    putRow: (contract, row) => {
      rows?.put(row as never);
      return write((tx) => {
        tx.putRow(contract, row);
      });
    },
    stop: async () => (await starting)?.stop(),
  };
}

async function runNeighbour<Row extends { readonly version: number }>(
  name: ServiceName,
  env: Readonly<Record<string, string>>,
  rows: RowsInMemory<Row> | undefined,
): Promise<RunningApp> {
  @Module({
    imports: [
      PlatformModule.forService(name, DatabaseServiceConfig),
      MessagingModule.forService({ ownedTables: rows === undefined ? [] : [rows.contract] }),
    ],
    controllers: rows === undefined ? [] : [readOf(rows)],
  })
  class NeighbourModule {}

  const database = await testDatabase(name, messagingMigrations);
  const app = await startApp({
    name,
    module: NeighbourModule,
    config: DatabaseServiceConfig,
    env: { ...env, DATABASE_URL: database.serviceUrl },
  });
  let stopping: Promise<void> | undefined;
  return { ...app, stop: () => (stopping ??= app.stop().then(() => database.drop())) };
}

function readOf<Row extends { readonly version: number }>(rows: RowsInMemory<Row>): Type {
  @Controller()
  class TablesCommands {
    constructor(private readonly database: Database) {}

    @HandleCommand(rows.contract.snapshot)
    read(command: ReadTable): Promise<Reply<TablePage>> {
      return new TableOwner(this.database, [rows]).read(command);
    }
  }
  return TablesCommands;
}
