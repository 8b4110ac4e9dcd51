import { Module } from '@nestjs/common';
import type { EventContract, ServiceName, TableContract } from '@paygate/contracts';
import type { MessagingOptions } from '@paygate/messaging';
import { MessagingModule, messagingMigrations, UnitOfWork } from '@paygate/messaging';
import { DatabaseServiceConfig, PlatformModule } from '@paygate/platform';
import { startApp } from './start-app.js';
import { testDatabase } from './test-database.js';

/** A service beside the one under test, which says on the real bus what a spec has it say, signed with its own key. */
export interface Neighbour {
  /** Emits events of one kind, all in one transaction. */
  emit<Payload extends object>(contract: EventContract<Payload>, ...payloads: NoInfer<Payload>[]): Promise<void>;
  putRow<Row extends { readonly version: number }>(contract: TableContract<Row>, row: NoInfer<Row>): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a neighbour with a database of its own; `messaging` names the tables it owns. */
export async function startNeighbour(
  name: ServiceName,
  env: Readonly<Record<string, string>>,
  messaging: MessagingOptions = {},
): Promise<Neighbour> {
  @Module({ imports: [PlatformModule.forService(name, DatabaseServiceConfig), MessagingModule.forService(messaging)] })
  class NeighbourModule {}

  const database = await testDatabase(name, messagingMigrations);
  const app = await startApp({
    name,
    module: NeighbourModule,
    config: DatabaseServiceConfig,
    env: { ...env, DATABASE_URL: database.serviceUrl },
  });
  const unitOfWork = app.get(UnitOfWork);
  let stopping: Promise<void> | undefined;
  return {
    emit: (contract, ...payloads) =>
      unitOfWork.run((tx) => {
        for (const payload of payloads) tx.emit(contract, payload);
        return Promise.resolve();
      }),
    putRow: (contract, row) =>
      unitOfWork.run((tx) => {
        tx.putRow(contract, row);
        return Promise.resolve();
      }),
    stop: () => (stopping ??= app.stop().then(() => database.drop())),
  };
}
