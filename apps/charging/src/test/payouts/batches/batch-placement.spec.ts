import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Database } from '@paygate/platform';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { LockedBalances } from '../../../books/sums/locked-balances.js';
import { ApproveBatches } from '../../../outgoing/payouts/batches/approve-batches.js';
import { ReleaseRows } from '../../../outgoing/payouts/batches/release-rows.js';
import { ChargingUnderTest } from '../../charging-under-test.js';
import { FAST, MobileMoney } from '../../mobile-money.js';
import { accepted } from '../payouts-under-test.js';
import { approvalOf, BatchesUnderTest, earnedBy, phonesOf, received } from './batches-under-test.js';

jest.setTimeout(240_000);

const ROWS = 2_000;
const LOCKED_MS_MAX = 2_000;
/** Statements of an approval while the account is locked, whatever its rows are. */
const STATEMENTS_MAX = 16;

/** Guarantees that an approval holds the account of its merchant for a moment only, and that its statements do not grow with the rows. */
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

  /** Approves a batch; returns how long the account was locked, and the statements of that time. */
  async function measured(rows: number): Promise<{ readonly lockedMs: number; readonly statements: number }> {
    const merchantId = await earned('500000');
    const batch = await batches.ready(
      merchantId,
      phonesOf(rows).map((phone) => ({ phone })),
    );
    let lockedAt = 0;
    let statements = 0;
    const balances = app.get(LockedBalances);
    const lockNow = balances.lock.bind(balances);
    const lock = jest.spyOn(balances, 'lock');
    lock.mockImplementation(async (tx, account) => {
      const query = tx.query.bind(tx);
      Object.assign(tx, {
        query: (...given: Parameters<typeof query>) => {
          statements += 1;
          return query(...given);
        },
      });
      const usable = await lockNow(tx, account);
      lockedAt = performance.now();
      return usable;
    });
    const reply = await app.get(ApproveBatches).approve(received(approvalOf(batch, { actor: newId('member') })));
    const lockedMs = performance.now() - lockedAt;
    lock.mockRestore();
    expect(accepted(reply)).toMatchObject({ status: 'PROCESSING', counts: { pending: rows } });
    return { lockedMs, statements };
  }

  it('takes as many statements as one of 20', async () => {
    const few = await measured(20);
    const many = await measured(ROWS);
    console.log(
      `${ROWS} rows: the account was locked for ${Math.round(many.lockedMs)} ms, by ${many.statements} statements`,
    );
    expect(many.statements).toBe(few.statements);
    expect(many.statements).toBeLessThanOrEqual(STATEMENTS_MAX);
    expect(many.lockedMs).toBeLessThanOrEqual(LOCKED_MS_MAX);
    expect(await app.get(Database).query({ text: 'SELECT rule, subject FROM ledger_violation', values: [] })).toEqual(
      [],
    );
  });

  it('is canceled in one transaction, and every franc is available again', async () => {
    const merchantId = await earned('500000');
    const batch = await batches.ready(
      merchantId,
      phonesOf(ROWS).map((phone) => ({ phone })),
    );
    accepted(await batches.approve(batch));
    const startedAt = performance.now();
    const canceled = accepted(await batches.act('cancelPayoutBatch', batch));
    expect(performance.now() - startedAt).toBeLessThanOrEqual(2 * LOCKED_MS_MAX);
    expect(canceled).toMatchObject({ status: 'COMPLETED', counts: { canceled: ROWS } });
    expect(await world.violations()).toEqual([]);
  });
});
