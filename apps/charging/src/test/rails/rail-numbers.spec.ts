import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { MobileOperator } from '@paygate/contracts';
import { listEscalations, mobileOperators, resolveRailOperation } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RailSimulator } from '@paygate/testing';
import { eventually, PATIENCE_MS } from '@paygate/testing';
import { ChargingUnderTest } from '../charging-under-test.js';
import { debitedBy, FAST, MobileMoney } from '../mobile-money.js';

jest.setTimeout(240_000);

/** 42 needs an operator, 44 never ends, 04 waits for a person. */
const SUCCESSES = ['01', '03', '30', '31', '32', '33', '34', '35', '36', '37', '38', '40', '41', '43'];
const DECLINES = [
  ['10', 'insufficient_funds'],
  ['11', 'payer_rejected'],
  ['12', 'payer_timeout'],
  ['13', 'payer_not_found'],
  ['14', 'payer_limit_reached'],
  ['15', 'payer_blocked'],
  ['18', 'rail_error'],
  ['19', 'rail_error'],
  ['99', 'payer_not_found'],
] as const;

/** Guarantees that every misbehaviour of a rail ends in the outcome that its own books have. */
describe('mobile money', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let money: MobileMoney;
  let operator: CommandBus;

  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    await world.start();
    money = await MobileMoney.start(simulator, world);
    operator = await world.startOperator();
  });
  afterAll(async () => {
    await money.stop();
    await world.end();
    await simulator.stop();
  });

  const stateOf = async (chargeId: string): Promise<Record<string, unknown> | undefined> =>
    (
      await world.database.query<Record<string, unknown>>(
        'SELECT state, escalation, suspended_amount::text AS suspended FROM rail_operation WHERE operation_id = $1',
        [chargeId],
      )
    )[0];

  describe.each<MobileOperator>([...mobileOperators])('by %s', (rail) => {
    it('succeeds once for every number whose payer is debited, however the rail answers', async () => {
      const charges = await Promise.all(SUCCESSES.map((digits) => money.pay(rail, digits)));
      const outcomes = await world.settled(charges, 120_000);
      const types = charges.map(
        ({ chargeId }, index) =>
          `${SUCCESSES[index] ?? ''} ${outcomes.find(({ payload }) => payload.chargeId === chargeId)?.type ?? ''}`,
      );
      expect(types).toEqual(SUCCESSES.map((digits) => `${digits} charge.succeeded`));
      expect(outcomes).toHaveLength(charges.length);
    });

    it.each(DECLINES)('declines number %s with %s', async (digits, code) => {
      const [outcome] = await world.settled([await money.pay(rail, digits)]);
      expect(outcome).toMatchObject({ type: 'charge.failed', payload: { code, decidedBy: 'service' } });
    });

    it('[11.6] keeps who made a payment, whatever its outcome', async () => {
      const actor = newId('member');
      const charges = await Promise.all(['01', '10'].map((digits) => money.pay(rail, digits, { actor })));
      await world.settled(charges);
      const ids = charges.map(({ chargeId }) => chargeId);
      const text = 'SELECT actor FROM charge WHERE charge_id = ANY ($1::text[])';
      expect(await world.database.query(text, [ids])).toEqual([{ actor }, { actor }]);
      const change = 'UPDATE rail_operation SET actor = NULL WHERE operation_id = ANY ($1::text[])';
      await expect(world.database.query(change, [ids])).rejects.toThrow('what was asked of a rail never changes');
    });

    it.each(['04', '44'])('leaves number %s open', async (digits) => {
      const charge = await money.pay(rail, digits);
      // 44: Orange Money answers the submission itself with a status that is not documented
      const open = ['pending', ...(digits === '44' ? ['in_doubt'] : [])];
      await eventually(async () => open.includes(String((await stateOf(charge.chargeId))?.['state'])));
      expect(world.outcomesOf([charge])).toEqual([]);
    });

    it('puts another amount into suspense, until an operator decides', async () => {
      const charge = await money.pay(rail, '42');
      await eventually(async () => (await stateOf(charge.chargeId))?.['state'] === 'escalated');
      expect(await stateOf(charge.chargeId)).toMatchObject({ escalation: 'amount_differs', suspended: '800' });
      expect(world.outcomesOf([charge])).toEqual([]);
      const options = { requestId: newId('request'), timeoutMs: PATIENCE_MS };
      const listed = await operator.send(listEscalations, { limit: 100 }, options);
      expect(listed).toMatchObject({
        data: { operations: expect.arrayContaining([expect.objectContaining({ chargeId: charge.chargeId })]) },
      });
      const { chargeId } = charge;
      const decided = await operator.send(resolveRailOperation, { chargeId, resolution: 'succeeded' }, options);
      expect(decided).toMatchObject({ ok: true, data: { state: 'succeeded' } });
      const again = await operator.send(resolveRailOperation, { chargeId, resolution: 'declined' }, options);
      expect(again).toMatchObject({ ok: true, data: { state: 'succeeded' } });
      const [outcome] = await world.settled([charge]);
      expect(outcome?.payload).toMatchObject({ amount: '700', fee: '14' });
    });

    it('declines a charge that is too old, and asks nobody', async () => {
      const before = await debitedBy(simulator, rail);
      const acceptedAt = new Date(Date.now() - 130_000).toISOString();
      const [outcome] = await world.settled([await money.pay(rail, '01', { acceptedAt })]);
      expect(outcome?.payload).toMatchObject({ code: 'rail_unavailable' });
      expect(await debitedBy(simulator, rail)).toBe(before);
    });
  });

  it('has a ledger that equals the books of the operators to the franc', async () => {
    for (const rail of mobileOperators)
      expect(await world.balance(rail, 'float')).toBe(-(await debitedBy(simulator, rail)));
    expect(await world.violations()).toEqual([]);
  });
});
