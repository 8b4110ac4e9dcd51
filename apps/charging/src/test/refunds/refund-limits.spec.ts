import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ChargeRequested, CreateRefundCommand, MerchantActed, Mode, Refund, Reply } from '@paygate/contracts';
import { eventStreams, UNLIMITED_REFUNDS } from '@paygate/contracts';
import type { CommandBus, Received } from '@paygate/messaging';
import { newId, uuidV7 } from '@paygate/platform';
import type { EventCollector, RunningApp } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import { CreateRefunds } from '../../outgoing/refunds/create-refunds.js';
import type { Neighbour } from '../charging-under-test.js';
import { ChargingUnderTest, request, topUp } from '../charging-under-test.js';
import { patiently } from './patiently.js';
import type { Asked } from './refunds-under-test.js';
import { accepted, commandOf } from './refunds-under-test.js';

jest.setTimeout(240_000);

const TIMES = 50;
const CHARGES = 10;

let world: ChargingUnderTest;
let apps: readonly RunningApp[];
let intents: Neighbour;
let operator: CommandBus;
let acts: EventCollector;
beforeAll(async () => {
  world = await ChargingUnderTest.prepare();
  acts = await eventCollector(world.topics.prefix, eventStreams.chargingAudit);
  apps = await Promise.all([world.start(), world.start()]);
  [intents, operator] = await Promise.all([world.startNeighbour('intents'), world.startOperator()]);
});
afterAll(async () => {
  await acts.stop();
  await world.end();
});

/** Settled charges of 1000 of a new merchant, each of a wallet of its own: 985 of each are the merchant's. */
async function charged(count: number, mode: Mode): Promise<readonly ChargeRequested[]> {
  const merchantId = newId('merchant');
  const charges = await Promise.all(
    Array.from({ length: count }, async () => {
      const userId = newId('user');
      await topUp(operator, { userId, mode, amount: '1000' });
      return request({ userId, mode, amount: '1000', merchantId });
    }),
  );
  await intents.request(...charges);
  await world.settled(charges);
  return charges;
}

/** Each instance is asked past the bus, where the commands of one intent would wait for each other. */
function refund(charge: ChargeRequested, given: Asked = {}, instance = 0): Promise<Reply<Refund>> {
  const payload = commandOf(charge, { actor: newId('apiKey'), ...given });
  const message = { payload, id: uuidV7(), requestId: newId('request'), producer: 'gateway' };
  const app = apps[instance % apps.length];
  if (app === undefined) throw new Error('no instance');
  return patiently(() => app.get(CreateRefunds).create(message as Received<CreateRefundCommand>));
}

/** So many refunds at the same time, spread over charges and instances: only the account of the merchant is common to them. */
const atOnce = (charges: readonly ChargeRequested[], given: Asked): Promise<readonly Reply<Refund>[]> =>
  Promise.all(
    Array.from({ length: TIMES }, (_, index) => {
      const charge = charges[index % charges.length];
      if (charge === undefined) throw new Error('no charge');
      return refund(charge, given, Math.floor(index / charges.length));
    }),
  );

const firstOf = ([charge]: readonly ChargeRequested[]): ChargeRequested => {
  if (charge === undefined) throw new Error('no charge');
  return charge;
};
const made = (replies: readonly Reply<Refund>[]) => replies.filter(({ ok }) => ok).length;
const codesOf = (replies: readonly Reply<Refund>[]) =>
  new Set(replies.flatMap((reply) => (reply.ok ? [] : [reply.code])));
const alertsOf = ({ merchantId }: ChargeRequested): readonly MerchantActed[] =>
  acts.events
    .map(({ payload }) => payload as MerchantActed)
    .filter((act) => act.merchantId === merchantId && act.action === 'refunds.half_of_balance');

/** Everything that the merchant has was posted a day before, and its refunds were made then. */
async function nextDay({ merchantId }: ChargeRequested): Promise<void> {
  await world.database.query(`
    ALTER TABLE transfer DISABLE TRIGGER transfer_is_immutable;
    UPDATE transfer SET posted_at = posted_at - interval '24 hours' WHERE '${merchantId}' IN (
      SELECT owner_id FROM append_account WHERE account_id IN (credit_id, debit_id));
    ALTER TABLE transfer ENABLE ALWAYS TRIGGER transfer_is_immutable;
    ALTER TABLE refund DISABLE TRIGGER guard_refund;
    UPDATE refund SET created_at = created_at - interval '24 hours' WHERE merchant_id = '${merchantId}';
    ALTER TABLE refund ENABLE TRIGGER guard_refund;
    UPDATE refund_day SET begins_at = begins_at - interval '24 hours' WHERE merchant_id = '${merchantId}'`);
}

/** Guarantees that whoever is bound never refunds more in a day than the account allows, whatever is asked for at the same time. */
describe('[10.6] the limit of an account', () => {
  it(`of a number holds for ${TIMES} refunds at the same time`, async () => {
    const charges = await charged(CHARGES, 'test');
    const replies = await atOnce(charges, { amount: '10', refundsPerDay: { ...UNLIMITED_REFUNDS, count: 14 } });
    expect([made(replies), codesOf(replies)]).toEqual([14, new Set(['refund_limit_reached'])]);
    expect(await world.violations()).toEqual([]);
  });

  it(`of a sum holds for ${TIMES} refunds at the same time`, async () => {
    const charges = await charged(CHARGES, 'test');
    const replies = await atOnce(charges, { amount: '70', refundsPerDay: { ...UNLIMITED_REFUNDS, amount: '1000' } });
    expect([made(replies), codesOf(replies)]).toEqual([14, new Set(['refund_limit_reached'])]);
    const rest = await refund(firstOf(charges), {
      ...{ amount: '20', refundsPerDay: { ...UNLIMITED_REFUNDS, amount: '1000' } },
    });
    expect(accepted(rest).amount).toBe('20');
    expect(await world.violations()).toEqual([]);
  });

  it('counts what everybody who is bound has refunded today, and its refusal has the figures', async () => {
    const charge = firstOf(await charged(3, 'test'));
    const refundsPerDay = { ...UNLIMITED_REFUNDS, count: 2 };
    accepted(await refund(charge, { amount: '10', actor: newId('member'), refundsPerDay }));
    accepted(await refund(charge, { amount: '10' }));
    const key = newId('request');
    const refused = await refund(charge, { amount: '10', refundsPerDay, key });
    expect(refused).toMatchObject({ code: 'refund_limit_reached', fields: { limit: 2, used: 2 } });
    const [day] = await world.database.query<{ ends: Date }>(
      `SELECT date_trunc('day', now(), 'Africa/Douala') + interval '24 hours' AS ends`,
    );
    expect(refused).toMatchObject({ fields: { renewsAt: day?.ends.toISOString() } });
    const bySum = { ...UNLIMITED_REFUNDS, amount: '25' };
    expect(await refund(charge, { amount: '6', refundsPerDay: bySum })).toMatchObject({
      ...{ code: 'refund_limit_reached', fields: { max: '25', usedAmount: '20' } },
    });
    // the next day has room again, also for the request that was refused
    await nextDay(charge);
    expect((await refund(charge, { amount: '10', refundsPerDay, key })).ok).toBe(true);
  });

  it('neither binds an owner with a second factor nor counts what the owner refunds', async () => {
    const charge = firstOf(await charged(3, 'test'));
    const refundsPerDay = { ...UNLIMITED_REFUNDS, count: 1, amount: '10' };
    accepted(await refund(charge, { amount: '500', refundsPerDay, byProvenOwner: true }));
    accepted(await refund(charge, { amount: '10', refundsPerDay }));
    expect(await refund(charge, { amount: '10', refundsPerDay })).toMatchObject({ fields: { limit: 1, used: 1 } });
    accepted(await refund(charge, { amount: '10', refundsPerDay, byProvenOwner: true }));
    // a repeat of a refund that was made gets its answer, whatever the limit is by then
    const key = newId('request');
    const first = accepted(await refund(charge, { amount: '10', key }));
    expect(accepted(await refund(charge, { amount: '10', key, refundsPerDay })).id).toBe(first.id);
  });

  it('of half of the balance is that of 00:00, in live mode, where there was one', async () => {
    const charges = await charged(4, 'live');
    const charge = firstOf(charges);
    const refundsPerDay = { ...UNLIMITED_REFUNDS, balancePercent: 50 };
    // the day began with nothing
    accepted(await refund(charge, { refundsPerDay }));
    await nextDay(charge);
    // 4 x 985 less 1000, of which 1470 are half
    const [, second, third] = charges;
    if (second === undefined || third === undefined) throw new Error('no charge');
    accepted(await refund(second, { refundsPerDay }));
    const refused = await refund(third, { amount: '471', refundsPerDay });
    expect(refused).toMatchObject({ code: 'refund_limit_reached', fields: { max: '1470', usedAmount: '1000' } });
    accepted(await refund(third, { amount: '470', refundsPerDay }));
    expect(await world.violations()).toEqual([]);
  });
});

/** Guarantees that the owners learn that half of their money leaves by refunds, also where no limit is set. */
describe('[10.7] when half of the balance of 00:00 has left by refunds', () => {
  it('the owners are alerted, once a day', async () => {
    const charges = await charged(4, 'live');
    const charge = firstOf(charges);
    await nextDay(charge);
    // 1970 are half of 4 x 985
    accepted(await refund(charge));
    const [, second] = charges;
    if (second === undefined) throw new Error('no charge');
    accepted(await refund(second, { amount: '969' }));
    const last = accepted(await refund(second, { amount: '1', byProvenOwner: true }));
    accepted(await refund(second, { amount: '1' }));
    await nextDay(charge);
    // 1 is not half of 1969, and 985 are
    accepted(await refund(second, { amount: '1' }));
    const [, , third] = charges;
    if (third === undefined) throw new Error('no charge');
    const again = accepted(await refund(third, { amount: '984' }));
    await eventually(() => alertsOf(charge).length > 1);
    expect(alertsOf(charge).map(({ mode, subject }) => [mode, subject])).toEqual([
      ['live', last.id],
      ['live', again.id],
    ]);
  });

  it('nobody is in test mode', async () => {
    const charge = firstOf(await charged(2, 'test'));
    await nextDay(charge);
    accepted(await refund(charge));
    expect(await world.database.query('SELECT FROM refund_day WHERE merchant_id = $1', [charge.merchantId])).toEqual(
      [],
    );
  });
});
