import { Module } from '@nestjs/common';
import type {
  ApprovePayoutBatchCommand,
  ChargeRequested,
  CreatePayoutBatchCommand,
  GivenBatchRow,
  PayoutBatch,
  PayoutBatchMoved,
  PayoutBatchRow,
  Reply,
} from '@paygate/contracts';
import * as contract from '@paygate/contracts';
import { CommandBus, MessagingModule } from '@paygate/messaging';
import type { Received } from '@paygate/messaging';
import { newId, PlatformModule, Sealer, ServiceConfig, sha256Base64url, uuidV7 } from '@paygate/platform';
import type { EventCollector } from '@paygate/testing';
import { eventCollector, eventually, PATIENCE_MS, startApp } from '@paygate/testing';
import type { ChargingUnderTest, Neighbour } from '../../charging-under-test.js';
import { fundedUser, request } from '../../charging-under-test.js';
import { accepted } from '../payouts-under-test.js';

@Module({
  imports: [PlatformModule.forService('gateway', ServiceConfig), MessagingModule.forService({ replies: true })],
})
class GatewayModule {}

/** A row as a test writes it. */
export interface Line {
  readonly number?: number;
  readonly phone: string;
  readonly amount?: string;
  readonly name?: string;
  readonly reference?: string;
}

const PART = 100;

/** A gateway that drafts batches and has them approved. */
export class BatchesUnderTest {
  private constructor(
    private readonly bus: CommandBus,
    private readonly sealer: Sealer,
    private readonly events: EventCollector,
    private readonly end: () => Promise<void>,
  ) {}

  static async start(world: ChargingUnderTest): Promise<BatchesUnderTest> {
    const events = await eventCollector(world.topics.prefix, contract.eventStreams.chargingPayouts);
    const app = await startApp({ name: 'gateway', module: GatewayModule, config: ServiceConfig, env: world.env });
    return new BatchesUnderTest(app.get(CommandBus), app.get(Sealer), events, async () => {
      await events.stop();
      await app.stop();
    });
  }

  stop(): Promise<void> {
    return this.end();
  }

  rows(lines: readonly Line[], first = 1): GivenBatchRow[] {
    return lines.map(({ number, phone, amount = '100', name, reference }, index) => ({
      number: number ?? first + index,
      phoneNumber: this.sealer.seal('charging', phone, 'payout-batch.phone'),
      amount,
      ...(name === undefined ? {} : { name: this.sealer.seal('charging', name, 'payout-batch.name') }),
      ...(reference === undefined ? {} : { reference }),
    }));
  }

  nameOf(row: PayoutBatchRow): string | undefined {
    return row.name === undefined ? undefined : this.sealer.open(row.name, 'payout-batch.name');
  }

  create(merchantId: string, given: Partial<CreatePayoutBatchCommand> = {}): Promise<Reply<PayoutBatch>> {
    const idempotency = { keyHash: sha256Base64url(newId('request')), bodyHash: sha256Base64url('body') };
    const command = { merchantId, mode: 'test', batchId: newId('payoutBatch'), name: 'Wages', rows: [] } as const;
    return this.bus.send(contract.createPayoutBatch, { ...command, rows: [], idempotency, ...given }, origin());
  }

  /** Adds rows as whoever drafted the batch. */
  add(batch: PayoutBatch, lines: readonly Line[], first = 1, actor = batch.draftedBy): Promise<Reply<PayoutBatch>> {
    const command = { ...of(batch), rows: this.rows(lines, first), ...(actor && { actor }) };
    return this.bus.send(contract.addPayoutBatchRows, command, origin());
  }

  seal(batch: PayoutBatch, actor?: string): Promise<Reply<PayoutBatch>> {
    return this.bus.send(contract.sealPayoutBatch, { ...of(batch), ...(actor && { actor }) }, origin());
  }

  act(
    verb: 'pausePayoutBatch' | 'resumePayoutBatch' | 'cancelPayoutBatch',
    batch: PayoutBatch,
  ): Promise<Reply<PayoutBatch>> {
    return this.bus.send(contract[verb], of(batch), origin());
  }

  approve(batch: PayoutBatch, given: Partial<ApprovePayoutBatchCommand> = {}): Promise<Reply<PayoutBatch>> {
    return this.bus.send(contract.approvePayoutBatch, approvalOf(batch, given), origin());
  }

  async get(batch: PayoutBatch): Promise<PayoutBatch> {
    return accepted(await this.bus.send(contract.getPayoutBatch, of(batch), origin()));
  }

  async list(merchantId: string): Promise<readonly PayoutBatch[]> {
    const command = { merchantId, mode: 'test', limit: 100 } as const;
    return accepted(await this.bus.send(contract.listPayoutBatches, command, origin())).batches;
  }

  /** All rows, in pages. */
  async rowsOf(batch: PayoutBatch): Promise<readonly PayoutBatchRow[]> {
    const all: PayoutBatchRow[] = [];
    for (;;) {
      const last = all.at(-1)?.number;
      const command = { ...of(batch), limit: PART, ...(last && { startingAfter: String(last) }) };
      const { rows, hasMore } = accepted(await this.bus.send(contract.listPayoutBatchRows, command, origin()));
      all.push(...rows);
      if (!hasMore) return all;
    }
  }

  async largest(batch: PayoutBatch, limit: number): Promise<readonly PayoutBatchRow[]> {
    const command = { ...of(batch), limit, order: 'largest' } as const;
    return accepted(await this.bus.send(contract.listPayoutBatchRows, command, origin())).rows;
  }

  /** A draft with these rows. */
  async drafted(merchantId: string, lines: readonly Line[], actor = newId('member')): Promise<PayoutBatch> {
    const batch = accepted(await this.create(merchantId, { actor }));
    for (let first = 0; first < lines.length; first += PART)
      accepted(await this.add(batch, lines.slice(first, first + PART), first + 1));
    return this.get(batch);
  }

  /** A batch that waits for its approval. */
  async ready(merchantId: string, lines: readonly Line[], actor = newId('member')): Promise<PayoutBatch> {
    return accepted(await this.seal(await this.drafted(merchantId, lines, actor), actor));
  }

  /** The events of a batch, each once. */
  eventsOf({ batchId }: PayoutBatch): readonly string[] {
    const own = this.events.events.filter(({ key }) => key === batchId);
    return [
      ...new Map(own.map(({ payload, type }) => [(payload as PayoutBatchMoved).eventId, type] as const)).values(),
    ];
  }

  /** The number of events of a type about payouts of a merchant, each once. */
  countOf(type: string, merchantId: string): number {
    const own = this.events.events.filter(
      (event) => event.type === type && (event.payload as { merchantId: string }).merchantId === merchantId,
    );
    return new Set(own.map(({ payload }) => (payload as { eventId: string }).eventId)).size;
  }

  completed(batch: PayoutBatch, timeoutMs = PATIENCE_MS): Promise<PayoutBatch> {
    return eventually(
      async () => {
        const now = await this.get(batch);
        return now.status === 'COMPLETED' ? now : undefined;
      },
      { timeoutMs },
    );
  }
}

export function approvalOf(
  batch: PayoutBatch,
  given: Partial<ApprovePayoutBatchCommand> = {},
): ApprovePayoutBatchCommand {
  const { hash, rowCount, total, repeats } = batch;
  return {
    ...{ ...of(batch), hash: hash ?? '', rowCount, total, actor: newId('member') },
    ...(repeats === null ? {} : { repeats }),
    ...given,
  };
}

export function of({ merchantId, mode, batchId }: PayoutBatch): Pick<PayoutBatch, 'merchantId' | 'mode' | 'batchId'> {
  return { merchantId, mode, batchId };
}

export function received<Payload>(payload: Payload): Received<Payload> {
  return { payload, id: uuidV7(), requestId: newId('request'), producer: 'gateway' } as Received<Payload>;
}

/** Numbers of MTN that end in `digits`, each another one. */
export function phonesOf(count: number, digits = '01'): readonly string[] {
  return Array.from({ length: count }, (_, index) => `+237677${String(index).padStart(4, '0')}${digits}`);
}

/** A merchant with settled money: of 1,000 francs 985. */
export async function earnedBy(
  { world, operator, intents }: { world: ChargingUnderTest; operator: CommandBus; intents: Neighbour },
  amount: string,
  merchantId = newId('merchant'),
): Promise<string> {
  const charge: ChargeRequested = request({ userId: await fundedUser(operator, amount), amount, merchantId });
  await intents.request(charge);
  await world.settled([charge]);
  return merchantId;
}

function origin(): { readonly requestId: string; readonly timeoutMs: number } {
  return { requestId: newId('request'), timeoutMs: PATIENCE_MS };
}
