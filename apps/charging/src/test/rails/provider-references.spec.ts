import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ChargePrompted, ChargeRequested, MobileOperator } from '@paygate/contracts';
import { chargePrompted, mobileOperators } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import { ChargeStatusCommands } from '../../charges/execution/charge-status.commands.js';
import { TimelineCommands } from '../../readers/timeline/timeline.commands.js';
import { ChargingUnderTest } from '../charging-under-test.js';
import { FAST, MobileMoney } from '../mobile-money.js';
import { accepted as acceptedPayout, PayoutsUnderTest } from '../payouts/payouts-under-test.js';
import { accepted, RefundsUnderTest } from '../refunds/refunds-under-test.js';

jest.setTimeout(240_000);

const ENDED_WITHIN_MS = 120_000;

/** The ways in which people type the number of a message. */
const spellingsOf = (number: string): readonly string[] => [
  number,
  number.toLowerCase(),
  ` ${number} `,
  number.replaceAll('.', ''),
  number.replaceAll('.', ' '),
  (number.match(/.{1,3}/g) ?? []).join(' '),
  Array.from(number).join('.'),
];

/** Guarantees that charges, refunds and payouts have the number of the operator's own books, and are found by it. */
describe('the number that an operator gives', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let app: RunningApp;
  let money: MobileMoney;
  let refunds: RefundsUnderTest;
  let payouts: PayoutsUnderTest;

  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    app = await world.start();
    money = await MobileMoney.start(simulator, world);
    refunds = await RefundsUnderTest.start(world);
    payouts = await PayoutsUnderTest.start(world);
  });
  afterAll(async () => {
    await payouts.stop();
    await money.stop();
    await world.end();
    await simulator.stop();
  });

  /** The number in the operator's own books. */
  const numberOf = async (operationId: string): Promise<string> => {
    const [operation] = await world.database.query<{ rail: MobileOperator; name: string }>(
      `SELECT rail, coalesce(rail_token, reference::text) AS name FROM rail_operation WHERE operation_id = $1`,
      [operationId],
    );
    const [payment] = await simulator.database.query<{ number: string; at: string }>(
      `SELECT number::text AS number, to_char(created_at AT TIME ZONE 'UTC', 'YYMMDD.HH24MI') AS at FROM payment
       WHERE rail = $1 AND reference = $2`,
      [operation?.rail, operation?.name],
    );
    if (operation === undefined || payment === undefined) throw new Error(`${operationId} is unknown to its operator`);
    const { number, at } = payment;
    return operation.rail === 'mtn_momo'
      ? String(3_000_000_000n + BigInt(number))
      : `MP${at}.A${number.padStart(5, '0')}`;
  };
  const kept = async (operationId: string): Promise<string | null | undefined> =>
    (
      await world.database.query<{ provider_reference: string | null }>(
        'SELECT provider_reference FROM rail_operation WHERE operation_id = $1',
        [operationId],
      )
    )[0]?.provider_reference;
  const promptOf = ({ chargeId }: ChargeRequested): ChargePrompted | undefined =>
    world.outcomes.events
      .filter(({ type }) => type === chargePrompted.type)
      .map(({ payload }) => payload as ChargePrompted)
      .find((prompt) => prompt.chargeId === chargeId);

  describe.each<MobileOperator>([...mobileOperators])('%s', (rail) => {
    // 41: a forged callback says that the payment has failed
    it.each(['01', '41'])(
      '[3.22] is on the charge of number %s, its event, its status and its timeline',
      async (digits) => {
        const charge = await money.pay(rail, digits);
        const [outcome] = await world.settled([charge], ENDED_WITHIN_MS);
        const number = await numberOf(charge.chargeId);
        expect(outcome?.payload).toMatchObject({ providerReference: number });
        expect(await kept(charge.chargeId)).toBe(number);
        const [answered] = await app
          .get(ChargeStatusCommands)
          .status([{ payload: charge } as Received<ChargeRequested>]);
        expect(answered).toMatchObject({ data: { succeeded: { providerReference: number } } });
        const { intentId, merchantId, mode } = charge;
        const timeline = await app.get(TimelineCommands).timeline({ intentId, merchantId, mode });
        expect(timeline).toMatchObject({
          data: {
            entries: expect.arrayContaining([
              expect.objectContaining({ type: 'charge.succeeded', providerReference: number }),
            ]),
          },
        });
      },
    );

    it('[3.22] is on a payment that waits, and on one that the payer rejects, where the operator gives it then', async () => {
      const [waiting, rejected] = await Promise.all([money.pay(rail, '04'), money.pay(rail, '11')]);
      const prompt = await eventually(() => promptOf(waiting));
      const [outcome] = await world.settled([rejected], ENDED_WITHIN_MS);
      const given = rail === 'orange_money';
      expect(prompt.providerReference).toBe(given ? await numberOf(waiting.chargeId) : undefined);
      expect(await kept(waiting.chargeId)).toBe(given ? await numberOf(waiting.chargeId) : null);
      expect(outcome?.payload.providerReference).toBe(given ? await numberOf(rejected.chargeId) : undefined);
    });

    it('[2.32] is on a refund and a payout, which are found by it as people type it, by their merchant in their mode alone', async () => {
      const merchantId = newId('merchant');
      const charges = [
        await money.pay(rail, '01', { merchantId }),
        await money.pay(rail, '01', { merchantId }),
      ] as const;
      await world.settled(charges, ENDED_WITHIN_MS);
      const refund = accepted(await refunds.refund(charges[0], { amount: '500' }));
      expect(refund.providerReference).toBeNull();
      const [, { refund: ended }] = await refunds.ended(charges[0], refund.id, ENDED_WITHIN_MS);
      expect(ended.providerReference).toBe(await numberOf(refund.id));
      expect(await refunds.get(charges[0], refund.id)).toMatchObject({ data: ended });

      const phone = rail === 'mtn_momo' ? '+237677000001' : '+237699000001';
      const destination = acceptedPayout(await payouts.register(merchantId, phone)).destinationId;
      const payout = acceptedPayout(await payouts.pay(merchantId, destination, { amount: '500' }));
      expect(payout.providerReference).toBeNull();
      const [, { payout: paid }] = await payouts.ended(payout.payoutId, ENDED_WITHIN_MS);
      expect(paid.providerReference).toBe(await numberOf(payout.payoutId));

      const found = async (providerReference: string, of: { merchantId?: string; mode?: 'live' | 'test' } = {}) => {
        const asked = { merchantId, providerReference, ...of };
        const ofRefunds = await refunds.list(charges[0], asked);
        const ofPayouts = await payouts.listed(merchantId, asked);
        if (!ofRefunds.ok || !ofPayouts.ok) throw new Error('a list was refused');
        return [
          ...ofRefunds.data.refunds.map(({ id }) => id),
          ...ofPayouts.data.payouts.map(({ payoutId }) => payoutId),
        ];
      };
      for (const [id, number] of [
        [refund.id, ended.providerReference],
        [payout.payoutId, paid.providerReference],
      ] as const) {
        if (typeof number !== 'string') throw new Error('it has no number');
        for (const typed of spellingsOf(number)) expect([typed, await found(typed)]).toEqual([typed, [id]]);
        expect(await found(number, { merchantId: newId('merchant') })).toEqual([]);
        expect(await found(number, { mode: 'live' })).toEqual([]);
        expect(await found(number.slice(0, -1))).toEqual([]);
        expect(await found(`${number}0`)).toEqual([]);
      }
    });
  });

  it('is of one form in the database', async () => {
    const charge = await money.pay('mtn_momo', '01');
    await world.settled([charge], ENDED_WITHIN_MS);
    for (const number of ['', ' 84', '=84', '8'.repeat(65), '84,1'])
      await expect(
        world.database.query('UPDATE rail_operation SET provider_reference = $2 WHERE operation_id = $1', [
          ...[charge.chargeId, number],
        ]),
      ).rejects.toThrow('rail_operation_provider_reference');
  });
});
