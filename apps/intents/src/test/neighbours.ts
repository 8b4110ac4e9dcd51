import type { EventContract, TableContract } from '@paygate/contracts';
import { otpTokenKeyTable } from '@paygate/contracts';
import { MessagingModule, messagingMigrations, UnitOfWork } from '@paygate/messaging';
import { DatabaseServiceConfig, PlatformModule } from '@paygate/platform';
import { startApp, testDatabase } from '@paygate/testing';
import { Module } from '@nestjs/common';

/** A service beside intents that says what a spec has it say, signed with its own key. */
export interface Neighbour {
  emit<Payload extends object>(contract: EventContract<Payload>, payload: NoInfer<Payload>): Promise<void>;
  putRow<Row extends { readonly version: number }>(contract: TableContract<Row>, row: NoInfer<Row>): Promise<void>;
  stop(): Promise<void>;
}

@Module({
  imports: [
    PlatformModule.forService('otp', DatabaseServiceConfig),
    MessagingModule.forService({ ownedTables: [otpTokenKeyTable] }),
  ],
})
class OtpModule {}

@Module({ imports: [PlatformModule.forService('charging', DatabaseServiceConfig), MessagingModule.forService()] })
class ChargingModule {}

const modules = { otp: OtpModule, charging: ChargingModule };

export async function startNeighbour(
  name: keyof typeof modules,
  env: Readonly<Record<string, string>>,
): Promise<Neighbour> {
  const database = await testDatabase(name, messagingMigrations);
  const app = await startApp({
    name,
    module: modules[name],
    config: DatabaseServiceConfig,
    env: { ...env, DATABASE_URL: database.url },
  });
  const unitOfWork = app.get(UnitOfWork);
  let stopping: Promise<void> | undefined;
  return {
    emit: (contract, payload) =>
      unitOfWork.run((tx) => {
        tx.emit(contract, payload);
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
