import { createHash } from 'node:crypto';
import { jest } from '@jest/globals';
import type { DecideUnclaimedMoneyCommand, Reply, UnclaimedDecision, UnclaimedMoney } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { DecideUnclaimed } from '../../outgoing/unclaimed/decide-unclaimed.js';
import { UnclaimedCommands } from '../../outgoing/unclaimed/unclaimed.commands.js';
import { UnclaimedRepository } from '../../outgoing/unclaimed/unclaimed.repository.js';
import { PayoutWays } from '../../outgoing/payouts/payout-ways.js';
import type { RailPayouts } from '../../rails/connectors/connector.js';
import { PayerPhones } from '../../rails/prompts/payer-phones.js';
import { ReconcileStatements } from '../../readers/reconciliation/reconcile-statements.js';
import type { Run } from '../../readers/reconciliation/runs.repository.js';
import { RunsRepository } from '../../readers/reconciliation/runs.repository.js';
import { OperationsUnderTest, REFUSED } from '../operations-under-test.js';
import { accepted } from '../reversals/reversals-under-test.js';

export const PHONE = '+237677000001';
export const DISBURSEMENT = 'mtn_momo/disbursement';
const HEADER = 'operator_id,reference,time,amount,currency,kind,status,phone';
const DAY_MS = 86_400_000;

/** A payment of 700, of which 14 would have been the fee, that has failed. */
export interface FailedPayment {
  readonly chargeId: string;
  readonly intentId: string;
  readonly merchantId: string;
}

/** Two instances of charging with statements of days of their own. Returns are held: a spec settles them. */
export class UnclaimedUnderTest {
  #days = 0;

  private constructor(readonly charging: OperationsUnderTest) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<UnclaimedUnderTest> {
    const charging = await OperationsUnderTest.start(env);
    charging.pauseWorkers();
    return UnclaimedUnderTest.of(charging);
  }

  /** Statements and returns beside what another suite has begun. */
  static of(charging: OperationsUnderTest): UnclaimedUnderTest {
    const way = { floatOwner: DISBURSEMENT } as RailPayouts;
    for (const index of [0, 1]) jest.spyOn(charging.of(index).get(PayoutWays), 'of').mockReturnValue(way);
    return new UnclaimedUnderTest(charging);
  }

  end(): Promise<void> {
    return this.charging.end();
  }

  /** A day that no statement is of yet. */
  nextDay(): string {
    this.#days += 1;
    return new Date(Date.parse('2024-12-31') + this.#days * DAY_MS).toISOString().slice(0, 10);
  }

  async read(day: string, lines: readonly string[], header = HEADER): Promise<Run> {
    const file = Buffer.from([header, ...lines].map((line) => `${line}\n`).join(''));
    const runs = this.charging.of(0).get(RunsRepository);
    const hash = createHash('sha256').update(file).digest('hex');
    const run = await runs.begin({ rail: 'mtn_momo', mode: 'test', day }, hash, BigInt(file.length));
    if (run === undefined) throw new Error('the day has not ended');
    await this.charging.of(0).get(ReconcileStatements).reconcile(run, chunk(file));
    return (await runs.find(run.runId)) ?? run;
  }

  /** Money of a line of a day of its own. */
  async found({ amount = '700', phone = PHONE, day = this.nextDay() } = {}): Promise<UnclaimedMoney> {
    await this.read(day, [lineOf({ day, amount, phone })]);
    const money = (await this.list()).find((one) => one.day === day);
    if (money === undefined) throw new Error('nothing is listed');
    return money;
  }

  async confirmed(given: { readonly amount?: string; readonly day?: string } = {}): Promise<UnclaimedMoney> {
    const { unclaimedId } = await this.found(given);
    return accepted(await this.decide(unclaimedId, 'confirm'));
  }

  async list(): Promise<readonly UnclaimedMoney[]> {
    const commands = this.charging.of(0).get(UnclaimedCommands);
    return accepted(await commands.list({ mode: 'test', limit: 100 }, { producer: 'operator' })).unclaimed;
  }

  /** Decides the money as its row has it, or as `words` have it. */
  async decide(
    unclaimedId: string,
    decision: UnclaimedDecision,
    { intentId, instance = 0, ...words }: Given = {},
  ): Promise<Reply<UnclaimedMoney>> {
    const of = { unclaimedId, mode: 'test', decision, ...(intentId === undefined ? {} : { intentId }) } as const;
    const app = this.charging.of(instance);
    const read = await readOf(app.get(UnclaimedRepository), unclaimedId);
    return app.get(DecideUnclaimed).decide({ ...of, ...read, ...words }, { requestId: newId('request') });
  }

  /** A return that waits for its rail. */
  async returning(unclaimedId: string): Promise<string> {
    return accepted(await this.decide(unclaimedId, 'return')).returnId ?? '';
  }

  /** The rail answers a return. */
  async answer(returnId: string, outcome: 'paid' | 'refused'): Promise<void> {
    const operation = await this.charging.find(returnId);
    const paid = { kind: 'succeeded', amount: operation.amount, currency: 'XAF' } as const;
    await this.submitted(returnId);
    await this.charging.settle.settle({ ...operation, state: 'submitting' }, outcome === 'paid' ? paid : REFUSED);
  }

  /** A payment that has failed at `endedAt`, and had begun a minute before, or at `acceptedAt`. */
  async failed(
    merchantId = newId('merchant'),
    phone = PHONE,
    endedAt?: string,
    acceptedAt?: string,
  ): Promise<FailedPayment> {
    const operation = await this.charging.find(await this.charging.opened('pending', { merchantId }));
    const { operationId: chargeId, intentId } = operation;
    await this.charging.settle.settle(operation, REFUSED);
    const sealed = this.charging.of(0).get(PayerPhones).seal(phone, chargeId);
    await this.sql('UPDATE rail_operation SET phone = $2 WHERE operation_id = $1', [chargeId, sealed]);
    if (endedAt !== undefined) await this.#shift(chargeId, endedAt, acceptedAt);
    return { chargeId, intentId: intentId ?? '', merchantId };
  }

  /** The times of a payment never change: its guard is away meanwhile. */
  async #shift(chargeId: string, endedAt: string, acceptedAt: string | undefined): Promise<void> {
    await this.sql('ALTER TABLE rail_operation DISABLE TRIGGER guard_rail_operation');
    await this.sql(
      `UPDATE rail_operation SET ended_at = $2::timestamptz,
         accepted_at = coalesce($3::timestamptz, $2::timestamptz - interval '1 minute') WHERE operation_id = $1`,
      [chargeId, endedAt, acceptedAt ?? null],
    );
    await this.sql('ALTER TABLE rail_operation ENABLE TRIGGER guard_rail_operation');
  }

  async balance(kind: string, owner = ''): Promise<bigint> {
    return (await this.charging.world.balance(owner, kind)) ?? 0n;
  }

  violations(): Promise<readonly object[]> {
    return this.charging.world.violations();
  }

  sql<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
    return this.charging.world.database.query<Row>(text, [...values]);
  }

  private submitted(returnId: string): Promise<unknown> {
    return this.sql(
      `UPDATE rail_operation SET state = 'submitting', attempt = 1, submitted_at = clock_timestamp()
       WHERE operation_id = $1 AND state = 'requested'`,
      [returnId],
    );
  }
}

type Read = Pick<DecideUnclaimedMoneyCommand, 'rail' | 'currency' | 'amount' | 'operatorNumber' | 'phoneMasked'>;
interface Given extends Partial<Read> {
  readonly intentId?: string;
  readonly instance?: number;
}

/** The money of a row, as persons read it. */
export async function readOf(rows: UnclaimedRepository, unclaimedId: string): Promise<Read> {
  const row = await rows.find(unclaimedId, 'test');
  const {
    rail,
    amount,
    operatorNumber,
    phoneMasked = null,
  } = row ?? { rail: 'mtn_momo', amount: 1n, operatorNumber: 'none' };
  const phone = phoneMasked === null ? {} : { phoneMasked };
  return { rail, currency: 'XAF', amount: amount.toString(), operatorNumber, ...phone };
}

interface Line {
  readonly day: string;
  readonly number?: string;
  readonly amount?: string;
  readonly phone?: string;
  readonly reference?: string;
}

/** A line of money that came in. */
export function lineOf({ day, number = `op-${day}`, amount = '700', phone = PHONE, reference = '' }: Line): string {
  return [number, reference, `${day}T12:00:00+01:00`, amount, 'XAF', 'collection', 'succeeded', phone].join();
}

async function* chunk(file: Buffer): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(file);
}
