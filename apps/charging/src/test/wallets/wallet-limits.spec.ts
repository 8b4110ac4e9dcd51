import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { charge, LedgerUnderTest, TERMS } from '../ledger-under-test.js';

describe('the limits of what a wallet pays', () => {
  let ledger: LedgerUnderTest;
  beforeAll(async () => {
    ledger = await LedgerUnderTest.start('wallet_limits');
  });
  afterAll(() => ledger.stop());

  const walletWith = async (limit: 'day_limit' | 'month_limit', most: bigint): Promise<string> => {
    const userId = await ledger.fundedUser(10_000n);
    await ledger.sql(`UPDATE wallet SET ${limit} = $2 WHERE user_id = $1`, [userId, most]);
    return userId;
  };
  const pay = async (userId: string, amount: bigint) => (await ledger.succeed(charge({ userId, amount, fee: 0n })))[0];

  it.each(['day_limit', 'month_limit'] as const)('[13.3] %s is reached and never exceeded', async (limit) => {
    const userId = await walletWith(limit, 150n);
    expect(await pay(userId, 100n)).toBe('succeeded');
    expect(await pay(userId, 51n)).toBe('payer_limit_reached');
    expect(await pay(userId, 50n)).toBe('succeeded');
    expect(await pay(userId, 1n)).toBe('payer_limit_reached');
    expect(await ledger.balance(userId)).toBe(9_850n);
  });

  it('[13.3] a new day begins at midnight of Douala, and a new month with its first day', async () => {
    const userId = await walletWith('day_limit', 100n);
    await ledger.sql('UPDATE wallet SET month_limit = 250 WHERE user_id = $1', [userId]);
    const paidOn = (sql: string) =>
      ledger.sql(`UPDATE wallet SET paid_on = (${sql})::date WHERE user_id = $1`, [userId]);
    const today = `clock_timestamp() AT TIME ZONE 'Africa/Douala'`;
    expect(await pay(userId, 100n)).toBe('succeeded');
    expect(await pay(userId, 1n)).toBe('payer_limit_reached');
    await paidOn(`date_trunc('month', ${today}) - interval '1 day'`);
    expect(await pay(userId, 100n)).toBe('succeeded');
    const [row] = await ledger.sql<{ day: bigint; month: bigint; isToday: boolean }>(
      `SELECT paid_of_day AS day, paid_of_month AS month, paid_on = (${today})::date AS "isToday" FROM wallet WHERE user_id = $1`,
      [userId],
    );
    expect(row).toEqual({ day: 100n, month: 100n, isToday: true });
  });

  it('[13.3] a day that is over leaves what was paid in the month', async () => {
    const userId = await walletWith('month_limit', 150n);
    expect(await pay(userId, 100n)).toBe('succeeded');
    // the first of the month is in it, and the day before the present one, except on the first itself
    await ledger.sql(
      `UPDATE wallet SET paid_on = date_trunc('month', clock_timestamp() AT TIME ZONE 'Africa/Douala')::date WHERE user_id = $1`,
      [userId],
    );
    expect(await pay(userId, 51n)).toBe('payer_limit_reached');
    expect(await pay(userId, 50n)).toBe('succeeded');
  });

  it('of the installation count where a wallet has none of its own', async () => {
    const userId = await ledger.fundedUser(10_000n);
    const one = () => charge({ userId, amount: 100n, fee: 0n });
    const within = (terms: Partial<typeof TERMS>) => ledger.succeedWithin({ ...TERMS, ...terms }, [one()]);
    expect(await within({ perDay: 99 })).toEqual(['payer_limit_reached']);
    expect(await within({ perMonth: 99 })).toEqual(['payer_limit_reached']);
    expect(await within({ perDay: 100, perMonth: 100 })).toEqual(['succeeded']);
    await ledger.sql('UPDATE wallet SET day_limit = 1000, month_limit = 1000 WHERE user_id = $1', [userId]);
    expect(await within({ perDay: 1, perMonth: 1 })).toEqual(['succeeded']);
  });

  it('hold for payments that begin at the same time', async () => {
    const userId = await walletWith('day_limit', 500n);
    const settled = await Promise.all(Array.from({ length: 20 }, () => pay(userId, 100n)));
    expect(settled.filter((settlement) => settlement === 'succeeded')).toHaveLength(5);
    expect(settled.filter((settlement) => settlement === 'payer_limit_reached')).toHaveLength(15);
    expect(await ledger.balance(userId)).toBe(9_500n);
    expect(await ledger.violations()).toEqual([]);
  });

  it('do not count what was declined', async () => {
    const userId = await walletWith('day_limit', 100n);
    expect(await pay(userId, 10_001n)).toBe('insufficient_funds');
    expect(await pay(userId, 101n)).toBe('payer_limit_reached');
    expect(await pay(userId, 100n)).toBe('succeeded');
  });
});
