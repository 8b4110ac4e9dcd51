import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { PayoutBatch, Reply } from '@paygate/contracts';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { LockedBalances } from '../../../books/sums/locked-balances.js';
import { ApproveBatches } from '../../../outgoing/payouts/batches/approve-batches.js';
import { ReleaseRows } from '../../../outgoing/payouts/batches/release-rows.js';
import { SteerBatches } from '../../../outgoing/payouts/batches/steer-batches.js';
import { ChargingUnderTest } from '../../charging-under-test.js';
import { FAST, MobileMoney } from '../../mobile-money.js';
import { accepted } from '../payouts-under-test.js';
import { approvalOf, BatchesUnderTest, earnedBy, of, phonesOf, received } from './batches-under-test.js';
import type { PlanWork } from './plan-work.js';
import { explained, noWork } from './plan-work.js';

jest.setTimeout(240_000);

const ROWS = 2_000;
const FEW = 20;
/** Statements while the account is locked, whatever the rows are. */
const STATEMENTS_MAX = 16;
/** Blocks that a row costs, most of them of the indexes of five tables, and the rows that the nodes of plans read for it. */
const BLOCKS_MAX = 60;
const TUPLES_MAX = 40;
/** Tables that have more than the rows of the batch. */
const GROWING = ['payout_batch_row', 'payout', 'payout_destination', 'hold', 'rail_operation', 'transfer'];

/**
 * Guarantees that the account of a merchant is locked for a moment only: neither the statements of an approval nor what each row costs
 * grows with the rows.
 */
describe(`the approval of ${ROWS} rows`, () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let app: RunningApp;
  let batches: BatchesUnderTest;
  let earned: (amount: string) => Promise<string>;
  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    app = await world.start();
    jest.spyOn(app.get(ReleaseRows), 'release').mockResolvedValue(undefined);
    const [intents, operator] = await Promise.all([world.startNeighbour('intents'), world.startOperator()]);
    earned = (amount) => earnedBy({ world, operator, intents }, amount);
    batches = await BatchesUnderTest.start(world);
  });
  afterAll(async () => {
    await batches.stop();
    await world.end();
    await simulator.stop();
  });

  async function ready(rows: number): Promise<PayoutBatch> {
    const lines = phonesOf(rows).map((phone) => ({ phone }));
    return batches.ready(await earned('500000'), lines);
  }

  /** Does what locks the account of a merchant, and counts from the lock on. */
  async function measured(act: () => Promise<Reply<PayoutBatch>>): Promise<PlanWork & { readonly batch: PayoutBatch }> {
    const work = noWork();
    let lockedAt = 0;
    const balances = app.get(LockedBalances);
    const lockNow = balances.lock.bind(balances);
    const lock = jest.spyOn(balances, 'lock').mockImplementation((tx, account) => {
      explained(tx, work);
      lockedAt = performance.now();
      return lockNow(tx, account);
    });
    const reply = await act().finally(() => {
      lock.mockRestore();
    });
    const batch = accepted(reply);
    const lockedMs = Math.round(performance.now() - lockedAt);
    const { statements, blocks, tuples } = work;
    console.log(
      `${batch.rowCount} rows: ${statements} statements, each done twice, read ${blocks} blocks and ${tuples} rows in ${lockedMs} ms`,
    );
    return { ...work, batch };
  }

  const approval = async (rows: number) => {
    const batch = await ready(rows);
    return measured(() => app.get(ApproveBatches).approve(received(approvalOf(batch))));
  };

  it('takes as many statements as one of 20, and each row the same work', async () => {
    const few = await approval(FEW);
    const many = await approval(ROWS);
    expect(many.batch).toMatchObject({ status: 'PROCESSING', counts: { pending: ROWS } });
    expect(many.statements).toBe(few.statements);
    expect(many.statements).toBeLessThanOrEqual(STATEMENTS_MAX);
    expectLinear(many);
    expect(await world.violations()).toEqual([]);
  });

  it('is canceled in one transaction by the same work for each row, and every franc is available again', async () => {
    const cancellation = async (rows: number) => {
      const batch = await ready(rows);
      accepted(await batches.approve(batch));
      return measured(() => app.get(SteerBatches).cancel(received(of(batch))));
    };
    const few = await cancellation(FEW);
    const many = await cancellation(ROWS);
    expect(many.batch).toMatchObject({ status: 'COMPLETED', counts: { canceled: ROWS } });
    expect(many.statements).toBe(few.statements);
    expect(many.statements).toBeLessThanOrEqual(STATEMENTS_MAX);
    expectLinear(many);
    expect(await world.violations()).toEqual([]);
  });

  function expectLinear({ blocks, tuples, scanned }: PlanWork): void {
    expect(blocks / ROWS).toBeLessThanOrEqual(BLOCKS_MAX);
    expect(tuples / ROWS).toBeLessThanOrEqual(TUPLES_MAX);
    expect(scanned.filter((table) => GROWING.includes(table))).toEqual([]);
  }
});
