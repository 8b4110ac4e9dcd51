import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@paygate/platform';
import type { CommandBus } from '@paygate/messaging';
import type { RailSimulator } from '@paygate/testing';
import { repetitions } from '@paygate/testing';
import type { Neighbour } from '../charging-under-test.js';
import { ChargingUnderTest, fundedUser, request } from '../charging-under-test.js';
import { FAST, MobileMoney } from '../mobile-money.js';
import { accepted, commandOf, PayoutsUnderTest } from './payouts-under-test.js';

let simulator: RailSimulator;
let world: ChargingUnderTest;
let payouts: PayoutsUnderTest;
let intents: Neighbour;
let operator: CommandBus;
beforeAll(async () => {
  simulator = await MobileMoney.simulator();
  world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
  await world.start();
  [intents, operator, payouts] = await Promise.all([
    world.startNeighbour('intents'),
    world.startOperator(),
    PayoutsUnderTest.start(world),
  ]);
});
afterAll(async () => {
  await payouts.stop();
  await world.end();
  await simulator.stop();
});

it('a destination is registered once by its key, and never changes', async () => {
  const merchantId = newId('merchant');
  const idempotency = commandOf(merchantId, '', { key: 'one' }).idempotency;
  const first = accepted(await payouts.register(merchantId, '+237677000001', { idempotency }));
  expect((await payouts.acted('payout_destination.registered', first.destinationId)).destination).toEqual({
    phoneMasked: first.phoneMasked,
    usableAt: first.usableAt,
  });
  const again = await payouts.register(merchantId, '+237677000001', { idempotency });
  expect(again).toMatchObject({ data: first, replayed: true });
  expect(await payouts.register(merchantId, '+33612345678')).toMatchObject({ code: 'operator_unknown' });
  await expect(
    world.database.query(`UPDATE payout_destination SET usable_at = now() - interval '1 day'`),
  ).rejects.toThrow('a destination never changes');
  await expect(world.database.query(`DELETE FROM payout_destination`)).rejects.toThrow('never deleted');
});

it('a payout to a number of test mode that ends in 63 waits before it is sent, and can be canceled', async () => {
  const merchantId = newId('merchant');
  const charge = request({ userId: await fundedUser(operator, '1000'), amount: '1000', merchantId });
  await intents.request(charge);
  await world.settled([charge]);
  const destinationId = await payouts.destination(merchantId, '+237677770063');
  const { payoutId } = accepted(await payouts.pay(merchantId, destinationId, { amount: '200' }));
  const [row] = await world.database.query<{ seconds: number }>(
    'SELECT extract(epoch FROM due_at - accepted_at)::integer AS seconds FROM rail_operation WHERE operation_id = $1',
    [payoutId],
  );
  expect(row).toEqual({ seconds: 90 });
  expect(accepted(await payouts.cancel(merchantId, payoutId)).status).toBe('CANCELED');
});

describe.each(repetitions)('$name', ({ first, later, isSame }) => {
  const outcome = isSame ? { ok: true, replayed: true } : { ok: false, code: 'idempotency_key_reused' };

  it('of a payout', async () => {
    const merchantId = newId('merchant');
    const charge = request({ userId: await fundedUser(operator, '1000'), amount: '1000', merchantId });
    await intents.request(charge);
    await world.settled([charge]);
    const destinationId = await payouts.destination(merchantId);
    const { keyHash } = commandOf(merchantId, destinationId).idempotency;
    const pay = (digests: typeof first) =>
      payouts.pay(merchantId, destinationId, { amount: '200', idempotency: { keyHash, ...digests } });
    const made = accepted(await pay(first));
    expect(await pay(later)).toMatchObject(isSame ? { ...outcome, data: { payoutId: made.payoutId } } : outcome);
  });

  it('of a destination', async () => {
    const merchantId = newId('merchant');
    const { keyHash } = commandOf(merchantId, '').idempotency;
    const register = (digests: typeof first) =>
      payouts.register(merchantId, '+237677000001', { idempotency: { keyHash, ...digests } });
    const made = accepted(await register(first));
    expect(await register(later)).toMatchObject(isSame ? { ...outcome, data: made } : outcome);
  });
});

describe('the database refuses another digest', () => {
  it.each(['payout', 'payout_destination'])('of a %s', async (table) => {
    for (const value of [`'another'`, 'NULL'])
      await expect(
        world.database.query(`UPDATE ${table} SET content_hash = ${value} WHERE content_hash IS NOT NULL`),
      ).rejects.toThrow('what a request has asked for never changes');
  });
});

describe('the database refuses a payout', () => {
  /** As if the service had been taken over: a row of its own hand. */
  const insert = (merchantId: string, destinationId: string, ledger = 1950): Promise<unknown> =>
    world.database.query(
      `INSERT INTO payout (payout_id, destination_id, merchant_id, ledger, rail, amount, fee, source, metadata, key_hash, body_hash)
       VALUES ($1, $2, $3, $4, 'mtn_momo', 500, 0, 'request', '{}', $1, 'b')`,
      [newId('payout'), destinationId, merchantId, ledger],
    );
  const liveDestination = async (merchantId: string, hours: number): Promise<string> => {
    const destinationId = newId('payoutDestination');
    await world.database.query(
      `INSERT INTO payout_destination (destination_id, merchant_id, ledger, rail, phone, phone_masked, label, usable_at)
       VALUES ($1, $2, 950, 'mtn_momo', 'sealed', '********01', 'x', now() + make_interval(hours => $3))`,
      [destinationId, merchantId, hours],
    );
    return destinationId;
  };

  it('to a destination that waits, and a destination that waits too short in live mode', async () => {
    const merchantId = newId('merchant');
    await expect(liveDestination(merchantId, 47)).rejects.toThrow('payout_destination_waits');
    const destinationId = await liveDestination(merchantId, 49);
    await expect(insert(merchantId, destinationId, 950)).rejects.toThrow('no payout goes to a destination that waits');
  });

  it('to a revoked one, another merchant’s, or one of the other mode', async () => {
    const merchantId = newId('merchant');
    const destinationId = await payouts.destination(merchantId);
    await expect(insert(newId('merchant'), destinationId)).rejects.toThrow('its merchant and mode');
    await expect(insert(merchantId, destinationId, 950)).rejects.toThrow('its merchant and mode');
    await expect(insert(merchantId, newId('payoutDestination'))).rejects.toThrow('payout_destination_id_fkey');
    accepted(await payouts.revoke(merchantId, destinationId));
    await expect(insert(merchantId, destinationId)).rejects.toThrow('no payout goes to a revoked destination');
  });
});
