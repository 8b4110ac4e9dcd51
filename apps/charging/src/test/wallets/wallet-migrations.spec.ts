import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@paygate/testing';
import { testDatabase } from '@paygate/testing';
import type { QueryRunner } from 'typeorm';
import { PayInBatches1796420001000 } from '../../migrations/batches/1796420001000-pay-in-batches.js';
import { KeepCountsOfBatches1796440200000 } from '../../migrations/batches/1796440200000-keep-counts-of-batches.js';
import { migrations } from '../../migrations/migrations.js';
import { BoundAskedWithdrawals1796400000000 } from '../../migrations/wallets/1796400000000-bound-asked-withdrawals.js';
import { FreezeWallets1796400001000 } from '../../migrations/wallets/1796400001000-freeze-wallets.js';
import { EmptyWallets1796330003000 } from '../../migrations/wallets/1796330003000-empty-wallets.js';
import { FillWallets1796330002000 } from '../../migrations/wallets/1796330002000-fill-wallets.js';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase('migrations of wallets', migrations);
});
afterAll(() => database.drop());

/** The constraints, triggers and views that top-ups and withdrawals add or change. */
const shape = async (): Promise<unknown> => ({
  constraints: await database.query(
    `SELECT conname, pg_get_constraintdef(oid) AS text FROM pg_constraint
      WHERE conrelid::regclass::text IN ('rail_operation', 'wallet', 'wallet_freeze', 'wallet_top_up', 'wallet_withdrawal') ORDER BY conname`,
  ),
  triggers: await database.query(
    `SELECT tgname, tgrelid::regclass::text AS relation FROM pg_trigger WHERE NOT tgisinternal ORDER BY tgname, relation`,
  ),
  views: await database.query(
    `SELECT viewname, definition FROM pg_views WHERE schemaname = 'public' ORDER BY viewname`,
  ),
});

/** Guarantees that the schema of top-ups and withdrawals goes, and comes again as it was, with a ledger that is whole in between. */
describe('the schema of top-ups and withdrawals', () => {
  it('is undone and made again as it was', async () => {
    const runner = {
      query: (sql: string, values?: unknown[]) => database.query(sql, values),
    } as unknown as QueryRunner;
    const [fill, empty, bound, batches, counts] = [
      new FillWallets1796330002000(),
      new EmptyWallets1796330003000(),
      new BoundAskedWithdrawals1796400000000(),
      new PayInBatches1796420001000(),
      new KeepCountsOfBatches1796440200000(),
    ];
    const freeze = new FreezeWallets1796400001000();
    const before = await shape();
    await counts.down(runner);
    await batches.down(runner);
    await freeze.down(runner);
    await bound.down(runner);
    await empty.down(runner);
    await fill.down(runner);
    expect(await database.query('SELECT * FROM ledger_violation')).toEqual([]);
    expect(
      await database.query(
        `SELECT to_regclass('wallet_top_up') AS filled, to_regclass('wallet_withdrawal') AS emptied`,
      ),
    ).toEqual([{ filled: null, emptied: null }]);
    await fill.up(runner);
    await empty.up(runner);
    await bound.up(runner);
    await freeze.up(runner);
    await batches.up(runner);
    await counts.up(runner);
    expect(await shape()).toEqual(before);
    expect(await database.query('SELECT * FROM ledger_violation')).toEqual([]);
  });
});
