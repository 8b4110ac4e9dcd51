import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { OperationsRepository } from '../../../rails/operations/operations.repository.js';
import type { Neighbour } from '../../charging-under-test.js';
import { ChargingUnderTest } from '../../charging-under-test.js';
import { FAST, MobileMoney } from '../../mobile-money.js';
import { accepted } from '../payouts-under-test.js';
import { BatchesUnderTest, earnedBy, phonesOf } from './batches-under-test.js';

jest.setTimeout(240_000);

const ROWS = 1_000;
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
