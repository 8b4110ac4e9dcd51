import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { UnclaimedState } from '@paygate/contracts';
import { unclaimedStates } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { pairs } from '../../outgoing/unclaimed/domain/unclaimed-status.js';
import type { FailedPayment } from './unclaimed-under-test.js';
import { UnclaimedUnderTest } from './unclaimed-under-test.js';

let unclaimed: UnclaimedUnderTest;
let payment: FailedPayment;
beforeAll(async () => {
  unclaimed = await UnclaimedUnderTest.start();
});
afterAll(() => unclaimed.end());

const sql = (text: string, values: readonly unknown[] = []): Promise<object[]> => unclaimed.sql(text, values);

async function listed(): Promise<string> {
  const unclaimedId = newId('unclaimed');
  await sql(
    `INSERT INTO unclaimed (unclaimed_id, rail, ledger, amount, operator_number, day, moved_at, run_id)
     VALUES ($1, 'mtn_momo', 1950, 700, $1, '2025-01-01', now(), 1)`,
    [unclaimedId],
  );
  return unclaimedId;
}

/** Moves a row as its columns demand it. A return has its row, and ends with it. */
async function move(id: string, to: UnclaimedState): Promise<void> {
  const confirmed = 'confirmed_at = coalesce(confirmed_at, now())';
  const columns: Readonly<Record<UnclaimedState, string>> = {
    ...{ listed: '', gone: '', dismissed: '' },
    confirmed: `, ${confirmed}`,
    returning: `, return_id = 'rt_' || unclaimed_id, ${confirmed}`,
    returned: `, return_id = coalesce(return_id, 'rt_' || unclaimed_id), ended_at = now(), ${confirmed}`,
    matched: `, charge_id = $2, intent_id = $3, merchant_id = $4, fee = 14, match_journal_id = 'tr_' || unclaimed_id, ended_at = now(), ${confirmed}`,
  };
  const { chargeId, intentId, merchantId } = payment;
  const values = to === 'matched' ? [id, chargeId, intentId, merchantId] : [id];
  await sql(`UPDATE unclaimed SET state = '${to}'${columns[to]} WHERE unclaimed_id = $1`, values);
}
const endReturn = (id: string, end: string): Promise<unknown> =>
  sql(`UPDATE payer_return SET state = ${end}, ended_at = now() WHERE unclaimed_id = $1 AND state = 'pending'`, [id]);
const beginReturn = (id: string): Promise<unknown> =>
  sql(
    `INSERT INTO payer_return (return_id, unclaimed_id, rail, ledger, amount)
     SELECT return_id, unclaimed_id, rail, ledger, amount FROM unclaimed WHERE unclaimed_id = $1`,
    [id],
  );

const waysTo: Readonly<Record<UnclaimedState, readonly UnclaimedState[]>> = {
  listed: [],
  gone: ['gone'],
  dismissed: ['dismissed'],
  confirmed: ['confirmed'],
  returning: ['confirmed', 'returning'],
  returned: ['confirmed', 'returning', 'returned'],
  matched: ['confirmed', 'matched'],
};

async function brought(to: UnclaimedState, next?: UnclaimedState): Promise<string> {
  payment = await unclaimed.failed();
  const id = await listed();
  for (const state of waysTo[to]) {
    if (state === 'returned') await endReturn(id, `'completed'`);
    await move(id, state);
    if (state === 'returning') await beginReturn(id);
  }
  if (to === 'returning' && next === 'returned') await endReturn(id, `'completed'`);
  if (to === 'returning' && next === 'confirmed') await endReturn(id, `'failed', failure_code = 'rail_error'`);
  return id;
}

/** Guarantees that the database knows the moves of the table, and no other. */
describe('unclaimed money', () => {
  it.each(
    unclaimedStates
      .flatMap((from) => unclaimedStates.map((to) => ({ from, to })))
      .filter(({ from, to }) => from !== to),
  )('makes only legal moves, whatever code runs: $from → $to', async ({ from, to }) => {
    const id = await brought(from, to);
    const isLegal = pairs().some(([legalFrom, legalTo]) => legalFrom === from && legalTo === to);
    if (isLegal) await expect(move(id, to)).resolves.toBeUndefined();
    else await expect(move(id, to)).rejects.toMatchObject({ code: expect.stringMatching(/^23/) });
  });

  it.each([
    ['amount = 701', 'what a line said never changes'],
    [`phone = 'x'`, 'what a line said never changes'],
    [`confirmed_at = now() + interval '1 hour'`, 'what was decided never changes'],
    [`return_id = 'rt_other'`, 'what was decided never changes'],
  ])('keeps what its line said and what was decided: %s', async (change, message) => {
    const id = await brought('returning');
    await expect(sql(`UPDATE unclaimed SET ${change} WHERE unclaimed_id = $1`, [id])).rejects.toMatchObject({
      message,
    });
  });

  it('that has ended stays so, and is never deleted', async () => {
    const id = await brought('matched');
    const change = `UPDATE unclaimed SET fee = 13 WHERE unclaimed_id = $1`;
    await expect(sql(change, [id])).rejects.toMatchObject({ message: 'what was decided never changes' });
    await expect(sql('DELETE FROM unclaimed')).rejects.toMatchObject({ message: 'unclaimed money is never deleted' });
  });

  it('is matched to a payment of its own amount that has failed, and no payment twice', async () => {
    const message = 'unclaimed money is matched to a payment of its amount that has failed';
    const id = await brought('confirmed');
    payment = { ...payment, intentId: newId('intent') };
    await expect(move(id, 'matched')).rejects.toMatchObject({ message });
    const other = await brought('matched');
    const again = payment;
    const third = await brought('confirmed');
    payment = again;
    expect(other).not.toBe(third);
    await expect(move(third, 'matched')).rejects.toMatchObject({ constraint: 'unclaimed_intent' });
  });

  it('is returned as its operation ends, by one return at a time', async () => {
    const id = await brought('returning');
    const message = 'unclaimed money is returned as its operation ends';
    await expect(move(id, 'returned')).rejects.toMatchObject({ message });
    await expect(move(id, 'confirmed')).rejects.toMatchObject({ message });
    const second = `INSERT INTO payer_return (return_id, unclaimed_id, rail, ledger, amount)
      SELECT 'rt_second', unclaimed_id, rail, ledger, amount FROM unclaimed WHERE unclaimed_id = $1`;
    await expect(sql(second, [id])).rejects.toMatchObject({
      message: 'a return is of unclaimed money that is being returned',
    });
    await expect(sql('DELETE FROM payer_return')).rejects.toMatchObject({ message: 'a return is never deleted' });
    await endReturn(id, `'completed'`);
    const reopened = `UPDATE payer_return SET state = 'pending', ended_at = NULL WHERE unclaimed_id = $1`;
    await expect(sql(reopened, [id])).rejects.toMatchObject({ message: 'a return ends once' });
  });

  it('is posted as it was decided, and nothing else moves the money of its account', async () => {
    const id = await brought('confirmed');
    for (const [journal, leg, debit, credit, amount] of [
      [id, 1, -11950, -81950, 699],
      [id, 2, -81950, -11950, 700],
      ['tr_unknown', 1, -81950, -21950, 700],
      ['rt_unknown', 1, -81950, -11950, 700],
    ])
      await expect(
        sql(
          `INSERT INTO transfer (position, debit_id, credit_id, amount, ledger, leg, journal_id)
           VALUES (9000000000, $3, $4, $5, 1950, $2, $1)`,
          [journal, leg, debit, credit, amount],
        ),
      ).rejects.toMatchObject({ message: 'a transfer is not that of its unclaimed money' });
  });
});
