import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { BalanceAdjusted, Payout, Reply, UnclaimedMoney } from '@paygate/contracts';
import { adjustBalance, createPayout } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import { receivedOf } from '@paygate/testing';
import { AdjustBalances } from '../../outgoing/adjustments/adjust-balances.js';
import { CreatePayouts } from '../../outgoing/payouts/create-payouts.js';
import { PayoutWays } from '../../outgoing/payouts/payout-ways.js';
import { PayerPhones } from '../../rails/prompts/payer-phones.js';
import type { RailPayouts } from '../../rails/connectors/connector.js';
import { commandOf as payoutOf } from '../payouts/payouts-under-test.js';
import { patiently } from '../refunds/patiently.js';
import { UnclaimedUnderTest } from '../unclaimed/unclaimed-under-test.js';
import { accepted, ReversalsUnderTest } from './reversals-under-test.js';

const NET = 686n;
let reversals: ReversalsUnderTest;
beforeAll(async () => {
  reversals = await ReversalsUnderTest.start({ REVERSALS_ALONE_PER_DAY: '1000' });
  const way = { floatOwner: 'mtn_momo/disbursement' } as RailPayouts;
  for (const index of [0, 1]) jest.spyOn(reversals.charging.of(index).get(PayoutWays), 'of').mockReturnValue(way);
});
afterAll(() => reversals.end());

const sql = <Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> =>
  reversals.charging.world.database.query<Row>(text, [...values]);

async function destinationOf(merchantId: string): Promise<string> {
  const destinationId = newId('payoutDestination');
  await sql(
    `INSERT INTO payout_destination (destination_id, merchant_id, ledger, rail, phone, phone_masked, label, usable_at)
     VALUES ($1, $2, 1950, 'mtn_momo', $3, '********01', 'Shop', clock_timestamp())`,
    [destinationId, merchantId, reversals.charging.of(0).get(PayerPhones).seal('+237677000001', destinationId)],
  );
  return destinationId;
}

/** A correction by a reference of its own: every other one lowers the balance. */
const adjust = (merchantId: string, index: number): Promise<Reply<BalanceAdjusted>> => {
  const direction = index % 4 < 2 ? 'debit' : 'credit';
  const of = { merchantId, mode: 'test', currency: 'XAF', direction, amount: '70' } as const;
  const command = { ...of, reason: 'a race', reference: `letter ${index}` };
  return reversals.charging
    .of(index % 2)
    .get(AdjustBalances)
    .adjust(receivedOf(adjustBalance, command, 'operator'));
};

/** Money in suspense that can be matched to a payment of the merchant, by any number of persons at the same time. */
async function lateMoney(merchantId: string): Promise<(instance: number) => Promise<Reply<UnclaimedMoney>>> {
  const unclaimed = UnclaimedUnderTest.of(reversals.charging);
  const day = new Date(Date.UTC(2024, 0, (days += 1))).toISOString().slice(0, 10);
  const { unclaimedId } = await unclaimed.confirmed({ day });
  const { intentId } = await unclaimed.failed(merchantId);
  return (instance) => unclaimed.decide(unclaimedId, 'match', { intentId, instance });
}
let days = 0;

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const amountsOf = (replies: readonly Reply<{ readonly amount: string }>[]): bigint =>
  replies.reduce((sum, reply) => sum + (reply.ok ? BigInt(reply.data.amount) : 0n), 0n);

/** Guarantees that whatever moves a balance, decided at the same time, leaves exact sums. */
describe('on two instances at the same time', () => {
  it.each(numbers(2))(
    'ninety reversals, refunds, payouts, adjustments and late payments of one payment and one balance add up: round %i',
    async () => {
      const payment = await reversals.collected();
      const { merchantId, chargeId } = payment;
      for (let left = 2; left > 0; left--) await reversals.collected(merchantId);
      const destinationId = await destinationOf(merchantId);
      const proposed: string[] = [];
      for (let left = 17; left > 0; left--) proposed.push(accepted(await reversals.propose(payment, '41')).reversalId);
      const pay = (index: number): Promise<Reply<Payout>> =>
        reversals.charging
          .of(index % 2)
          .get(CreatePayouts)
          .create(receivedOf(createPayout, payoutOf(merchantId, destinationId, { amount: '120' })));

      const late = [await lateMoney(merchantId), await lateMoney(merchantId)];

      const [refunds, payouts, booked, adjusted, matched] = await Promise.all([
        Promise.all(numbers(17).map((index) => patiently(() => reversals.refund(payment, '60', index % 2)))),
        Promise.all(numbers(16).map(pay)),
        Promise.all(
          proposed.map((id, index) => patiently(() => reversals.decide(id, 'book', { instance: index % 2 }))),
        ),
        Promise.all(numbers(20).map((index) => patiently(() => adjust(merchantId, index)))),
        Promise.all(late.flatMap((match) => numbers(10).map((index) => patiently(() => match(index % 2))))),
      ]);

      const [[refunded, paid], borne] = [
        [amountsOf(refunds), amountsOf(payouts)],
        booked.map(accepted).reduce((sum, { merchantAmount = '' }) => sum + BigInt(merchantAmount), 0n),
      ];
      expect(refunded + borne <= 700n && borne > 0n).toBe(true);
      expect(
        refunds.filter(
          (reply) => !reply.ok && reply.code !== 'refund_exceeds_charge' && reply.code !== 'balance_insufficient',
        ),
      ).toEqual([]);
      const { available, pending, owed, held } = await reversals.balance(merchantId);
      const corrected = adjusted.reduce((sum, reply) => {
        if (!reply.ok) return sum;
        return reply.data.direction === 'credit' ? sum + 70n : sum - 70n;
      }, 0n);
      expect(adjusted.filter((reply) => !reply.ok && reply.code !== 'balance_insufficient')).toEqual([]);
      expect(matched.map((reply) => accepted(reply).state)).toEqual(matched.map(() => 'matched'));
      const usable = 5n * NET - refunded - paid - borne + corrected;
      expect([held, available, owed]).toEqual([refunded + paid, usable > 0n ? usable : 0n, usable < 0n ? -usable : 0n]);
      expect(available + pending - owed).toBe(await reversals.ledger(merchantId, 'merchant'));

      // some are returned, in a race with refunds again
      const [again] = await Promise.all([
        Promise.all(numbers(8).map((index) => patiently(() => reversals.refund(payment, '60', index % 2)))),
        Promise.all(
          proposed
            .slice(0, 8)
            .map((id, index) => patiently(() => reversals.decide(id, 'return', { instance: index % 2 }))),
        ),
      ]);
      const [standing] = await sql<{ sum: string }>(
        `SELECT coalesce(sum(merchant_amount), 0)::text AS sum FROM reversal WHERE charge_id = $1 AND state = 'booked'`,
        [chargeId],
      );
      const left = refunded + amountsOf(again) + BigInt(standing?.sum ?? '');
      expect(left <= 700n).toBe(true);
      expect(await reversals.violations()).toEqual([]);
    },
  );

  it('one reversal is booked once, whoever decides', async () => {
    const payment = await reversals.collected();
    const { reversalId } = accepted(await reversals.propose(payment));
    const replies = await Promise.all(
      numbers(20).map((index) => patiently(() => reversals.decide(reversalId, 'book', { instance: index % 2 }))),
    );
    expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await sql('SELECT amount::text FROM transfer WHERE journal_id = $1', [reversalId])).toEqual([
      { amount: '700' },
    ]);
    expect(await reversals.ledger(payment.merchantId, 'merchant')).toBe(-14n);
  });

  it('the last one that a person books alone in a day is one', async () => {
    await reversals.end();
    reversals = await ReversalsUnderTest.start({ REVERSALS_ALONE_PER_DAY: '3' });
    for (let left = 10; left > 0; left--) {
      const payment = await reversals.collected();
      await reversals.charging.settle.settle(await reversals.charging.find(payment.chargeId), {
        ...{ kind: 'declined', code: 'rail_error', remark: 'reversed' },
      });
    }
    const rows = await sql<{ id: string }>('SELECT reversal_id AS id FROM reversal');
    const person = newId('person');
    const replies = await Promise.all(
      rows.map(({ id }, index) => patiently(() => reversals.decide(id, 'book', { person, instance: index % 2 }))),
    );
    const states = replies.map((reply) => accepted(reply).state).toSorted();
    expect(states).toEqual([...numbers(3).map(() => 'booked'), ...numbers(7).map(() => 'confirmed')]);
  });
});
