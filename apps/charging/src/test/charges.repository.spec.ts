import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@paygate/platform';
import { merchantAccount } from '../books/ledger/domain/ledger.js';
import { charge, LedgerUnderTest, outboxRows, TERMS, XAF } from './ledger-under-test.js';

interface TransferRow {
  readonly leg: number;
  readonly debit: string;
  readonly credit: string;
  readonly amount: bigint;
}

describe('the statement that settles charges', () => {
  let ledger: LedgerUnderTest;
  beforeAll(async () => {
    ledger = await LedgerUnderTest.start('charges');
  });
  afterAll(() => ledger.stop());

  const journal = (id: string): Promise<TransferRow[]> =>
    ledger.sql<TransferRow>(
      `SELECT leg, debit.kind AS debit, credit.kind AS credit, amount FROM transfer
       JOIN account_balance debit ON debit.account_id = debit_id
       JOIN account_balance credit ON credit.account_id = credit_id
       WHERE journal_id = $1 ORDER BY leg`,
      [id],
    );
  const eventsOf = async (chargeId: string): Promise<readonly string[]> => {
    const rows = await ledger.sql<{ type: string }>(
      `SELECT headers::json ->> 'type' AS type FROM outbox WHERE payload::json ->> 'chargeId' = $1`,
      [chargeId],
    );
    return rows.map(({ type }) => type);
  };

  it('moves net to the merchant and fee to the platform, writes the charge and its event', async () => {
    const userId = await ledger.fundedUser(5_000n);
    const one = charge({ userId, amount: 2_000n, fee: 30n });

    expect(await ledger.succeed(one)).toEqual(['succeeded']);

    expect(await journal(one.chargeId)).toEqual([
      { leg: 1, debit: 'wallet', credit: 'merchant', amount: 1_970n },
      { leg: 2, debit: 'wallet', credit: 'fees', amount: 30n },
    ]);
    expect(await ledger.balance(userId)).toBe(3_000n);
    expect(await ledger.balance(one.merchantId, 'merchant')).toBe(1_970n);
    expect(await eventsOf(one.chargeId)).toEqual(['charge.succeeded']);
    expect(await ledger.violations()).toEqual([]);
  });

  it('writes no leg of zero', async () => {
    const one = charge({ userId: await ledger.fundedUser(100n), amount: 100n, fee: 0n });
    expect(await ledger.succeed(one)).toEqual(['succeeded']);
    expect(await journal(one.chargeId)).toEqual([{ leg: 1, debit: 'wallet', credit: 'merchant', amount: 100n }]);
  });

  it('reports the charges to decline, and writes nothing about them', async () => {
    const rich = await ledger.fundedUser(1_000n);
    const closed = await ledger.fundedUser(1_000n);
    await ledger.sql('UPDATE wallet SET closed_at = clock_timestamp() WHERE user_id = $1', [closed]);
    const cases = [
      [charge({ userId: await ledger.fundedUser(99n), amount: 100n }), 'insufficient_funds'],
      [charge({ userId: newId('user') }), 'wallet_closed'],
      [charge({ userId: closed }), 'wallet_closed'],
      [charge({ userId: rich, acceptedAt: new Date(Date.now() - 121_000) }), 'rail_unavailable'],
    ] as const;

    expect(await ledger.succeed(...cases.map(([one]) => one))).toEqual(cases.map(([, code]) => code));

    for (const [one] of cases) {
      expect(await journal(one.chargeId)).toEqual([]);
      expect(await eventsOf(one.chargeId)).toEqual([]);
    }
    expect(
      await ledger.sql('SELECT FROM charge WHERE charge_id = ANY ($1)', [cases.map(([one]) => one.chargeId)]),
    ).toEqual([]);
    expect(await ledger.balance(rich)).toBe(1_000n);
  });

  it('settles the valid charges of a batch whatever happens to the others', async () => {
    const good = charge({ userId: await ledger.fundedUser(100n) });
    const poor = charge({ userId: await ledger.fundedUser(10n) });
    expect(await ledger.succeed(poor, good)).toEqual(['insufficient_funds', 'succeeded']);
    expect(await journal(good.chargeId)).toHaveLength(2);
  });

  it('has no second effect when a charge, or another charge of its intent, is delivered again', async () => {
    const userId = await ledger.fundedUser(1_000n);
    const one = charge({ userId });
    const twin = { ...one, chargeId: newId('charge') };

    expect(await ledger.succeed(one)).toEqual(['succeeded']);
    expect(await ledger.succeed(one)).toEqual(['known']);
    expect(await ledger.succeed(twin)).toEqual(['known']);
    expect(await ledger.decline(one, 'insufficient_funds')).toBe(false);

    expect(await ledger.balance(userId)).toBe(900n);
    expect(await eventsOf(one.chargeId)).toEqual(['charge.succeeded']);
    expect(await eventsOf(twin.chargeId)).toEqual([]);
  });

  it('keeps a charge declined that was declined, even when there is money now', async () => {
    const userId = await ledger.fundedUser(0n);
    const one = charge({ userId });
    expect(await ledger.succeed(one)).toEqual(['insufficient_funds']);
    expect(await ledger.decline(one, 'insufficient_funds')).toBe(true);
    expect(await ledger.decline(one, 'insufficient_funds')).toBe(false);
    await ledger.topUp({ userId, amount: 1_000n });

    expect(await ledger.succeed(one)).toEqual(['known']);

    expect(await ledger.balance(userId)).toBe(1_000n);
    expect(await eventsOf(one.chargeId)).toEqual(['charge.failed']);
  });

  it('lets exactly ten of fifty concurrent charges of 100 have a wallet of 1000', async () => {
    const userId = await ledger.fundedUser(1_000n);
    const settlements = await Promise.all(Array.from({ length: 50 }, () => ledger.succeed(charge({ userId }))));
    const count = (wanted: string): number => settlements.flat().filter((one) => one === wanted).length;
    expect([count('succeeded'), count('insufficient_funds')]).toEqual([10, 40]);
    expect(await ledger.balance(userId)).toBe(0n);
    expect(await ledger.violations()).toEqual([]);
  });

  it('settles one charge once although twenty statements try at the same time', async () => {
    const userId = await ledger.fundedUser(10_000n);
    const one = charge({ userId });
    const settlements = await Promise.all(Array.from({ length: 20 }, () => ledger.succeed(one)));
    expect(settlements.flat().filter((settlement) => settlement === 'succeeded')).toHaveLength(1);
    expect(settlements.flat().filter((settlement) => settlement === 'known')).toHaveLength(19);
    expect(await ledger.balance(userId)).toBe(9_900n);
    expect(await eventsOf(one.chargeId)).toEqual(['charge.succeeded']);
  });

  it('locks wallets in one order, so that batches that share them never deadlock', async () => {
    const users = await Promise.all(Array.from({ length: 20 }, () => ledger.fundedUser(100_000n)));
    const batch = (order: readonly string[]) => ledger.succeed(...order.map((userId) => charge({ userId })));
    const settlements = await Promise.all(
      Array.from({ length: 40 }, (_, index) => batch(index % 2 === 0 ? users : users.toReversed())),
    );
    expect(new Set(settlements.flat())).toEqual(new Set(['succeeded']));
  });

  it('locks nothing but the payer’s wallet: rows of merchant and platform may be held by others', async () => {
    const userId = await ledger.fundedUser(1_000n);
    const merchantId = newId('merchant');
    await ledger.accounts.open([merchantAccount(merchantId, XAF)]);
    const holder = await ledger.client();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM append_account FOR UPDATE');
      expect(await ledger.succeed(charge({ userId, merchantId }))).toEqual(['succeeded']);
    } finally {
      await holder.end();
    }
  });

  it('posts nothing at all when the merchant has no account', async () => {
    const userId = await ledger.fundedUser(1_000n);
    const one = charge({ userId });
    await expect(ledger.charges.succeed([one], outboxRows([one], 'charge.succeeded'), TERMS)).rejects.toThrow(
      'credit_id',
    );
    expect(await ledger.balance(userId)).toBe(1_000n);
    expect(await eventsOf(one.chargeId)).toEqual([]);
  });

  it('[1.14] keeps test and live money apart', async () => {
    const userId = await ledger.fundedUser(1_000n);
    expect(await ledger.succeed(charge({ userId, ledger: 950 }))).toEqual(['wallet_closed']);
  });

  it('takes a hundred charges of a hundred wallets in one statement', async () => {
    const users = await Promise.all(Array.from({ length: 100 }, () => ledger.fundedUser(100n)));
    const merchantId = newId('merchant');
    const settlements = await ledger.succeed(...users.map((userId) => charge({ userId, merchantId })));
    expect(settlements).toEqual(users.map(() => 'succeeded'));
    expect(await ledger.balance(merchantId, 'merchant')).toBe(9_900n);
    expect(await ledger.violations()).toEqual([]);
  });

  it('is planned at most a few times for each connection, and not at every execution', async () => {
    // the planner chooses a bad plan only for large tables with statistics
    await ledger.sql(
      `INSERT INTO wallet (user_id, ledger) SELECT 'usr_' || number, 1950 FROM generate_series(1, 30000) number`,
    );
    await ledger.sql(
      `INSERT INTO append_account (kind, owner_id, ledger)
       SELECT 'merchant', 'mer_' || number, 1950 FROM generate_series(1, 3000) number`,
    );
    await ledger.sql('ANALYZE');
    const narrow = await ledger.withOneConnection();
    const userId = await ledger.fundedUser(10_000n);
    const merchantId = newId('merchant');
    await ledger.accounts.open([merchantAccount(merchantId, XAF)]);
    for (let index = 0; index < 12; index++) {
      const one = charge({ userId, merchantId });
      await narrow.charges.succeed([one], outboxRows([one], 'charge.succeeded'), TERMS);
    }
    const [plans] = await narrow.database.query<{ custom: bigint; generic: bigint }>({
      text: `SELECT custom_plans AS custom, generic_plans AS generic FROM pg_prepared_statements WHERE name = 'charges-succeed'`,
    });
    await narrow.database.close();
    expect(plans?.custom).toBeLessThanOrEqual(5n);
    expect(plans?.generic).toBeGreaterThanOrEqual(7n);
  });
});
