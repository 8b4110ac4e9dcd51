import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { TestDatabase } from '@paygate/testing';
import { testDatabase } from '@paygate/testing';
import type { QueryRunner } from 'typeorm';
import { migrations } from '../../migrations/migrations.js';
import { FillKindsOfHolds1796271001000 } from '../../migrations/rooms/1796271001000-fill-kinds-of-holds.js';
import { TellKindsOfHolds1796271000000 } from '../../migrations/rooms/1796271000000-tell-kinds-of-holds.js';

let database: TestDatabase;
beforeAll(async () => {
  // those after it, whose views have the kind, are not reverted here
  const until = migrations.slice(0, migrations.indexOf(FillKindsOfHolds1796271001000) + 1);
  database = await testDatabase('kinds of holds', until);
});
afterAll(() => database.drop());

/** As the version before places a hold, of the platform's own accounts, and ends it. */
const place = (id: string, debit = -11950): Promise<unknown> =>
  database.query('INSERT INTO hold (hold_id, debit_id, credit_id, amount, ledger) VALUES ($1, $2, -21950, 5, 1950)', [
    id,
    debit,
  ]);
const end = (id: string): Promise<unknown> =>
  database.query(`UPDATE hold SET state = 'voided', ended_at = statement_timestamp() WHERE hold_id = $1`, [id]);
const kinds = async (): Promise<Readonly<Record<string, string | null>>> => {
  const rows = await database.query<{ id: string; kind: string | null }>('SELECT hold_id AS id, kind FROM hold');
  return Object.fromEntries(rows.map(({ id, kind }) => [id, kind]));
};

/** Guarantees that a hold has its kind, whichever version has placed it, and that the version before works beside this one. */
describe('the kind of a hold', () => {
  it('is filled in for rows of the version before, ended ones too, while both versions run', async () => {
    const runner = {
      query: (sql: string, values?: unknown[]) => database.query(sql, values),
    } as unknown as QueryRunner;
    const [told, filled] = [new TellKindsOfHolds1796271000000(), new FillKindsOfHolds1796271001000()];
    await filled.down(runner);
    await told.down(runner);
    await place('re_pending');
    await place('po_pending');
    await place('po_ended');
    await end('po_ended');
    const held = 'SELECT pending_debits::integer AS held FROM append_account WHERE account_id = -11950';
    expect(await database.query(held)).toEqual([{ held: 10 }]);

    await told.up(runner);
    await place('po_between');
    await end('re_pending');
    await filled.up(runner);
    await filled.up(runner);
    expect(await kinds()).toEqual({
      ...{ re_pending: 'refund', po_pending: 'payout', po_ended: 'payout', po_between: 'payout' },
    });
    expect(await database.query(held)).toEqual([{ held: 10 }]);
    await place('re_after');
    await end('po_pending');
    expect(await kinds()).toMatchObject({ re_after: 'refund', po_pending: 'payout' });
  });

  it('never changes, and is one of those that there are', async () => {
    const change = database.query(`UPDATE hold SET kind = 'payout' WHERE hold_id = 're_after'`);
    await expect(change).rejects.toMatchObject({ message: 'what is held never changes' });
    const unknown = database.query(
      `INSERT INTO hold (hold_id, kind, debit_id, credit_id, amount, ledger) VALUES ('x', 'loan', -11950, -21950, 5, 1950)`,
    );
    await expect(unknown).rejects.toMatchObject({ constraint: 'hold_kind' });
  });

  it('is of append-only accounts alone: a wallet cannot be held', async () => {
    const [wallet] = await database.query<{ id: string }>(
      `INSERT INTO wallet (user_id, ledger, balance) VALUES ('usr_held', 1950, 0) RETURNING account_id AS id`,
    );
    await expect(place('re_wallet', Number(wallet?.id))).rejects.toMatchObject({ message: 'a hold debits an account' });
  });
});
