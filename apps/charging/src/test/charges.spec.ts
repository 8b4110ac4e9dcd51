import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChargeFailed, ChargeRequested } from '@paygate/contracts';
import { deadLetterStream, intentProcessing } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RunningApp } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import type { Neighbour } from './charging-under-test.js';
import { ChargingUnderTest, fundedUser, processing, request, topUp } from './charging-under-test.js';

describe('charges that intents has accepted', () => {
  let world: ChargingUnderTest;
  let app: RunningApp;
  let intents: Neighbour;
  let operator: CommandBus;

  beforeAll(async () => {
    world = await ChargingUnderTest.prepare();
    app = await world.start();
    intents = await world.startNeighbour('intents');
    operator = await world.startOperator();
  });
  afterAll(() => world.end());

  const codes = async (charges: readonly ChargeRequested[]): Promise<readonly string[]> =>
    (await world.settled(charges)).map(({ payload }) => (payload as Partial<ChargeFailed>).code ?? 'succeeded');
  const count = (all: readonly string[], wanted: string): number => all.filter((one) => one === wanted).length;

  it('move the money, and their event has fee and net', async () => {
    const userId = await fundedUser(operator, '5000');
    const charge = request({ userId, amount: '2000' });
    await intents.request(charge);

    const [outcome] = await world.settled([charge]);

    const { chargeId, intentId, merchantId } = charge;
    expect(outcome?.type).toBe('charge.succeeded');
    expect(outcome?.payload).toMatchObject({ chargeId, intentId, merchantId, amount: '2000', fee: '30', net: '1970' });
    expect(await world.balance(userId)).toBe(3_000n);
    expect(await world.balance(merchantId, 'merchant')).toBe(1_970n);
  });

  it('are those of the event that the merchant is notified of, once however often it is delivered', async () => {
    const userId = await fundedUser(operator, '5000');
    const charge = request({ userId, amount: '2000' });
    const [event, withoutRequest] = [processing(charge), processing(request({ userId }))];
    delete withoutRequest.request;
    await intents.emit(intentProcessing, withoutRequest, event, event);
    const [outcome] = await world.settled([charge]);
    expect([outcome?.type, outcome?.payload]).toMatchObject(['charge.succeeded', { chargeId: charge.chargeId }]);
    await world.drained();
    expect(await world.balance(userId)).toBe(3_000n);
  });

  it('of 100 on a wallet of 1000 succeed ten times out of fifty', async () => {
    const userId = await fundedUser(operator, '1000');
    const charges = Array.from({ length: 50 }, () => request({ userId }));
    await intents.request(...charges);
    const all = await codes(charges);
    expect([count(all, 'succeeded'), count(all, 'insufficient_funds'), all.length]).toEqual([10, 40, 50]);
    expect(await world.balance(userId)).toBe(0n);
  });

  it('are declined with a reason that a payer or a checkout can act on', async () => {
    const userId = await fundedUser(operator, '1000');
    const cases = [
      [request({ userId: newId('user') }), 'wallet_closed'],
      [request({ userId, amount: '1001' }), 'insufficient_funds'],
      [request({ userId, method: 'mobile_money' }), 'rail_error'],
      [request({ userId, acceptedAt: new Date(Date.now() - 125_000).toISOString() }), 'rail_unavailable'],
      [request({ userId, mode: 'live' }), 'wallet_closed'],
      [request({ userId, currency: 'XOF' }), 'wallet_closed'],
    ] as const;
    await intents.request(...cases.map(([charge]) => charge));
    for (const [charge, code] of cases) {
      const [outcome] = await world.settled([charge]);
      expect([outcome?.type, (outcome?.payload as ChargeFailed).code]).toEqual(['charge.failed', code]);
    }
    expect(await world.balance(userId)).toBe(1_000n);
  });

  it('have one effect however often their event is delivered', async () => {
    const userId = await fundedUser(operator, '1000');
    const charge = request({ userId });
    await intents.request(charge);
    await world.publishAgain(charge.chargeId, 20);
    const twin = request({ userId, intentId: charge.intentId });
    await intents.request(twin);
    await world.drained();

    expect(await codes([charge])).toEqual(['succeeded']);
    expect(world.outcomesOf([twin])).toEqual([]);
    expect(await world.balance(userId)).toBe(900n);
    expect(await world.database.query('SELECT FROM transfer WHERE journal_id = $1', [charge.chargeId])).toHaveLength(2);
  });

  it('of one busy merchant by many payers are all posted, and roll-ups change no balance', async () => {
    const merchantId = newId('merchant');
    const users = await Promise.all(Array.from({ length: 30 }, () => fundedUser(operator, '100000')));
    const charges = users.flatMap((userId) =>
      Array.from({ length: 10 }, () => request({ userId, merchantId, amount: '1000' })),
    );
    await intents.request(...charges);
    expect(new Set(await codes(charges))).toEqual(new Set(['succeeded']));
    expect(await world.balance(merchantId, 'merchant')).toBe(300n * 985n);
    await eventually(async () => {
      const [row] = await world.database.query<{ rolled_to: string }>(
        `SELECT rolled_to FROM append_account WHERE owner_id = $1 AND rolled_to > 0`,
        [merchantId],
      );
      return row !== undefined;
    });
    expect(await world.balance(merchantId, 'merchant')).toBe(300n * 985n);
    expect(await world.violations()).toEqual([]);
  });

  it('share a wallet with concurrent top-ups', async () => {
    const userId = await fundedUser(operator, '500');
    const charges = Array.from({ length: 40 }, () => request({ userId }));
    const [, ...replies] = await Promise.all([
      intents.request(...charges),
      ...Array.from({ length: 20 }, () => topUp(operator, { userId, amount: '100' })),
    ]);
    expect(replies.filter((reply) => reply.ok)).toHaveLength(20);
    const succeeded = count(await codes(charges), 'succeeded');
    expect(succeeded).toBeGreaterThanOrEqual(5);
    expect(await world.balance(userId)).toBe(2_500n - BigInt(succeeded) * 100n);
    expect(await world.violations()).toEqual([]);
  });

  it('have no new effect when the topic is read from its beginning again', async () => {
    const state = async (): Promise<object> => ({
      rows: await world.database.query(
        'SELECT count(*) AS charges, (SELECT count(*) FROM transfer) AS transfers FROM charge',
      ),
      events: new Set(world.outcomes.events.map(({ id }) => id)).size,
    });
    await world.drained();
    const before = await state();
    await app.stop();
    await world.rewind();
    app = await world.start();
    await world.drained();
    expect(await state()).toEqual(before);
  });

  it('are settled although another charge in their batch is refused by the database', async () => {
    const userId = await fundedUser(operator, '10000');
    const bad = request({ userId: await fundedUser(operator, '1000') });
    await world.database.query(`
      CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'spoiled'; END $$;
      CREATE TRIGGER spoil BEFORE INSERT ON charge FOR EACH ROW WHEN (NEW.charge_id = '${bad.chargeId}')
      EXECUTE FUNCTION spoil()`);
    const deadLetters = await eventCollector(world.topics.prefix, deadLetterStream('charging'));
    const good = Array.from({ length: 20 }, () => request({ userId }));
    await intents.request(...good.slice(0, 10), bad, ...good.slice(10));

    expect(new Set(await codes(good))).toEqual(new Set(['succeeded']));
    await eventually(() => deadLetters.messages.some(({ value }) => value?.includes(bad.chargeId)));
    await deadLetters.stop();
    await world.database.query('DROP TRIGGER spoil ON charge');
    expect(await world.database.query('SELECT FROM transfer WHERE journal_id = $1', [bad.chargeId])).toEqual([]);
    expect(await world.violations()).toEqual([]);
  });
});
