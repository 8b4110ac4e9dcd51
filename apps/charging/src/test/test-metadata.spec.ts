import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ChargeRequested } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { OperationsRepository } from '../rails/operations/operations.repository.js';
import { ForgetOutgoing } from '../outgoing/retention/forget-outgoing.js';
import type { Neighbour } from './charging-under-test.js';
import { ChargingUnderTest, fundedUser, request } from './charging-under-test.js';
import { FAST, MobileMoney } from './mobile-money.js';
import { accepted, PayoutsUnderTest } from './payouts/payouts-under-test.js';
import { RefundsUnderTest } from './refunds/refunds-under-test.js';

/* What refunds and payouts of a free account leave behind: their metadata for 30 days, and so many unsuccessful payouts a day. */

const metadata = '{"order":"4711"}';

let simulator: RailSimulator;
let world: ChargingUnderTest;
let app: RunningApp;
let intents: Neighbour;
let operator: CommandBus;
let payouts: PayoutsUnderTest;
let refunds: RefundsUnderTest;
beforeAll(async () => {
  simulator = await MobileMoney.simulator();
  world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
  app = await world.start();
  // no payout is sent, so that each can be canceled
  jest.spyOn(app.get(OperationsRepository), 'claim').mockResolvedValue({ operations: [], nextSeconds: null });
  [intents, operator, payouts, refunds] = await Promise.all([
    world.startNeighbour('intents'),
    world.startOperator(),
    PayoutsUnderTest.start(world),
    RefundsUnderTest.start(world),
  ]);
});
afterAll(async () => {
  await payouts.stop();
  await world.end();
  await simulator.stop();
});

async function earned(merchantId = newId('merchant')): Promise<ChargeRequested> {
  const charge = request({ userId: await fundedUser(operator, '10000'), amount: '10000', merchantId });
  await intents.request(charge);
  await world.settled([charge]);
  return charge;
}

interface Made {
  readonly id: string;
  /** As the service returns it now. */
  readonly read: () => Promise<object>;
}

const makers = {
  refund: async (): Promise<Made> => {
    const charge = await earned();
    await earned(charge.merchantId);
    const { id } = accepted(await refunds.refund(charge, { amount: '100', metadata }));
    return { id, read: async () => accepted(await refunds.get(charge, id)) };
  },
  payout: async (): Promise<Made> => {
    const { merchantId } = await earned();
    const destinationId = await payouts.destination(merchantId);
    const { payoutId } = accepted(await payouts.pay(merchantId, destinationId, { amount: '100', metadata }));
    accepted(await payouts.cancel(merchantId, payoutId));
    return { id: payoutId, read: async () => accepted(await payouts.get(merchantId, payoutId)) };
  },
} as const;

describe.each(['refund', 'payout'] as const)('[6.17] the metadata of a %s', (table) => {
  const unguarded = async (set: string, id: string): Promise<void> => {
    await world.database.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await world.database.query(`UPDATE ${table} SET ${set} WHERE ${table}_id = $1`, [id]);
    await world.database.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  };
  const aged = (days: number, id: string) => unguarded(`created_at = created_at - interval '${days} days'`, id);
  const stored = async (id: string): Promise<object | undefined> => {
    const [row] = await world.database.query<{ row: object }>(
      `SELECT to_jsonb(t.*) AS row FROM ${table} t WHERE ${table}_id = $1`,
      [id],
    );
    return row?.row;
  };

  it('is kept for 30 days in test mode, and then nothing else is forgotten', async () => {
    const { id, read } = await makers[table]();
    const before = await read();
    expect(before).toMatchObject({ metadata });
    await aged(29, id);
    await app.get(ForgetOutgoing).forgetMetadata();
    expect(await read()).toMatchObject({ metadata });
    await aged(2, id);
    const row = await stored(id);
    await app.get(ForgetOutgoing).forgetMetadata();
    expect(await stored(id)).toEqual({ ...row, metadata: '{}' });
    expect(await read()).toMatchObject({ metadata: '{}' });
  });

  it('is kept for ever in live mode, and nobody forgets a young one', async () => {
    const [young, live] = [await makers[table](), await makers[table]()];
    await aged(400, live.id);
    await unguarded('ledger = ledger - 1000', live.id);
    await app.get(ForgetOutgoing).forgetMetadata();
    expect(await stored(live.id)).toMatchObject({ metadata });
    for (const { id } of [young, live])
      await expect(
        world.database.query(`UPDATE ${table} SET metadata = '{}' WHERE ${table}_id = $1`, [id]),
      ).rejects.toThrow('never changes');
    await unguarded('ledger = ledger + 1000', live.id);
  });

  it('is never another one, not even of an old row', async () => {
    const { id } = await makers[table]();
    await aged(31, id);
    await expect(
      world.database.query(`UPDATE ${table} SET metadata = '{"order":"1"}' WHERE ${table}_id = $1`, [id]),
    ).rejects.toThrow('never changes');
    await expect(
      world.database.query(`UPDATE ${table} SET metadata = '{}', amount = amount + 1 WHERE ${table}_id = $1`, [id]),
    ).rejects.toThrow('never changes');
  });
});

it('payouts that were canceled stay out of the limit of the day, and have a bound of their own', async () => {
  const { merchantId } = await earned();
  const destinationId = await payouts.destination(merchantId);
  const pay = () => payouts.pay(merchantId, destinationId, { amount: '100' });
  for (let count = 0; count < 20; count += 1) {
    const { payoutId } = accepted(await pay());
    accepted(await payouts.cancel(merchantId, payoutId));
  }
  const refused = await pay();
  expect(refused).toMatchObject({ code: 'payout_limit_reached', fields: { limit: 20 } });
  expect(refused).toMatchObject({ detail: expect.stringContaining('failed or were canceled') });
  await world.database.query('ALTER TABLE payout DISABLE TRIGGER USER');
  await world.database.query(`UPDATE payout SET created_at = created_at - interval '1 day' WHERE merchant_id = $1`, [
    merchantId,
  ]);
  await world.database.query('ALTER TABLE payout ENABLE TRIGGER USER');
  accepted(await pay());
});
