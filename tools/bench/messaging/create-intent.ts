import { Controller, Module } from '@nestjs/common';
import type { Reply } from '@paygate/contracts';
import { accept, defineCommand, defineEvent, eventStreams } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import {
  HandleCommand,
  HandleCommandBatch,
  MessagingModule,
  messagingMigrations,
  Outbox,
  outboxInsertSql,
  outboxValues,
} from '@paygate/messaging';
import type { MigrationClass } from '@paygate/platform';
import { Database, DatabaseServiceConfig, newId, PlatformModule } from '@paygate/platform';
import { IsString, Length } from 'class-validator';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the benches create: a row as large as a payment intent, with the event that tells of it. */
export class Create {
  @IsString() @Length(1, 64) intentId!: string;
  @IsString() @Length(1, 64) merchantId!: string;
  @IsString() @Length(1, 12) amount!: string;
  @IsString() @Length(3, 3) currency!: string;
  @IsString() @Length(0, 500) description!: string;
  @IsString() @Length(2, 16_384) metadata!: string;
}
export class Created {
  @IsString() intentId!: string;
  @IsString() status!: string;
  @IsString() amount!: string;
}

export const createIntent = defineCommand({
  name: 'bench-create',
  owner: 'intents',
  callers: ['gateway'],
  request: Create,
  answer: Created,
  key: (request) => request.intentId,
  refusals: [],
});
export const echo = defineCommand({ ...createIntent, name: 'bench-echo' });
export const created = defineEvent({
  type: 'bench.created',
  stream: eventStreams.intents,
  payload: Create,
  key: (payload) => payload.intentId,
});

export class CreateBenchIntents1763700000000 implements MigrationInterface {
  readonly name = 'CreateBenchIntents1763700000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE intents (
        id text COLLATE "C" PRIMARY KEY,
        merchant_id text COLLATE "C" NOT NULL,
        amount bigint NOT NULL,
        currency text NOT NULL,
        status text NOT NULL,
        description text NOT NULL,
        metadata text NOT NULL,
        version integer NOT NULL DEFAULT 1,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE intents');
  }
}
export const benchMigrations: readonly MigrationClass[] = [...messagingMigrations, CreateBenchIntents1763700000000];

/** One statement for the whole batch: rows, and the outbox. */
const INSERT_INTENTS = `
  WITH ob AS (${outboxInsertSql(7)})
  INSERT INTO intents (id, merchant_id, amount, currency, status, description, metadata)
  SELECT id, merchant_id, amount, currency, 'PENDING', description, metadata
  FROM unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::text[], $6::text[])
    AS given (id, merchant_id, amount, currency, description, metadata)`;

/** The same for one row from plain values: what a bare route does. */
export const INSERT_INTENT = `
  INSERT INTO intents (id, merchant_id, amount, currency, status, description, metadata)
  VALUES ($1, $2, $3, $4, 'PENDING', $5, $6)`;

export function sampleIntent(): Create {
  return {
    intentId: newId('intent'),
    merchantId: 'mer_01h455vb4pex5vsknk084sn02q',
    amount: '1500',
    currency: 'XAF',
    description: 'Order 1234',
    metadata: '{"orderId":"1234","customer":"Ada"}',
  };
}

@Controller()
export class BenchIntents {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  @HandleCommandBatch(createIntent)
  async create(batch: readonly Received<Create>[]): Promise<readonly Reply<Created>[]> {
    const rows = this.outbox.rows(
      batch.map(({ id, requestId, payload }) => ({ contract: created, payload, requestId, causationId: id })),
    );
    const column = (name: keyof Create): string[] => batch.map((message) => message.payload[name]);
    await this.database.execute({
      name: 'bench-create',
      text: INSERT_INTENTS,
      values: [
        column('intentId'),
        column('merchantId'),
        column('amount'),
        column('currency'),
        column('description'),
        column('metadata'),
        ...outboxValues(rows),
      ],
    });
    this.outbox.publish(rows);
    return batch.map(({ payload }) =>
      accept({ intentId: payload.intentId, status: 'PENDING', amount: payload.amount }),
    );
  }

  @HandleCommand(echo)
  echo(payload: Create): Promise<Reply<Created>> {
    return Promise.resolve(accept({ intentId: payload.intentId, status: 'PENDING', amount: payload.amount }));
  }
}

@Module({
  imports: [PlatformModule.forService('intents', DatabaseServiceConfig), MessagingModule.forService()],
  controllers: [BenchIntents],
})
export class BenchIntentsModule {}
