import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AdjustBalanceCommand, BalanceAdjusted, Reply } from '@paygate/contracts';
import { adjustBalance, eventStreams } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { Database, newId } from '@paygate/platform';
import type { EventCollector, RunningApp } from '@paygate/testing';
import { eventCollector, eventually, PATIENCE_MS } from '@paygate/testing';
import { BalancesRepository } from '../../books/sums/balances.repository.js';
import type { Balance } from '../../books/sums/domain/balance.js';
import { accepted, BalanceUnderTest } from '../balance/balance-under-test.js';
import { ChargingUnderTest } from '../charging-under-test.js';
import { ProofsModule, ProofsStandIn } from '../staff/proofs-under-test.js';

const LIVE = 950;
const NET = 686;
const [ada, grace] = [newId('person'), newId('person')];

let world: ChargingUnderTest;
let apps: readonly RunningApp[];
let operator: CommandBus;
let auth: ProofsStandIn;
let balances: BalanceUnderTest;
let audit: EventCollector;
beforeAll(async () => {
  world = await ChargingUnderTest.prepare({ STAFF_PERSONS: '2', TEST_MODE: 'false' });
  apps = [await world.start(), await world.start()];
  operator = await world.startOperator();
  auth = (await world.startNeighbourOf('auth', ProofsModule)).get(ProofsStandIn);
  balances = await BalanceUnderTest.start(world);
  audit = await eventCollector(world.topics.prefix, eventStreams.chargingAudit);
});
afterAll(async () => {
  await audit.stop();
  await world.end();
});

/** A merchant who has 686 in live mode, all of it available. */
async function paid(): Promise<string> {
  const merchantId = newId('merchant');
  await balances.collected(merchantId, { ledger: LIVE, hoursAgo: 24 * 30 });
  return merchantId;
}
const commandOf = (merchantId: string, given: Partial<AdjustBalanceCommand> = {}): AdjustBalanceCommand => ({
  ...{ merchantId, mode: 'live', currency: 'XAF', direction: 'debit', amount: '100' },
  ...{ reason: 'Paid twice by mistake', reference: `Letter ${merchantId}`, ...given },
});
const sent = (command: AdjustBalanceCommand, persons: readonly string[] = []): Promise<Reply<BalanceAdjusted>> =>
  operator.send(adjustBalance, command, {
    ...{ requestId: newId('request'), timeoutMs: PATIENCE_MS },
    proofs: persons.map((person) => auth.prove('adjust-balance', command, person)),
  });
const adjust = (merchantId: string, given: Partial<AdjustBalanceCommand> = {}): Promise<Reply<BalanceAdjusted>> =>
  sent(commandOf(merchantId, given), [ada, grace]);
const balanceOf = (merchantId: string): Promise<Balance> => {
  const app = apps[0];
  if (app === undefined) throw new Error('no instance runs');
  return app.get(BalancesRepository).one(app.get(Database), merchantId, LIVE);
};
const accountOf = async (kind: string, owner = ''): Promise<string | undefined> => {
  const [row] = await world.database.query<{ balance: string }>(
    `SELECT balance::text AS balance FROM account_balance WHERE (kind, owner_id, ledger) = ($1, $2, ${LIVE})`,
    [kind, owner],
  );
  return row?.balance;
};

/** Guarantees that what people correct is booked once, by two persons, and never takes more than there is. */
describe('an adjustment', () => {
  it('moves money between a balance and the account of adjustments, in both directions', async () => {
    const merchantId = await paid();
    const before = BigInt((await accountOf('adjustments')) ?? 0);
    const lowered = accepted(await adjust(merchantId));
    expect(lowered).toMatchObject({ direction: 'debit', amount: '100', isNew: true, mode: 'live', currency: 'XAF' });
    expect([...lowered.persons].sort()).toEqual([ada, grace].sort());
    expect(await balanceOf(merchantId)).toMatchObject({ available: 586n, pending: 0n, owed: 0n });
    const raised = accepted(await adjust(merchantId, { direction: 'credit', amount: '30', reference: 'Letter 2' }));
    // available at once, although the rails of live mode settle the next day
    expect(await balanceOf(merchantId)).toMatchObject({ available: 616n, pending: 0n, owed: 0n });
    expect(BigInt((await accountOf('adjustments')) ?? 0)).toBe(before + 70n);
    const { entries } = await balances.statement({
      ...{ merchantId, mode: 'live', currency: 'XAF', from: new Date(Date.now() - 3_600_000).toISOString() },
    });
    expect(entries).toMatchObject([
      {
        ...{ id: lowered.adjustmentId, type: 'adjustment', gross: '-100', fee: '0', net: '-100', method: null },
        description: `Paid twice by mistake (Letter ${merchantId})`,
      },
      {
        ...{ id: raised.adjustmentId, type: 'adjustment', gross: '30', fee: '0', net: '30', paymentIntentId: null },
        description: 'Paid twice by mistake (Letter 2)',
      },
    ]);
    const { lines, opening, closing } = await balances.summary({
      ...{ merchantId, mode: 'live', currency: 'XAF', from: '2020-01-01T00:00:00.000Z' },
    });
    expect(lines).toContainEqual(expect.objectContaining({ type: 'adjustment', count: 2, net: '-70', actor: null }));
    expect(BigInt(opening) + lines.reduce((sum, { net }) => sum + BigInt(net), 0n)).toBe(BigInt(closing));
    const acts = await eventually(() => {
      const found = audit.events.filter(
        ({ payload }) => (payload as { merchantId?: string }).merchantId === merchantId,
      );
      return found.length === 2 && found;
    });
    expect(acts.map(({ payload }) => payload)).toMatchObject([
      {
        action: 'balance.adjusted',
        subject: lowered.adjustmentId,
        mode: 'live',
        actor: 'operator',
        description: `Paid twice by mistake (Letter ${merchantId})`,
      },
      {
        action: 'balance.adjusted',
        subject: raised.adjustmentId,
        mode: 'live',
        actor: 'operator',
        description: 'Paid twice by mistake (Letter 2)',
      },
    ]);
    expect(await world.violations()).toEqual([]);
  });

  it('needs two different persons: the key alone, one of them, and one with two proofs move nothing', async () => {
    const merchantId = await paid();
    const command = commandOf(merchantId);
    for (const persons of [[], [ada], [grace], [ada, ada]])
      expect(await sent(command, persons)).toMatchObject({ ok: false, code: 'scope_missing' });
    expect(await accountOf('merchant', merchantId)).toBe(`${NET}`);
    expect(accepted(await sent(command, [grace, ada])).isNew).toBe(true);
  });

  it('is booked once for each reference of a balance, also when others prove it again', async () => {
    const merchantId = await paid();
    const first = accepted(await adjust(merchantId));
    const again = accepted(await sent(commandOf(merchantId), [newId('person'), newId('person')]));
    expect(again).toEqual(Object.assign({}, first, { isNew: false }));
    for (const other of [{ amount: '101' }, { direction: 'credit' as const }, { reason: 'Another one' }])
      expect(await adjust(merchantId, other)).toMatchObject({ code: 'parameter_invalid', param: 'reference' });
    expect(await accountOf('merchant', merchantId)).toBe('586');
    // the paper of another merchant is another one
    const other = await paid();
    expect(accepted(await adjust(other, { reference: commandOf(merchantId).reference })).isNew).toBe(true);
  });

  it('takes no more than is available, even when many are booked at the same time', async () => {
    const merchantId = await paid();
    expect(await adjust(merchantId, { amount: '687' })).toMatchObject({
      ...{ code: 'balance_insufficient', fields: { available: '686', missing: '1' } },
    });
    // collected just now: a rail settles it later
    await balances.collected(merchantId, { ledger: LIVE });
    expect(await adjust(merchantId, { amount: '687' })).toMatchObject({ code: 'balance_insufficient' });
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => adjust(merchantId, { amount: '60', reference: `Letter ${index}` })),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(11);
    expect(await balanceOf(merchantId)).toMatchObject({ available: 26n, pending: 686n, owed: 0n });
    expect(await world.violations()).toEqual([]);
  });

  it('fills what a balance owes, and takes nothing while it owes', async () => {
    const merchantId = await paid();
    await world.database.query(
      `UPDATE append_account SET pending_debits = 700 WHERE (owner_id, ledger) = ($1, ${LIVE})`,
      [merchantId],
    );
    expect(await balanceOf(merchantId)).toMatchObject({ available: 0n, owed: 14n });
    expect(await adjust(merchantId, { amount: '1' })).toMatchObject({
      ...{ code: 'balance_insufficient', fields: { available: '0', owed: '14' } },
    });
    accepted(await adjust(merchantId, { direction: 'credit', amount: '20' }));
    expect(await balanceOf(merchantId)).toMatchObject({ available: 6n, pending: 700n, owed: 0n });
    await world.database.query(`UPDATE append_account SET pending_debits = 0 WHERE owner_id = $1`, [merchantId]);
  });

  it('is refused for a merchant who was never paid, and asks for nobody in test mode', async () => {
    const merchantId = newId('merchant');
    expect(await adjust(merchantId, { direction: 'credit' })).toMatchObject({ param: 'merchantId' });
    await balances.collected(merchantId);
    const reply = accepted(await sent(commandOf(merchantId, { mode: 'test' })));
    expect(reply).toMatchObject({ mode: 'test', persons: [], isNew: true });
    expect(await accountOf('merchant', merchantId)).toBeUndefined();
  });
});

/** Guarantees that the database refuses it whatever code runs. */
describe('the guards of the database', () => {
  const POSITION = '(SELECT xid_offset + pg_current_xact_id()::text::bigint FROM ledger_clock)';
  const columns =
    'adjustment_id, merchant_id, ledger, direction, amount, reason, reference, first_person, second_person, persons_needed';
  /** A row with its transfer. */
  const book = (row: { readonly persons: string; readonly amount?: number }): Promise<unknown> =>
    paid().then((merchantId) =>
      world.database.query(
        `WITH j AS (
           INSERT INTO adjustment (${columns})
           VALUES ($1, $2, ${LIVE}, 'debit', 10, 'x', 'x', ${row.persons}) RETURNING *)
         INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
         SELECT j.adjustment_id, 1, j.ledger, a.account_id, -70950, ${row.amount ?? 10}, ${POSITION}
         FROM j JOIN append_account a ON (a.owner_id, a.ledger) = (j.merchant_id, j.ledger)`,
        [newId('adjustment'), merchantId],
      ),
    );

  it.each([
    ['one person twice', `'per_a', 'per_a', 2`],
    ['one person where two are needed', `'per_a', NULL, 2`],
    ['nobody where one is needed', 'NULL, NULL, 1'],
    ['a second person without a first', `NULL, 'per_a', 1`],
  ])('refuse %s', async (_, persons) => {
    await expect(book({ persons })).rejects.toMatchObject({ constraint: 'adjustment_persons' });
  });

  it('refuse another amount than that of the row, a row without a transfer, and a change', async () => {
    await expect(book({ persons: `'per_a', 'per_b', 2`, amount: 11 })).rejects.toThrow('that of its adjustment');
    await expect(
      world.database.query(
        `INSERT INTO adjustment (${columns}) VALUES ($1, $2, ${LIVE}, 'credit', 1, 'x', 'x', 'per_a', 'per_b', 2)`,
        [newId('adjustment'), newId('merchant')],
      ),
    ).rejects.toThrow('posted with its row');
    await expect(book({ persons: `'per_a', 'per_b', 2` })).resolves.toBeDefined();
    await expect(world.database.query('UPDATE adjustment SET amount = 1')).rejects.toThrow('what is posted stays');
  });

  it.each([
    ['a transfer of another kind into the account of adjustments', 'transfer', -70_950, -10_950],
    ['a transfer of another kind out of it', 'transfer', -10_950, -70_950],
    ['a transfer that has the name of an adjustment', 'adjustment', -10_950, -20_950],
  ] as const)('refuse %s', async (_, kind, debit, credit) => {
    await expect(
      world.database.query(
        `INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
         VALUES ($1, 1, ${LIVE}, $2, $3, 5, ${POSITION})`,
        [newId(kind), debit, credit],
      ),
    ).rejects.toThrow('that of its adjustment');
  });
});
