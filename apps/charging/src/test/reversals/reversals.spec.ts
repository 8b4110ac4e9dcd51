import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@paygate/platform';
import { REFUSED } from '../operations-under-test.js';
import { accepted, ReversalsUnderTest } from './reversals-under-test.js';

let reversals: ReversalsUnderTest;
beforeAll(async () => {
  reversals = await ReversalsUnderTest.start({ REVERSALS_ALONE_PER_DAY: '1000' });
});
afterAll(() => reversals.end());

const sql = (text: string, values: readonly unknown[] = []): Promise<unknown[]> =>
  reversals.charging.world.database.query(text, [...values]);
const another = { param: 'person', detail: 'another person has to do this' };

describe('a reversal', () => {
  it('takes the payment from its merchant, who owes it once it is spent, and fills it before anything is available', async () => {
    const payment = await reversals.collected();
    const { merchantId } = payment;
    const float = await reversals.ledger('mtn_momo', 'float');
    const booked = await reversals.reversed(payment);
    expect(booked).toMatchObject({ state: 'booked', merchantAmount: '700', feeAmount: '0', receivableAmount: '0' });
    expect((await reversals.ledger('mtn_momo', 'float')) - float).toBe(700n);
    expect(await reversals.balance(merchantId)).toMatchObject({ available: 0n, pending: 0n, owed: 14n });
    expect(await reversals.ledger(merchantId, 'merchant')).toBe(-14n);
    expect(await reversals.debtOf(merchantId)).toBe('14');
    const next = await reversals.collected(merchantId);
    expect(await reversals.debtOf(merchantId)).toBeUndefined();
    expect(await reversals.balance(merchantId)).toMatchObject({ available: 672n, owed: 0n });
    expect((await reversals.refund(next, '672')).ok).toBe(true);
    expect(await reversals.violations()).toEqual([]);
  });

  it('counts with the refunds of its payment, which are refused while the balance owes, and say so', async () => {
    const payment = await reversals.collected();
    const { merchantId } = payment;
    for (const other of [await reversals.collected(merchantId), await reversals.collected(merchantId)])
      expect((await reversals.refund(other, '700')).ok).toBe(true);
    await reversals.reversed(payment, '690');
    expect(await reversals.balance(merchantId)).toMatchObject({
      available: 0n,
      pending: 1_400n,
      held: 1_400n,
      owed: 32n,
    });
    expect(await reversals.refund(payment, '11')).toMatchObject({
      ...{ code: 'refund_exceeds_charge', fields: { refundable: '10' } },
    });
    expect(await reversals.refund(payment, '10')).toMatchObject({
      ...{ code: 'balance_insufficient', detail: expect.stringContaining('owes') },
      fields: { available: '0', pending: '0', owed: '32', missing: '42' },
    });
    expect(await reversals.violations()).toEqual([]);
  });

  it('leaves what refunds have given back to nobody', async () => {
    const payment = await reversals.collected();
    await reversals.collected(payment.merchantId);
    expect((await reversals.refund(payment, '500')).ok).toBe(true);
    const receivable = await reversals.ledger('', 'reversals_receivable');
    expect(await reversals.reversed(payment)).toMatchObject({ merchantAmount: '200', receivableAmount: '500' });
    expect((await reversals.ledger('', 'reversals_receivable')) - receivable).toBe(-500n);
    expect(await reversals.violations()).toEqual([]);
  });

  it('is returned by the same transfer the other way, once', async () => {
    const payment = await reversals.collected();
    const accounts = async (): Promise<readonly bigint[]> => [
      await reversals.ledger('mtn_momo', 'float'),
      await reversals.ledger(payment.merchantId, 'merchant'),
    ];
    const before = await accounts();
    const { reversalId } = await reversals.reversed(payment);
    const person = newId('person');
    expect(accepted(await reversals.decide(reversalId, 'return', { person }))).toMatchObject({ state: 'returned' });
    expect(accepted(await reversals.decide(reversalId, 'return', { person }))).toMatchObject({ returnedBy: person });
    expect(await reversals.decide(reversalId, 'return')).toMatchObject({ code: 'parameter_invalid' });
    expect(await accounts()).toEqual(before);
    // the operator may take it back again
    expect(await reversals.reversed(payment)).toMatchObject({ state: 'booked', merchantAmount: '700' });
    expect(await reversals.violations()).toEqual([]);
  });

  it('is refused beyond what the rail has collected, and of what no rail has', async () => {
    const payment = await reversals.collected();
    expect(await reversals.propose(payment, '701')).toMatchObject({ code: 'parameter_invalid', param: 'amount' });
    accepted(await reversals.propose(payment, '400'));
    expect(await reversals.propose(payment, '301')).toMatchObject({ code: 'parameter_invalid', param: 'amount' });
    const unknown = { ...payment, intentId: newId('intent') };
    expect(await reversals.propose(unknown)).toMatchObject({ code: 'parameter_invalid', param: 'intentId' });
  });

  it('that is dismissed moves nothing, and leaves room for another proposal', async () => {
    const payment = await reversals.collected();
    const { reversalId } = accepted(await reversals.propose(payment));
    expect(accepted(await reversals.decide(reversalId, 'dismiss'))).toMatchObject({ state: 'dismissed' });
    expect(await reversals.decide(reversalId, 'book')).toMatchObject({ detail: 'the reversal is dismissed' });
    expect((await reversals.propose(payment)).ok).toBe(true);
    expect(await reversals.ledger(payment.merchantId, 'merchant')).toBe(686n);
  });
});

describe('a query that contradicts a success', () => {
  it('proposes a reversal of all that was collected, once, and books nothing', async () => {
    const payment = await reversals.collected();
    const { charging } = reversals;
    const found = async () => charging.find(payment.chargeId);
    await charging.settle.settle(await found(), REFUSED);
    await charging.settle.settle(await found(), REFUSED);
    const rows = await sql(`SELECT amount::text, source, said, state FROM reversal WHERE charge_id = $1`, [
      payment.chargeId,
    ]);
    expect(rows).toEqual([{ amount: '700', source: 'query', said: 'refused', state: 'proposed' }]);
    expect(await charging.escalationOf(payment.chargeId)).toBe('contradiction');
    expect(await reversals.ledger(payment.merchantId, 'merchant')).toBe(686n);
  });

  it('with another amount proposes nothing', async () => {
    const payment = await reversals.collected();
    const { charging } = reversals;
    const more = { kind: 'succeeded', amount: 900n, currency: 'XAF' } as const;
    await charging.settle.settle(await charging.find(payment.chargeId), more);
    expect(await sql('SELECT FROM reversal WHERE charge_id = $1', [payment.chargeId])).toEqual([]);
  });
});

/** Guarantees that the statement that moves the money compares two different persons. */
describe('two persons', () => {
  const [one, other] = [newId('person'), newId('person')];
  let reversalId: string;
  beforeAll(async () => {
    await reversals.end();
    reversals = await ReversalsUnderTest.start({ REVERSALS_ALONE_PER_DAY: '1' });
    await reversals.reversed(await reversals.collected());
    const payment = await reversals.collected();
    const { charging } = reversals;
    await charging.settle.settle(await charging.find(payment.chargeId), REFUSED);
    [{ reversalId }] = (await sql(`SELECT reversal_id AS "reversalId" FROM reversal WHERE source = 'query'`)) as [
      { reversalId: string },
    ];
  });

  it('book from the twentieth of a day on: the first confirms', async () => {
    for (const instance of [0, 1]) {
      const reply = accepted(await reversals.decide(reversalId, 'book', { person: one, instance }));
      expect(reply).toMatchObject({ state: 'confirmed', confirmedBy: one });
    }
    expect(accepted(await reversals.decide(reversalId, 'book', { person: other }))).toMatchObject({
      ...{ state: 'booked', confirmedBy: one, bookedBy: other },
    });
  });

  it('return one alike, and the second may keep it', async () => {
    const first = accepted(await reversals.decide(reversalId, 'return', { person: one }));
    // the first return of the day
    expect(first).toMatchObject({ state: 'returned' });
    const next = await reversals.collected();
    const proposed = accepted(await reversals.propose(next, '700', one));
    expect(await reversals.decide(proposed.reversalId, 'book', { person: one })).toMatchObject(another);
    accepted(await reversals.decide(proposed.reversalId, 'book', { person: other }));
    expect(accepted(await reversals.decide(proposed.reversalId, 'return', { person: one })).state).toBe('returning');
    expect(accepted(await reversals.decide(proposed.reversalId, 'return', { person: one })).state).toBe('returning');
    expect(accepted(await reversals.decide(proposed.reversalId, 'keep', { person: other })).state).toBe('booked');
    accepted(await reversals.decide(proposed.reversalId, 'return', { person: one }));
    expect(accepted(await reversals.decide(proposed.reversalId, 'return', { person: other })).state).toBe('returned');
    expect(await reversals.violations()).toEqual([]);
  });

  it('are needed for any amount of live mode', async () => {
    const [merchantId, chargeId, intentId] = [newId('merchant'), newId('charge'), newId('intent')];
    await sql(
      `INSERT INTO append_account (kind, owner_id, ledger) VALUES ('merchant', $1, 950), ('float', 'mtn_momo', 950) ON CONFLICT DO NOTHING`,
      [merchantId],
    );
    await sql(liveSql, [chargeId, intentId, merchantId]);
    reversalId = newId('reversal');
    await sql(
      `INSERT INTO reversal (reversal_id, charge_id, intent_id, merchant_id, ledger, rail, amount, source, report, said)
       SELECT $2, charge_id, intent_id, merchant_id, ledger, 'mtn_momo', 1, 'query', 'query', 'x' FROM charge WHERE charge_id = $1`,
      [chargeId, reversalId],
    );
    expect(accepted(await reversals.decide(reversalId, 'book', { person: one })).state).toBe('confirmed');
    expect(accepted(await reversals.decide(reversalId, 'book', { person: one })).state).toBe('confirmed');
    expect(accepted(await reversals.decide(reversalId, 'book', { person: other })).state).toBe('booked');
    expect(await reversals.violations()).toEqual([]);
  });
});

/** A charge of 700 of live mode, which a rail has collected. */
const liveSql = `
  WITH o AS (
    INSERT INTO rail_operation (operation_id, kind, rail, intent_id, merchant_id, user_id, ledger, amount, fee, phone, phone_masked,
      request_id, accepted_at, callback_token, state, attempt, submitted_at, due_at, ended_at)
    VALUES ($1, 'collect', 'mtn_momo', $2, $3, 'usr_live', 950, 700, 14, 'sealed', '********01', 'req', clock_timestamp(), $1, 'succeeded', 1,
      clock_timestamp(), NULL, clock_timestamp())
    RETURNING *),
  c AS (
    INSERT INTO charge (charge_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, method, state, debited_id)
    SELECT operation_id, intent_id, merchant_id, user_id, ledger, amount, fee, accepted_at, 'mobile_money', 'succeeded',
      (SELECT account_id FROM append_account WHERE owner_id = 'mtn_momo' AND kind = 'float' AND ledger = 950) FROM o
    RETURNING *)
  INSERT INTO transfer (journal_id, leg, ledger, debit_id, credit_id, amount, position)
  SELECT charge_id, leg.number, ledger, debited_id, leg.account, leg.amount,
    (SELECT xid_offset + pg_current_xact_id()::text::bigint FROM ledger_clock)
  FROM c CROSS JOIN LATERAL (VALUES
    (1, (SELECT account_id FROM append_account WHERE owner_id = $3 AND kind = 'merchant' AND ledger = 950), amount - fee),
    (2, -(20000 + ledger)::bigint, fee)) AS leg (number, account, amount)`;
