import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@paygate/platform';
import { accepted } from '../reversals/reversals-under-test.js';
import { lineOf, UnclaimedUnderTest } from './unclaimed-under-test.js';

let unclaimed: UnclaimedUnderTest;
beforeAll(async () => {
  unclaimed = await UnclaimedUnderTest.start();
});
afterAll(() => unclaimed.end());

const rowsOf = (day: string): Promise<object[]> =>
  unclaimed.sql('SELECT operator_number AS number, amount::text, state FROM unclaimed WHERE day = $1 ORDER BY amount', [
    day,
  ]);
const confirmed = (id: string): Promise<object[]> =>
  unclaimed.sql(`UPDATE unclaimed SET state = 'confirmed', confirmed_at = now() WHERE unclaimed_id = $1`, [id]);

/** The money of a line with this number, on a day of its own. */
async function listedAs(number: string): Promise<string> {
  const day = unclaimed.nextDay();
  await unclaimed.read(day, [lineOf({ day, number })]);
  const money = (await unclaimed.list()).find((one) => one.day === day);
  return money?.unclaimedId ?? '';
}

/** An operation here that is not decided, and that the operator has given this number. */
async function operationNumbered(number: string): Promise<void> {
  const operationId = await unclaimed.charging.opened('pending');
  await unclaimed.sql('UPDATE rail_operation SET provider_reference = $2 WHERE operation_id = $1', [
    operationId,
    number,
  ]);
}

async function refusedTwice(unclaimedId: string, detail: string): Promise<void> {
  expect(await unclaimed.decide(unclaimedId, 'confirm')).toMatchObject({
    ok: false,
    code: 'parameter_invalid',
    detail,
  });
  await expect(confirmed(unclaimedId)).rejects.toThrow(detail);
}

/** Guarantees that no money which a payment has, or may yet get, is paid out as if nobody owned it; the table refuses it, too. */
describe('money on a statement is confirmed', () => {
  it('never when an operation here has its number, whatever reference its line has', async () => {
    await operationNumbered('MP.77');
    const day = unclaimed.nextDay();
    await unclaimed.read(day, [lineOf({ day, number: 'MP77', reference: 'unknown' })]);
    expect(await rowsOf(day)).toEqual([]);
    const later = await listedAs('mq-88');
    await operationNumbered('MQ88');
    await refusedTwice(later, 'an operation here has this number of the operator');
  });

  it('once for each number, however it is written and on whatever day', async () => {
    const [first, second] = [await listedAs('N-1'), await listedAs('n1')];
    accepted(await unclaimed.decide(first, 'confirm'));
    await refusedTwice(second, 'money with this number of the operator was confirmed before');
  });

  it('not while a payment of its amount, by a phone that may be its own, is not decided', async () => {
    await unclaimed.charging.opened('pending');
    const unclaimedId = newId('unclaimed');
    await unclaimed.sql(
      `INSERT INTO unclaimed (unclaimed_id, rail, ledger, amount, operator_number, day, moved_at, run_id)
       SELECT $1, rail, ledger, amount, $1, '2025-01-01', now(), 1 FROM rail_operation WHERE ended_at IS NULL LIMIT 1`,
      [unclaimedId],
    );
    await refusedTwice(unclaimedId, 'a payment of this amount is not decided yet');
  });

  it('by the amount of the statement that stands', async () => {
    const day = unclaimed.nextDay();
    await unclaimed.read(day, [lineOf({ day, amount: '1000000' })]);
    await unclaimed.read(day, [lineOf({ day, amount: '100' })]);
    expect(await rowsOf(day)).toMatchObject([
      { amount: '100', state: 'listed' },
      { amount: '1000000', state: 'gone' },
    ]);
  });
});
