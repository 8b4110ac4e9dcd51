import { Controller, Inject, Module } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, refuse } from '@paygate/contracts';
import type { MigrationClass } from '@paygate/platform';
import { DatabaseServiceConfig, PlatformModule } from '@paygate/platform';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { Received } from '../index.js';
import { HandleCommandBatch, HandleEventBatch, MessagingModule, messagingMigrations, UnitOfWork } from '../index.js';
import type { Deposit, Deposited, Moved } from './toy-contracts.js';
import { deposit, moved, movedBack } from './toy-contracts.js';

/** Effects have no key that would hide a second one: what happens twice is counted twice. */
class CreateToyLedger1763700000001 implements MigrationInterface {
  readonly name = 'CreateToyLedger1763700000001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE effects (
        message_id uuid NOT NULL, type text NOT NULL, account text NOT NULL, number integer NOT NULL, instance text NOT NULL
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE effects');
  }
}
export const toyMigrations: readonly MigrationClass[] = [...messagingMigrations, CreateToyLedger1763700000001];

/** The interference of a spec with the handlers. */
export interface Meddling {
  /** Called with each batch before it is written. */
  before?: (batch: readonly Received<object>[]) => Promise<void> | void;
}
export const MEDDLING = Symbol('MEDDLING');

const INSERT_EFFECTS = `
  INSERT INTO effects (message_id, type, account, number, instance)
  SELECT *, $5 FROM unnest($1::uuid[], $2::text[], $3::text[], $4::integer[])`;

/** The owner of the stream: stores deposits and publishes an event for each. */
@Controller()
export class ToyOwner {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly config: DatabaseServiceConfig,
    @Inject(MEDDLING) private readonly meddling: Meddling,
  ) {}

  @HandleCommandBatch(deposit)
  async take(batch: readonly Received<Deposit>[]): Promise<readonly Reply<Deposited>[]> {
    await this.meddling.before?.(batch);
    return this.unitOfWork.run(async (tx) => {
      const first = await tx.firstTime(batch);
      const news = batch.filter((message) => first.has(message.id));
      await tx.execute(effectsOf(news, this.config.INSTANCE_ID, (payload) => payload.amount));
      for (const { payload } of news) tx.emit(moved, { account: payload.account, amount: 1, number: payload.amount });
      return batch.map(({ payload }) =>
        payload.account === 'nobody'
          ? refuse('intent_not_found')
          : accept({ account: payload.account, balance: payload.amount }),
      );
    });
  }
}

/** A reader of the stream. */
@Controller()
export class ToyReader {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly config: DatabaseServiceConfig,
    @Inject(MEDDLING) private readonly meddling: Meddling,
  ) {}

  @HandleEventBatch(moved, movedBack)
  async take(batch: readonly Received<Moved>[]): Promise<void> {
    await this.meddling.before?.(batch);
    await this.unitOfWork.run(async (tx) => {
      const first = await tx.firstTime(batch);
      const news = batch.filter((message) => first.has(message.id));
      await tx.execute(effectsOf(news, this.config.INSTANCE_ID, (payload) => payload.number));
    });
  }
}

function effectsOf<Payload extends { readonly account: string }>(
  batch: readonly Received<Payload>[],
  instance: string,
  number: (payload: Payload) => number,
): { name: string; text: string; values: unknown[] } {
  const values = [
    batch.map((message) => message.id),
    batch.map((message) => message.type),
    batch.map((message) => message.payload.account),
    batch.map((message) => number(message.payload)),
    instance,
  ];
  return { name: 'toy-effects', text: INSERT_EFFECTS, values };
}

export const meddling: Meddling = {};
const providers = [{ provide: MEDDLING, useValue: meddling }];

@Module({
  imports: [PlatformModule.forService('intents', DatabaseServiceConfig), MessagingModule.forService()],
  controllers: [ToyOwner],
  providers,
})
export class ToyOwnerModule {}

@Module({
  imports: [PlatformModule.forService('webhooks', DatabaseServiceConfig), MessagingModule.forService()],
  controllers: [ToyReader],
  providers,
})
export class ToyReaderModule {}
