import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@paygate/platform';
import type { ReversalState } from '../../outgoing/reversals/domain/reversal-status.js';
import { pairs, reversalStates } from '../../outgoing/reversals/domain/reversal-status.js';
import type { CollectedPayment } from './reversals-under-test.js';
import { accepted, ReversalsUnderTest } from './reversals-under-test.js';

let reversals: ReversalsUnderTest;
let payment: CollectedPayment;
beforeAll(async () => {
  reversals = await ReversalsUnderTest.start({ REVERSALS_ALONE_PER_DAY: '1000' });
  payment = await reversals.collected();
});
afterAll(() => reversals.end());

const sql = (text: string, values: readonly unknown[] = []): Promise<unknown[]> =>
  reversals.charging.world.database.query(text, [...values]);

/** The columns of a state, with persons who differ. */
const columnsOf: Readonly<Record<ReversalState, string>> = {
  proposed: '',
  confirmed: `, confirmed_by = 'per_one'`,
  booked: `, booked_by = coalesce(booked_by, 'per_two'), booked_at = coalesce(booked_at, now()), merchant_amount = 1, fee_amount = 0, receivable_amount = 0`,
  returning: `, return_asked_by = 'per_three'`,
  returned: `, returned_by = 'per_four', returned_at = now(), return_journal_id = reversal_id || '_back'`,
  dismissed: `, dismissed_by = 'per_five'`,
};
const waysTo: Readonly<Record<ReversalState, readonly ReversalState[]>> = {
  proposed: [],
  confirmed: ['confirmed'],
  booked: ['booked'],
  returning: ['booked', 'returning'],
  returned: ['booked', 'returned'],
  dismissed: ['dismissed'],
};
const move = (reversalId: string, to: ReversalState): Promise<unknown> =>
  sql(`UPDATE reversal SET state = '${to}' ${columnsOf[to]} WHERE reversal_id = $1`, [reversalId]);

async function proposed(amount = 1): Promise<string> {
  const reversalId = newId('reversal');
  await sql(
    `INSERT INTO reversal (reversal_id, charge_id, intent_id, merchant_id, ledger, rail, amount, source, report, said)
     SELECT $1, charge_id, intent_id, merchant_id, ledger, 'mtn_momo', $3, 'query', $1, 'x' FROM charge WHERE charge_id = $2`,
    [reversalId, payment.chargeId, amount],
  );
  return reversalId;
}

/** Guarantees that the database knows the moves of the table, and no other. */
describe('a reversal', () => {
  it.each(
    reversalStates.flatMap((from) => reversalStates.map((to) => ({ from, to }))).filter(({ from, to }) => from !== to),
  )('makes only legal moves, whatever code runs: $from → $to', async ({ from, to }) => {
    const reversalId = await proposed();
    for (const state of waysTo[from]) await move(reversalId, state);
    const isLegal = pairs().some(([legalFrom, legalTo]) => legalFrom === from && legalTo === to);
    if (isLegal) await expect(move(reversalId, to)).resolves.toBeDefined();
    else await expect(move(reversalId, to)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  });

  it('is never confirmed and booked, or asked for and returned, by one person', async () => {
    const reversalId = await proposed();
    await move(reversalId, 'confirmed');
    const alone = `UPDATE reversal SET state = 'booked' ${columnsOf.booked.replace('per_two', 'per_one')} WHERE reversal_id = $1`;
    await expect(sql(alone, [reversalId])).rejects.toMatchObject({ message: 'the second person is another one' });
    const swapped = `UPDATE reversal SET confirmed_by = 'per_six' WHERE reversal_id = $1`;
    await expect(sql(swapped, [reversalId])).rejects.toMatchObject({ message: 'the second person is another one' });
    await move(reversalId, 'booked');
    await move(reversalId, 'returning');
    const back = `UPDATE reversal SET state = 'returned' ${columnsOf.returned.replace('per_four', 'per_three')} WHERE reversal_id = $1`;
    await expect(sql(back, [reversalId])).rejects.toMatchObject({ message: 'the second person is another one' });
  });

  it.each([
    ['amount = amount + 1', 'what is reversed never changes'],
    [`said = 'another'`, 'what is reversed never changes'],
    [`proposed_by = 'per_six'`, 'what is reversed never changes'],
    ['merchant_amount = 0, receivable_amount = 1', 'what is booked never changes'],
    [`booked_by = 'per_six'`, 'what is booked never changes'],
  ])('keeps what it is of and what was booked: %s', async (change, message) => {
    const reversalId = await proposed();
    await move(reversalId, 'booked');
    await expect(sql(`UPDATE reversal SET ${change} WHERE reversal_id = $1`, [reversalId])).rejects.toMatchObject({
      message,
    });
  });

  it('is never deleted', async () => {
    await expect(sql('DELETE FROM reversal')).rejects.toMatchObject({ message: 'a reversal is never deleted' });
  });

  it('takes no more than the rail has collected', async () => {
    await expect(proposed(701)).rejects.toMatchObject({
      message: 'reversals never exceed what the rail has collected',
    });
  });

  it('takes with refunds no more than the charge', async () => {
    payment = await reversals.collected();
    const reversalId = await proposed(400);
    accepted(await reversals.refund(payment, '500'));
    const whole = `UPDATE reversal SET state = 'booked', booked_by = 'per_two', booked_at = now(), merchant_amount = 400, fee_amount = 0,
      receivable_amount = 0 WHERE reversal_id = $1`;
    await expect(sql(whole, [reversalId])).rejects.toMatchObject({
      message: 'refunds and reversals never exceed their charge',
    });
    accepted(await reversals.decide(reversalId, 'book'));
    const refund = `INSERT INTO refund (refund_id, charge_id, intent_id, merchant_id, ledger, method, amount, metadata, key_hash, body_hash, state)
      SELECT $2, charge_id, intent_id, merchant_id, ledger, method, 1, '{}', $2, 'b', 'pending' FROM charge WHERE charge_id = $1`;
    await expect(sql(refund, [payment.chargeId, newId('refund')])).rejects.toMatchObject({
      message: 'refunds and reversals never exceed their charge',
    });
  });

  it('is posted as its shares, and as nothing else', async () => {
    payment = await reversals.collected();
    const { reversalId } = await reversals.reversed(payment, '100');
    for (const [journal, leg] of [
      ['rv_unknown', 1],
      [reversalId, 2],
    ])
      await expect(
        sql(
          `INSERT INTO transfer (position, debit_id, credit_id, amount, ledger, leg, journal_id)
           VALUES (9000000000, -21950, -11950, 5, 1950, $2, $1)`,
          [journal, leg],
        ),
      ).rejects.toMatchObject({ message: 'a transfer is not that of its reversal' });
  });
});
