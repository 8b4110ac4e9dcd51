import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChargeRequested } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { repetitions } from '@paygate/testing';
import { ForgetOutgoing } from '../../outgoing/retention/forget-outgoing.js';
import type { Neighbour } from '../charging-under-test.js';
import { ChargingUnderTest, fundedUser, request } from '../charging-under-test.js';
import { accepted, commandOf, RefundsUnderTest } from './refunds-under-test.js';

let world: ChargingUnderTest;
let app: RunningApp;
let intents: Neighbour;
let operator: CommandBus;
let refunds: RefundsUnderTest;
beforeAll(async () => {
  world = await ChargingUnderTest.prepare();
  app = await world.start();
  [intents, operator, refunds] = await Promise.all([
    world.startNeighbour('intents'),
    world.startOperator(),
    RefundsUnderTest.start(world),
  ]);
});
afterAll(() => world.end());

/** A settled charge of 1,000 of a new user, whose merchant has sold more. */
async function charged(): Promise<ChargeRequested> {
  const merchantId = newId('merchant');
  const [charge, other] = await Promise.all(
    ['1000', '10000'].map(async (amount) =>
      request({ userId: await fundedUser(operator, amount), amount, merchantId }),
    ),
  );
  if (charge === undefined || other === undefined) throw new Error('nothing was charged');
  await intents.request(charge, other);
  await world.settled([charge, other]);
  return charge;
}

describe('the key of a refund', () => {
  const agedBy = async (days: number, refundId: string): Promise<void> => {
    await world.database.query('ALTER TABLE refund DISABLE TRIGGER guard_refund');
    await world.database.query(
      'UPDATE refund SET created_at = created_at - make_interval(days => $1) WHERE refund_id = $2',
      [days, refundId],
    );
    await world.database.query('ALTER TABLE refund ENABLE TRIGGER guard_refund');
    await app.get(ForgetOutgoing).forgetKeys();
  };

  it('is kept for 30 days, and then begins another refund', async () => {
    const charge = await charged();
    const key = newId('request');
    const first = accepted(await refunds.refund(charge, { key, amount: '100' }));
    await agedBy(29, first.id);
    expect(accepted(await refunds.refund(charge, { key, amount: '100' })).id).toBe(first.id);
    await agedBy(2, first.id);
    const next = accepted(await refunds.refund(charge, { key, amount: '100' }));
    expect(next.id).not.toBe(first.id);
    expect(accepted(await refunds.get(charge, first.id))).toMatchObject({ status: 'COMPLETED', amount: '100' });
    expect(accepted(await refunds.refund(charge, { key, amount: '100' })).id).toBe(next.id);
    expect(await world.violations()).toEqual([]);
  });

  it('goes with both digests, also when the version before forgets it', async () => {
    const charge = await charged();
    const asked = (key: string) => ({
      amount: '100',
      idempotency: Object.assign(commandOf(charge, { key }).idempotency, { contentHash: 'c'.repeat(43) }),
    });
    const [first, second] = [
      accepted(await refunds.refund(charge, asked(newId('request')))),
      accepted(await refunds.refund(charge, asked(newId('request')))),
    ];
    await agedBy(31, first.id);
    const [row] = await world.database.query(
      'SELECT key_hash, body_hash, content_hash FROM refund WHERE refund_id = $1',
      [first.id],
    );
    expect(row).toEqual({ key_hash: null, body_hash: null, content_hash: null });
    await world.database.query('UPDATE refund SET key_hash = NULL, body_hash = NULL WHERE refund_id = $1', [second.id]);
    expect(accepted(await refunds.get(charge, second.id))).toMatchObject({ amount: '100' });
  });

  it.each(repetitions)('finds its refund: $name', async ({ first, later, isSame }) => {
    const charge = await charged();
    const { keyHash } = commandOf(charge).idempotency;
    const refund = (digests: typeof first) =>
      refunds.refund(charge, { amount: '100', idempotency: { keyHash, ...digests } });
    const made = accepted(await refund(first));
    expect(await refund(later)).toMatchObject(
      isSame ? { data: { id: made.id }, replayed: true } : { ok: false, code: 'idempotency_key_reused' },
    );
  });
});

describe('the database refuses', () => {
  let charge: ChargeRequested;
  beforeAll(async () => {
    charge = await charged();
    const idempotency = Object.assign(commandOf(charge).idempotency, { contentHash: 'c'.repeat(43) });
    accepted(await refunds.refund(charge, { amount: '900', idempotency }));
  });

  it.each([
    'UPDATE refund SET amount = amount + 1',
    `UPDATE refund SET state = 'failed', failure_code = 'rail_error'`,
    `UPDATE refund SET key_hash = 'another'`,
    `UPDATE refund SET content_hash = 'another'`,
    'UPDATE refund SET content_hash = NULL',
    'UPDATE refund SET key_hash = NULL, body_hash = NULL, amount = 1',
    'DELETE FROM refund',
    'DELETE FROM wallet',
    'DELETE FROM append_account',
  ])('to every role: %s', async (text) => {
    await expect(world.database.query(text)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  });

  const insert = (amount: number, chargeId = charge.chargeId): Promise<unknown> =>
    world.database.query(
      `INSERT INTO refund (refund_id, charge_id, intent_id, merchant_id, ledger, method, amount, metadata, key_hash, body_hash, state, ended_at)
       SELECT $1, charge_id, intent_id, merchant_id, ledger, method, $2, '{}', $1, 'b', 'completed', now() FROM charge WHERE charge_id = $3`,
      [newId('refund'), amount, chargeId],
    );

  it('a refund beyond the charge, whatever code runs', async () => {
    await expect(insert(101)).rejects.toMatchObject({ message: 'refunds never exceed their charge' });
  });

  const hold = (values: string): Promise<unknown> =>
    world.database.query(
      `INSERT INTO hold (hold_id, debit_id, credit_id, amount, ledger, state, ended_at) VALUES ('re_held', ${values})`,
    );

  it.each([
    ['-7771950, -11950, 5, 1950', 'a hold debits an account'],
    ['-11950, -7771950, 5, 1950', 'a hold is for an account'],
  ])('a hold between accounts %s', async (values, message) => {
    await expect(hold(`${values}, 'pending', NULL`)).rejects.toMatchObject({ message });
  });

  it('a hold that has ended, and another end', async () => {
    await expect(hold(`-11950, -21950, 5, 1950, 'posted', now()`)).rejects.toMatchObject({
      message: 'a hold begins as pending',
    });
    await hold(`-11950, -21950, 5, 1950, 'pending', NULL`);
    const change = (set: string): Promise<unknown> =>
      world.database.query(`UPDATE hold SET ${set} WHERE hold_id = 're_held'`);
    await expect(change('amount = 6')).rejects.toMatchObject({ message: 'what is held never changes' });
    await change(`state = 'voided', ended_at = now()`);
    await expect(change(`state = 'posted'`)).rejects.toMatchObject({ message: 'a hold ends once' });
    await expect(world.database.query('DELETE FROM hold')).rejects.toMatchObject({
      message: 'a hold is never deleted',
    });
    const [bank] = await world.database.query<{ held: string }>(
      'SELECT pending_debits::text AS held FROM append_account WHERE account_id = -11950',
    );
    expect(bank).toEqual({ held: '0' });
  });

  it('a transfer that is not that of its refund', async () => {
    const [refund] = await world.database.query<{ id: string }>('SELECT refund_id AS id FROM refund LIMIT 1');
    for (const [journal, leg] of [
      ['re_unknown', 1],
      [refund?.id, 2],
    ])
      await expect(
        world.database.query(
          `INSERT INTO transfer (position, debit_id, credit_id, amount, ledger, leg, journal_id)
           VALUES (9000000000, -21950, -11950, 5, 1950, $2, $1)`,
          [journal, leg],
        ),
      ).rejects.toMatchObject({ message: 'a transfer is not that of its refund' });
  });
});
