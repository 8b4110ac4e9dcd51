import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { PayoutBatch } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { ledgerOf } from '../../../books/ledger/domain/ledger.js';
import { OpenRows } from '../../../outgoing/payouts/batches/open-rows.js';
import { ReleaseRows } from '../../../outgoing/payouts/batches/release-rows.js';
import { OperationsRepository } from '../../../rails/operations/operations.repository.js';
import type { Neighbour } from '../../charging-under-test.js';
import { ChargingUnderTest } from '../../charging-under-test.js';
import { FAST, MobileMoney, suspended } from '../../mobile-money.js';
import { accepted } from '../payouts-under-test.js';
import { BatchesUnderTest, earnedBy, phonesOf } from './batches-under-test.js';

jest.setTimeout(240_000);

/** Guarantees that a batch is sent for a merchant who is active, and that a mode waits for no rows of the other. */
describe('rows of batches', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let app: RunningApp;
  let money: MobileMoney;
  let batches: BatchesUnderTest;
  let operator: CommandBus;
  let intents: Neighbour;
  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    app = await world.start();
    [money, batches, operator, intents] = await Promise.all([
      MobileMoney.start(simulator, world),
      BatchesUnderTest.start(world),
      world.startOperator(),
      world.startNeighbour('intents'),
    ]);
  });
  afterEach(() => {
    suspended.clear();
    jest.restoreAllMocks();
  });
  afterAll(async () => {
    await batches.stop();
    await money.stop();
    await world.end();
    await simulator.stop();
  });

  async function readyOf(rows: number): Promise<PayoutBatch> {
    const merchantId = await earnedBy({ world, operator, intents }, '10000');
    return batches.ready(
      merchantId,
      phonesOf(rows).map((phone) => ({ phone })),
    );
  }

  it('of a merchant who is suspended after the approval are not sent before the merchant is active again', async () => {
    const [batch, other] = [await readyOf(3), await readyOf(3)];
    suspended.add(batch.merchantId);
    accepted(await batches.approve(batch));
    accepted(await batches.approve(other));
    expect((await batches.completed(other)).counts).toMatchObject({ completed: 3 });
    const paused = await eventually(async () => {
      const now = await batches.get(batch);
      return now.status === 'PAUSED' ? now : undefined;
    });
    expect(paused.counts).toEqual({ pending: 3, processing: 0, completed: 0, failed: 0, canceled: 0 });
    expect(accepted(await batches.act('resumePayoutBatch', batch)).status).toBe('PROCESSING');
    await eventually(async () => ((await batches.get(batch)).status === 'PAUSED' ? true : undefined));
    suspended.clear();
    accepted(await batches.act('resumePayoutBatch', batch));
    expect((await batches.completed(batch)).counts).toMatchObject({ completed: 3 });
    expect(await world.violations()).toEqual([]);
  });

  it('of live mode are released while all places of test mode are taken', async () => {
    jest.spyOn(app.get(ReleaseRows), 'release').mockResolvedValue(undefined);
    jest.spyOn(app.get(OperationsRepository), 'claim').mockResolvedValue({ operations: [], nextSeconds: null });
    const [full, live] = [await readyOf(20), await readyOf(1)];
    for (const batch of [full, live]) accepted(await batches.approve(batch));
    const ledger = ledgerOf('live', 'XAF');
    const moves = ['payout_batch', 'payout', 'payout_destination'].map((table) => {
      // a destination of live mode is 48 hours older than its first payout
      const age = table === 'payout_destination' ? ", created_at = created_at - interval '3 days'" : '';
      return `UPDATE ${table} SET ledger = ${ledger}${age} WHERE merchant_id = '${live.merchantId}'`;
    });
    await world.database.query(`BEGIN; SET LOCAL session_replication_role = 'replica'; ${moves.join(';')}; COMMIT`);
    const payers = [
      { merchantId: full.merchantId, ledger: ledgerOf('test', 'XAF') },
      { merchantId: live.merchantId, ledger },
    ];
    const open = (given: typeof payers) =>
      app.get(UnitOfWork).run((tx) => app.get(OpenRows).open(tx, given), { requestId: 'req_test' });
    expect(await open(payers.slice(0, 1))).toBe(16);
    expect(await open(payers.slice(0, 1))).toBe(0);
    expect(await open(payers)).toBe(1);
  });
});
