import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { OperationsRepository } from '../../../rails/operations/operations.repository.js';
import type { Neighbour } from '../../charging-under-test.js';
import { ChargingUnderTest } from '../../charging-under-test.js';
import { debitedBy, FAST, MobileMoney } from '../../mobile-money.js';
import { accepted } from '../payouts-under-test.js';
import { BatchesUnderTest, earnedBy, phonesOf } from './batches-under-test.js';

jest.setTimeout(600_000);

const ROWS = 1_000;
const ENDED_WITHIN_MS = 480_000;
/** The digits of the numbers of the seeded faults, and how the row of each ends: docs/rails.md. */
const FAULTS = [
  ['61', 'FAILED', 'rail_error'],
  ['62', 'COMPLETED', undefined],
  ['13', 'FAILED', 'payer_not_found'],
  ['60', 'COMPLETED', undefined],
] as const;

describe('a batch of many rows', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let apps: readonly RunningApp[];
  let money: MobileMoney;
  let batches: BatchesUnderTest;
  let operator: CommandBus;
  let intents: Neighbour;
  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    apps = await Promise.all([world.start(), world.start()]);
    [money, batches, operator, intents] = await Promise.all([
      MobileMoney.start(simulator, world),
      BatchesUnderTest.start(world),
      world.startOperator(),
      world.startNeighbour('intents'),
    ]);
  });
  afterAll(async () => {
    await batches.stop();
    await money.stop();
    await world.end();
    await simulator.stop();
  });

  it(`of ${ROWS} with 100 seeded faults ends each row as its oracle says, once`, async () => {
    const merchantId = await earnedBy({ world, operator, intents }, '500000');
    const before = await debitedBy(simulator, 'mtn_momo');
    const faulty = FAULTS.flatMap(([digits]) => phonesOf(25, digits));
    const good = phonesOf(ROWS - faulty.length);
    // a fault in every tenth row
    const phones = good
      .flatMap((phone, index) => (index % 9 === 0 ? [phone, faulty[index / 9] ?? []] : [phone]))
      .flat();
    const batch = await batches.ready(
      merchantId,
      phones.map((phone) => ({ phone })),
    );
    expect(batch).toMatchObject({ rowCount: ROWS, warningCount: 0 });
    accepted(await batches.approve(batch));
    // a collection is begun while they are sent, and settles long before them
    const charge = await money.pay('mtn_momo', '01', { merchantId: newId('merchant') });
    await world.settled([charge], 60_000);
    expect((await batches.get(batch)).status).toBe('PROCESSING');
    const ended = await batches.completed(batch, ENDED_WITHIN_MS);
    const expected = FAULTS.filter(([, status]) => status === 'FAILED').length * 25;
    expect(ended.counts).toEqual({
      pending: 0,
      processing: 0,
      completed: ROWS - expected,
      failed: expected,
      canceled: 0,
    });
    const oracle = new Map(FAULTS.map(([digits, status, code]) => [`********${digits}`, { status, code }]));
    for (const { phoneMasked, status, failure } of await batches.rowsOf(batch))
      expect({ status, code: failure?.code }).toEqual(
        oracle.get(phoneMasked) ?? { status: 'COMPLETED', code: undefined },
      );
    const paid = BigInt(ROWS - expected) * 100n;
    const collected = 700n;
    expect(before + collected - (await debitedBy(simulator, 'mtn_momo'))).toBe(paid);
    expect(await world.balance(merchantId, 'merchant')).toBe(492_500n - paid);
    expect(batches.countOf('payout.completed', merchantId)).toBe(ROWS - expected);
    expect(batches.countOf('payout.failed', merchantId)).toBe(expected);
    expect(batches.eventsOf(batch)).toEqual(['payout_batch.approved', 'payout_batch.completed']);
    expect(await world.violations()).toEqual([]);
  });

  it('leaves a collection its place: it is claimed by the next look, with 1,000 rows due', async () => {
    const repository = apps[0]?.get(OperationsRepository);
    if (repository === undefined) throw new Error('no instance');
    for (const app of apps)
      jest.spyOn(app.get(OperationsRepository), 'claim').mockResolvedValue({ operations: [], nextSeconds: null });
    const claim = OperationsRepository.prototype.claim.bind(repository);
    const merchantId = await earnedBy({ world, operator, intents }, '500000');
    const batch = await batches.ready(
      merchantId,
      phonesOf(ROWS).map((phone) => ({ phone })),
    );
    accepted(await batches.approve(batch));
    await eventually(async () => ((await batches.get(batch)).status === 'PROCESSING' ? true : undefined));
    // all are due at once, as they never are: the worker has to leave the places on its own
    await world.database.query(
      `UPDATE payout_batch_row SET state = 'released' WHERE batch_id = $1 AND state = 'placed'`,
      [batch.batchId],
    );
    await world.database.query(
      `INSERT INTO rail_operation (operation_id, kind, rail, merchant_id, ledger, amount, fee, phone, phone_masked, request_id, accepted_at,
        callback_token, due_at, is_bulk)
      SELECT p.payout_id, 'payout', p.rail, p.merchant_id, p.ledger, p.amount - p.fee, 0, 'x', '********01', 'r', clock_timestamp(), p.payout_id,
        clock_timestamp() - interval '1 hour', true
      FROM payout p WHERE p.merchant_id = $1 AND NOT EXISTS (SELECT FROM rail_operation o WHERE o.operation_id = p.payout_id)`,
      [merchantId],
    );
    const charge = await money.prepared('mtn_momo', '01', { merchantId: newId('merchant') });
    await intents.request(charge);
    await eventually(async () => {
      const rows = await world.database.query('SELECT FROM rail_operation WHERE operation_id = $1', [charge.chargeId]);
      return rows.length > 0 ? true : undefined;
    });
    const first = await claim('mtn_momo', { single: 32, bulk: 8 }, 60);
    expect(first.operations.filter(({ isBulk }) => isBulk)).toHaveLength(8);
    expect(first.operations.map(({ operationId }) => operationId)).toContain(charge.chargeId);
    const second = await claim('mtn_momo', { single: 31, bulk: 0 }, 60);
    expect(second.operations).toEqual([]);
    // what waits for a place does not wake the worker
    expect(second.nextSeconds ?? 1).toBeGreaterThan(0);
    jest.restoreAllMocks();
  });
});
