import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@paygate/platform';
import type pg from 'pg';
import { charge, LedgerUnderTest, XAF } from './ledger-under-test.js';

describe('what the database refuses to every role', () => {
  let ledger: LedgerUnderTest;
  let userId: string;
  beforeAll(async () => {
    ledger = await LedgerUnderTest.start('guards');
    userId = await ledger.fundedUser(1_000n);
    await ledger.succeed(charge({ userId }));
    await ledger.decline(charge({ userId }), 'rail_unavailable');
  });
  afterAll(() => ledger.stop());

  it.each([
    'UPDATE transfer SET amount = amount + 1',
    'UPDATE transfer SET amount = amount WHERE false',
    'DELETE FROM transfer',
    'TRUNCATE transfer',
    'UPDATE charge SET state = state',
    'DELETE FROM charge',
    'UPDATE top_up SET amount = 1',
    'DELETE FROM top_up',
  ])('a change of what is written: %s', async (text) => {
    await expect(ledger.sql(text)).rejects.toMatchObject({ code: '23001' });
  });

  it('a change of a transfer by a session that switches triggers off', async () => {
    const client = await ledger.client();
    try {
      await client.query(`SET session_replication_role = 'replica'`);
      await expect(client.query('DELETE FROM transfer')).rejects.toMatchObject({ code: '23001' });
    } finally {
      await client.end();
    }
  });

  it('leaves the owner of the table no privilege to change it', async () => {
    const rows = await ledger.sql<{ privilege: string }>(
      `SELECT privilege_type AS privilege FROM pg_class, aclexplode(relacl) WHERE oid = 'transfer'::regclass`,
    );
    const privileges = rows.map(({ privilege }) => privilege);
    expect(privileges).toEqual(expect.arrayContaining(['INSERT', 'SELECT']));
    for (const refused of ['UPDATE', 'DELETE', 'TRUNCATE']) expect(privileges).not.toContain(refused);
  });

  const transfer = (values: string): Promise<object[]> =>
    ledger.sql(
      `INSERT INTO transfer (position, debit_id, credit_id, amount, ledger, leg, journal_id) VALUES (${values})`,
    );

  it.each([
    ['an amount of zero', `1, 10001950, -21950, 0, 1950, 1, 'x'`, 'transfer_amount'],
    ['an amount below zero', `1, 10001950, -21950, -5, 1950, 1, 'x'`, 'transfer_amount'],
    ['a transfer to itself', `1, -21950, -21950, 5, 1950, 1, 'x'`, 'transfer_accounts'],
    ['a debit in another ledger', `1, 10000950, -21950, 5, 1950, 1, 'x'`, 'transfer_accounts'],
    ['a credit in another ledger', `1, 10001950, -20950, 5, 1950, 1, 'x'`, 'transfer_accounts'],
  ])('%s', async (_name, values, constraint) => {
    await expect(transfer(values)).rejects.toMatchObject({ constraint });
  });

  it('a journal that is posted twice', async () => {
    const [row] = await ledger.sql<{ journal_id: string }>('SELECT journal_id FROM transfer LIMIT 1');
    await expect(transfer(`1, 10001950, -21950, 5, 1950, 1, '${row?.journal_id}'`)).rejects.toMatchObject({
      constraint: 'transfer_pkey',
    });
  });

  it.each([
    ['debits no account', `1, 777771950, -21950, 5, 1950, 1, 'x'`],
    ['credits no account', `1, -11950, -7771950, 5, 1950, 1, 'x'`],
    ['credits no wallet', `1, -11950, 777771950, 5, 1950, 1, 'x'`],
  ])('a transfer that %s', async (_name, values) => {
    await expect(transfer(values)).rejects.toMatchObject({ message: 'a transfer is between accounts' });
  });

  /** A charge of 100 from the wallet, with these legs beside it in one statement. */
  const charged = (chargeId: string, legs: readonly (readonly [leg: number, debit: string, amount: number])[]) =>
    ledger.sql(
      `WITH payer AS (SELECT account_id FROM wallet WHERE user_id = $1),
       c AS (
         INSERT INTO charge (charge_id, intent_id, merchant_id, user_id, ledger, method, amount, fee, state, debited_id, accepted_at)
         SELECT $2, $2, 'm', $1, 1950, 'wallet', 100, 1, 'succeeded', account_id, now() FROM payer)
       INSERT INTO transfer (position, debit_id, credit_id, amount, ledger, leg, journal_id)
       SELECT 1, CASE l.debit WHEN 'payer' THEN payer.account_id ELSE -11950 END, -21950, l.amount, 1950, l.leg, $2
       FROM payer, unnest($3::integer[], $4::text[], $5::bigint[]) AS l (leg, debit, amount)`,
      [userId, chargeId, legs.map(([leg]) => leg), legs.map(([, debit]) => debit), legs.map(([, , amount]) => amount)],
    );

  it.each([
    [
      'are less than the charge',
      [
        [1, 'payer', 98],
        [2, 'payer', 1],
      ],
    ],
    [
      'are more than the charge',
      [
        [1, 'payer', 99],
        [2, 'payer', 1],
        [3, 'payer', 1],
      ],
    ],
    [
      'debit another account',
      [
        [1, 'payer', 99],
        [2, 'bank', 1],
      ],
    ],
  ] as const)('legs that %s', async (name, legs) => {
    await expect(charged(`ch_${name}`, legs)).rejects.toMatchObject({
      message: 'the legs of a charge make its amount',
    });
  });

  it('a charge that succeeded without a journal', async () => {
    await expect(charged('ch_alone', [])).rejects.toMatchObject({ message: 'a charge that succeeded is posted' });
  });

  it('a leg that is posted later, and one of no charge', async () => {
    await charged('ch_whole', [[1, 'payer', 100]]);
    for (const journal of ['ch_whole', 'ch_unknown'])
      await expect(transfer(`1, -11950, -21950, 5, 1950, 2, '${journal}'`)).rejects.toMatchObject({
        message: 'the legs of a charge make its amount',
      });
  });

  it.each([
    'DELETE FROM wallet',
    'TRUNCATE wallet CASCADE',
    'DELETE FROM append_account',
    'TRUNCATE append_account CASCADE',
  ])('that an account goes: %s', async (text) => {
    await expect(ledger.sql(text)).rejects.toMatchObject({ code: '23001' });
  });

  it('a transfer whose position is below the clock', async () => {
    await expect(transfer(`NULL, 10001950, -21950, 5, 1950, 1, 'x'`)).rejects.toMatchObject({ column: 'position' });
  });

  it('a wallet below its floor, and none above the ceiling of top-ups: a refund has moved its money', async () => {
    await expect(ledger.sql('UPDATE wallet SET balance = -1')).rejects.toMatchObject({ constraint: 'wallet_balance' });
    await ledger.sql('UPDATE wallet SET balance = balance + 1000000000000');
    await ledger.sql('UPDATE wallet SET balance = balance - 1000000000000');
  });

  it.each(['wallet', 'append_account'])('an id of %s that was not made from its ledger', async (table) => {
    await expect(ledger.sql(`UPDATE ${table} SET account_id = -account_id`)).rejects.toMatchObject({ code: '428C9' });
  });

  it('a second wallet of one user in one ledger', async () => {
    await expect(
      ledger.sql('INSERT INTO wallet (user_id, ledger) VALUES ($1, $2)', [userId, XAF]),
    ).rejects.toMatchObject({ code: '23505' });
  });
});

describe('a role that owns the tables and is no superuser', () => {
  it('posts and moves the clock, and cannot change a transfer even with its trigger gone', async () => {
    const ledger = await LedgerUnderTest.start('owner');
    const role = `owner_${newId('request').slice(-10)}`;
    await ledger.sql(`CREATE ROLE ${role}`);
    const client = await ledger.client();
    try {
      await client.query(`GRANT ALL ON SCHEMA public TO ${role}`);
      await giveTo(client, role);
      await client.query(`SET ROLE ${role}`);
      expect((await client.query('SELECT reanchor_ledger() AS moved')).rows).toEqual([{ moved: false }]);
      await client.query('ALTER TABLE transfer DISABLE TRIGGER transfer_is_immutable');
      await expect(client.query('DELETE FROM transfer')).rejects.toMatchObject({ code: '42501' });
      await expect(client.query('UPDATE transfer SET amount = 1')).rejects.toMatchObject({ code: '42501' });
      await client.query('RESET ROLE');
      await client.query(`DROP OWNED BY ${role} CASCADE`);
    } finally {
      await client.end();
      await ledger.sql(`DROP ROLE ${role}`);
      await ledger.stop();
    }
  });
});

describe('the role of the service', () => {
  let ledger: LedgerUnderTest;
  let client: pg.Client;
  beforeAll(async () => {
    ledger = await LedgerUnderTest.start('role');
    client = await ledger.serviceClient();
  });
  afterAll(async () => {
    await client.end();
    await ledger.stop();
  });

  it.each([
    'UPDATE transfer SET amount = 1',
    'DELETE FROM transfer',
    'TRUNCATE transfer, charge',
    'ALTER TABLE transfer DISABLE TRIGGER transfer_is_immutable',
    'DROP TRIGGER transfer_is_immutable ON transfer',
    'DROP TABLE transfer',
    'DELETE FROM wallet',
    'TRUNCATE wallet',
    'DELETE FROM append_account',
    'TRUNCATE append_account CASCADE',
    'ALTER TABLE wallet DISABLE TRIGGER wallet_stays',
  ])('may not: %s', async (statement) => {
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' });
  });

  it('moves the clock after a restore all the same, which takes a lock that it may not take', async () => {
    await ledger.sql('UPDATE ledger_clock SET high_water = high_water + 1_000_000_000_000');
    expect((await client.query('SELECT reanchor_ledger() AS moved')).rows).toEqual([{ moved: true }]);
  });
});

async function giveTo(client: pg.Client, role: string): Promise<void> {
  for (const table of ['ledger', 'wallet', 'append_account', 'ledger_clock', 'transfer', 'charge', 'top_up'])
    await client.query(`ALTER TABLE ${table} OWNER TO ${role}`);
  await client.query(`ALTER FUNCTION reanchor_ledger() OWNER TO ${role}`);
}

describe('what the auditor’s view finds', () => {
  let ledger: LedgerUnderTest;
  beforeEach(async () => {
    ledger = await LedgerUnderTest.start('violations');
    const userId = await ledger.fundedUser(1_000n);
    expect(await ledger.succeed(charge({ userId, chargeId: 'ch_1', amount: 200n, fee: 3n }))).toEqual(['succeeded']);
    expect(await ledger.violations()).toEqual([]);
    // the view does not trust the triggers
    await ledger.sql('ALTER TABLE transfer DISABLE TRIGGER transfers_are_whole');
    await ledger.sql('ALTER TABLE charge DISABLE TRIGGER charge_is_posted');
  });
  afterEach(() => ledger.stop());

  const rules = async (): Promise<readonly string[]> => [
    ...new Set((await ledger.violations()).map(({ rule }) => rule)),
  ];
  const post = (values: string): Promise<object[]> =>
    ledger.sql(
      `INSERT INTO transfer (position, debit_id, credit_id, amount, ledger, leg, journal_id) VALUES (${values})`,
    );

  it('money from nowhere', async () => {
    await ledger.sql('UPDATE wallet SET balance = balance + 1');
    expect(await rules()).toEqual(['balance_is_not_history', 'ledger_not_zero']);
  });

  it('a transfer of an account that does not exist', async () => {
    await post(`9000000000, 777771950, -21950, 5, 1950, 1, 'rogue'`);
    expect(await rules()).toEqual(['balance_is_not_history', 'journal_is_not_its_cause', 'ledger_not_zero']);
  });

  it('a transfer that is too late to be counted', async () => {
    await ledger.sql(`UPDATE append_account SET rolled_to = 8000000000 WHERE kind IN ('bank', 'fees')`);
    expect(await rules()).toEqual(['balance_is_not_history', 'ledger_not_zero']);
  });

  it('a wallet below its floor', async () => {
    await ledger.sql('ALTER TABLE wallet DROP CONSTRAINT wallet_balance');
    await ledger.sql('UPDATE wallet SET balance = -1');
    expect(await rules()).toContain('wallet_below_floor');
  });

  it('a journal of two ledgers', async () => {
    await post(`9000000000, -20950, -10950, 5, 950, 3, 'ch_1'`);
    expect(await rules()).toEqual(['journal_is_not_its_cause', 'journal_of_two_ledgers']);
  });

  it('a leg more than its charge accounts for', async () => {
    await post(`9000000000, -21950, -11950, 5, 1950, 3, 'ch_1'`);
    expect(await ledger.violations()).toEqual([{ rule: 'journal_is_not_its_cause', subject: 'ch_1' }]);
  });

  it('a charge that succeeded without a journal', async () => {
    await ledger.sql(
      `INSERT INTO charge (charge_id, intent_id, merchant_id, user_id, ledger, method, amount, fee, state, debited_id, accepted_at)
       VALUES ('ch_2', 'pi_2', 'm', 'u', 1950, 'wallet', 5, 0, 'succeeded', 1, now())`,
    );
    expect(await ledger.violations()).toEqual([{ rule: 'journal_is_not_its_cause', subject: 'ch_2' }]);
  });
});
