import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { CommandBus } from '@paygate/messaging';
import { UnitOfWork } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { ledgerOf } from '../../../books/ledger/domain/ledger.js';
import { OpenRows } from '../../../outgoing/payouts/batches/open-rows.js';
import { ReleaseRows } from '../../../outgoing/payouts/batches/release-rows.js';
import { OperationsRepository } from '../../../rails/operations/operations.repository.js';
import type { Neighbour } from '../../charging-under-test.js';
import { ChargingUnderTest } from '../../charging-under-test.js';
import { FAST, MobileMoney } from '../../mobile-money.js';
import { accepted } from '../payouts-under-test.js';
import { BatchesUnderTest, earnedBy, phonesOf } from './batches-under-test.js';
import { explained, noWork } from './plan-work.js';

jest.setTimeout(240_000);

const ROWS = 2_000;
/** Rows that are released and not sent. */
const PLACES = 16;

/** Guarantees that the rows of an account hold back those of no other one, however many are due. */
describe(`the ${ROWS} rows of one account`, () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let app: RunningApp;
  let batches: BatchesUnderTest;
  let operator: CommandBus;
  let intents: Neighbour;
  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    app = await world.start();
    jest.spyOn(app.get(ReleaseRows), 'release').mockResolvedValue(undefined);
    jest.spyOn(app.get(OperationsRepository), 'claim').mockResolvedValue({ operations: [], nextSeconds: null });
    [batches, operator, intents] = await Promise.all([
      BatchesUnderTest.start(world),
      world.startOperator(),
      world.startNeighbour('intents'),
    ]);
  });
  afterAll(async () => {
    await batches.stop();
    await world.end();
    await simulator.stop();
  });

  const ledger = ledgerOf('test', 'XAF');
  const seen = new Set<string>();

  async function approvedOf(rows: number): Promise<string> {
    const merchantId = await earnedBy({ world, operator, intents }, '500000');
    const lines = phonesOf(rows).map((phone) => ({ phone }));
    accepted(await batches.approve(await batches.ready(merchantId, lines)));
    return merchantId;
  }

  /** The accounts of the rows that a claim opens, while `sent` of those that were opened before have been sent meanwhile. */
  async function opened(accounts: readonly string[], sent: number, work = noWork()): Promise<readonly string[]> {
    await world.database.query(
      `UPDATE rail_operation SET state = 'submitting' WHERE state = 'requested';
      UPDATE rail_operation SET state = 'pending' WHERE operation_id = ANY (ARRAY (
        SELECT operation_id FROM rail_operation WHERE state = 'submitting' AND is_bulk LIMIT ${sent}))`,
    );
    const payers = accounts.map((merchantId) => ({ merchantId, ledger }));
    await app.get(UnitOfWork).run(
      (tx) => {
        explained(tx, work);
        return app.get(OpenRows).open(tx, payers);
      },
      { requestId: newId('request') },
    );
    const rows = await world.database.query<{ id: string; merchantId: string }>(
      'SELECT operation_id AS id, merchant_id AS "merchantId" FROM rail_operation WHERE is_bulk',
    );
    const fresh = rows.filter(({ id }) => !seen.has(id));
    for (const { id } of fresh) seen.add(id);
    return fresh.map(({ merchantId }) => merchantId);
  }

  it('leave every other account its turn: those of five and of one are opened by the next claims', async () => {
    const large = await approvedOf(ROWS);
    expect(await opened([large], 0)).toEqual(Array(PLACES).fill(large));
    const small = await approvedOf(5);
    // one place becomes free at a time
    const order: string[] = [];
    for (let claim = 0; claim < 10; claim++) order.push(...(await opened([large, small], 1)));
    expect(order).toEqual(Array(5).fill([small, large]).flat());
    // and of as many places as accounts, each has one
    const singles = [await approvedOf(1), await approvedOf(1)];
    const work = noWork();
    expect(new Set(await opened([large, ...singles], 3, work))).toEqual(new Set([large, ...singles]));
    // no claim reads what it does not open
    expect(work.scanned.filter((table) => table === 'payout_batch_row')).toEqual([]);
    expect(work.tuples).toBeLessThan(ROWS / 4);
    // what one account leaves is taken by those that have rows
    expect(await opened([large], 4)).toEqual(Array(4).fill(large));
    expect(await world.violations()).toEqual([]);
  });
});
