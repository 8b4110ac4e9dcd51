import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@paygate/platform';
import { eventually } from '@paygate/testing';
import type { AppendAccountName } from '../books/ledger/domain/ledger.js';
import { merchantAccount, platformAccount } from '../books/ledger/domain/ledger.js';
import { charge, LedgerUnderTest, XAF } from './ledger-under-test.js';

interface AccountRow {
  readonly rolled_credits: bigint;
  readonly rolled_debits: bigint;
  readonly rolled_to: bigint;
  readonly version: string;
}

describe('rolling up append-only accounts', () => {
  let ledger: LedgerUnderTest;
  beforeAll(async () => {
    ledger = await LedgerUnderTest.start('roll_up');
  });
  afterAll(() => ledger.stop());

  /** Rolls up until the row has `credits`: transactions in other databases of the engine hold the watermark back, too. */
  async function rollUp(account: AppendAccountName, credits: bigint): Promise<void> {
    await eventually(async () => {
      await ledger.accounts.rollUp(account, 1_000);
      return (await row(account)).rolled_credits === credits;
    });
  }

  async function row({ ownerId, kind }: AppendAccountName): Promise<AccountRow> {
    const [found] = await ledger.sql<AccountRow>(
      `SELECT rolled_credits, rolled_debits, rolled_to, ctid::text || xmin::text AS version
       FROM append_account WHERE owner_id = $1 AND kind = $2 AND ledger = $3`,
      [ownerId, kind, XAF],
    );
    if (found === undefined) throw new Error('no such account');
    return found;
  }

  async function chargeTimes(count: number, merchantId: string): Promise<void> {
    for (let index = 0; index < count; index++) {
      const userId = await ledger.fundedUser(100n);
      expect(await ledger.succeed(charge({ userId, merchantId }))).toEqual(['succeeded']);
    }
  }

  it('adds the later transfers to the row and leaves the balance as it was', async () => {
    const merchant = merchantAccount(newId('merchant'), XAF);
    await chargeTimes(5, merchant.ownerId);
    expect(await row(merchant)).toMatchObject({ rolled_credits: 0n });

    await rollUp(merchant, 495n);

    expect(await row(merchant)).toMatchObject({ rolled_debits: 0n });
    expect(await ledger.balance(merchant.ownerId, 'merchant')).toBe(495n);
    await chargeTimes(1, merchant.ownerId);
    expect(await ledger.balance(merchant.ownerId, 'merchant')).toBe(594n);
    expect(await ledger.violations()).toEqual([]);
  });

  it('adds a bounded number of transfers at a time', async () => {
    const merchant = merchantAccount(newId('merchant'), XAF);
    await chargeTimes(10, merchant.ownerId);
    const rolled: bigint[] = [];
    await eventually(async () => {
      const { more } = await ledger.accounts.rollUp(merchant, 3);
      const { rolled_credits: credits } = await row(merchant);
      if (credits > (rolled.at(-1) ?? 0n)) rolled.push(credits);
      return !more && credits === 990n;
    });
    for (const [index, credits] of rolled.entries())
      expect(credits - (rolled[index - 1] ?? 0n)).toBeLessThanOrEqual(297n);
    expect(await ledger.violations()).toEqual([]);
  });

  it('may leave a row below zero: a CHECK on the balance would be wrong here', async () => {
    await ledger.fundedUser(1_000n);
    const bank = platformAccount('bank', XAF);
    await eventually(async () => {
      await ledger.accounts.rollUp(bank, 1_000);
      const { rolled_credits: credits, rolled_debits: debits } = await row(bank);
      return credits - debits < 0n;
    });
  });

  it('never has a charge update the rows it credits, which would count it twice', async () => {
    const merchant = merchantAccount(newId('merchant'), XAF);
    await chargeTimes(1, merchant.ownerId);
    const before = [await row(merchant), await row(platformAccount('fees', XAF))];
    await chargeTimes(3, merchant.ownerId);
    expect([await row(merchant), await row(platformAccount('fees', XAF))]).toEqual(before);
  });

  it('takes its watermark after the lock: roll-ups that race each other and postings count everything once', async () => {
    const merchant = merchantAccount(newId('merchant'), XAF);
    const users = await Promise.all(Array.from({ length: 8 }, () => ledger.fundedUser(100_000n)));
    const posting = users.map(async (userId) => {
      for (let index = 0; index < 25; index++)
        await ledger.succeed(charge({ userId, merchantId: merchant.ownerId, amount: 100n, fee: 2n }));
    });
    let posted = false;
    const rolling = Array.from({ length: 4 }, async () => {
      while (!posted) {
        await ledger.accounts.rollUp(merchant, 7);
        await ledger.accounts.rollUp(platformAccount('fees', XAF), 7);
        expect(await ledger.sql('SELECT FROM ledger_sum WHERE sum <> 0')).toEqual([]);
      }
    });
    await Promise.all(posting);
    posted = true;
    await Promise.all(rolling);
    await rollUp(merchant, 19_600n);
    expect(await ledger.violations()).toEqual([]);
  });

  it('leaves an account alone that somebody else has locked', async () => {
    const merchant = merchantAccount(newId('merchant'), XAF);
    await chargeTimes(1, merchant.ownerId);
    const holder = await ledger.client();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM append_account WHERE owner_id = $1 FOR UPDATE', [merchant.ownerId]);
      expect(await ledger.accounts.rollUp(merchant, 10)).toEqual({ more: false });
      expect(await row(merchant)).toMatchObject({ rolled_credits: 0n });
    } finally {
      await holder.end();
    }
  });

  it('counts a transfer that commits late, after others that began later were rolled up', async () => {
    const merchant = merchantAccount(newId('merchant'), XAF);
    const [early, late] = [await ledger.fundedUser(100n), await ledger.fundedUser(100n)];
    await ledger.accounts.open([merchant]);
    const slow = await ledger.client();
    try {
      await slow.query('BEGIN');
      // the lowest transaction id of all that follow; its commit comes last
      await slow.query('SELECT pg_current_xact_id()');
      const { rows } = await slow.query<{ id: string }>(
        `INSERT INTO transfer (position, debit_id, credit_id, amount, ledger, leg, journal_id)
         SELECT pg_current_xact_id()::text::bigint, w.account_id, m.account_id, 40, $3, 1, 'late'
         FROM wallet w, append_account m WHERE w.user_id = $1 AND m.owner_id = $2 RETURNING journal_id AS id`,
        [late, merchant.ownerId, XAF],
      );
      expect(rows).toHaveLength(1);
      await ledger.succeed(charge({ userId: early, merchantId: merchant.ownerId }));
      await ledger.accounts.rollUp(merchant, 1_000);
      // the long transaction holds the watermark back: nothing is rolled up past it, and the balance is exact anyway
      expect(await row(merchant)).toMatchObject({ rolled_credits: 0n });
      expect(await ledger.balance(merchant.ownerId, 'merchant')).toBe(99n);
      await slow.query('COMMIT');
    } finally {
      await slow.end();
    }
    expect(await ledger.balance(merchant.ownerId, 'merchant')).toBe(139n);
    await rollUp(merchant, 139n);
    expect(await ledger.balance(merchant.ownerId, 'merchant')).toBe(139n);
  });
});

describe('a ledger restored into another cluster, whose transaction ids are lower', () => {
  it('refuses a position below the rolled-up ones, moves its clock, and then counts everything', async () => {
    const ledger = await LedgerUnderTest.start('restored');
    try {
      // high enough that positions below it are still valid
      await ledger.sql('UPDATE ledger_clock SET xid_offset = 10000000');
      const merchant = merchantAccount(newId('merchant'), XAF);
      const [first, second] = [await ledger.fundedUser(100n), await ledger.fundedUser(100n)];
      await ledger.succeed(charge({ userId: first, merchantId: merchant.ownerId }));
      await eventually(async () => {
        await ledger.accounts.rollUp(merchant, 10);
        return (await ledger.sql('SELECT FROM append_account WHERE rolled_credits > 0')).length === 1;
      });
      // as after a restore: the transaction ids of this cluster lie far below those in the data
      await ledger.sql('UPDATE ledger_clock SET xid_offset = xid_offset - 1000000');
      const one = charge({ userId: second, merchantId: merchant.ownerId });

      await expect(ledger.succeed(one)).rejects.toMatchObject({ column: 'position' });
      expect(await ledger.balance(second)).toBe(100n);
      expect(await ledger.succeed(one)).toEqual(['succeeded']);

      expect(await ledger.balance(merchant.ownerId, 'merchant')).toBe(198n);
      await ledger.accounts.rollUp(merchant, 10);
      await ledger.accounts.rollUp(platformAccount('fees', XAF), 10);
      await ledger.accounts.rollUp(platformAccount('bank', XAF), 10);
      expect(await ledger.balance(merchant.ownerId, 'merchant')).toBe(198n);
      expect(await ledger.violations()).toEqual([]);
      expect(await ledger.sql('SELECT reanchor_ledger() AS moved')).toEqual([{ moved: false }]);
    } finally {
      await ledger.stop();
    }
  });
});
