import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type {
  ChangePayoutScheduleCommand,
  GetMerchantProfileCommand,
  MerchantProfile,
  Reply,
} from '@paygate/contracts';
import { accept, changePayoutSchedule, getMerchantProfile } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { HandleCommand, MessagingModule } from '@paygate/messaging';
import { newId, PlatformModule, ServiceConfig } from '@paygate/platform';
import type { RailSimulator, RunningApp } from '@paygate/testing';
import { PATIENCE_MS, startApp } from '@paygate/testing';
import { Controller, Module } from '@nestjs/common';
import { OperationsRepository } from '../../rails/operations/operations.repository.js';
import { DestinationsRepository } from '../../outgoing/payouts/destinations/destinations.repository.js';
import { PayOnSchedule } from '../../outgoing/payouts/schedules/pay-on-schedule.js';
import { ChargingUnderTest, fundedUser, request } from '../charging-under-test.js';
import { FAST, merchantProfileOf, MobileMoney, suspended } from '../mobile-money.js';
import { PayoutsUnderTest } from './payouts-under-test.js';

@Controller()
class AuthStandIn {
  @HandleCommand(getMerchantProfile)
  profile({ merchantId }: GetMerchantProfileCommand): Promise<Reply<MerchantProfile>> {
    return Promise.resolve(accept(merchantProfileOf(merchantId, !suspended.has(merchantId))));
  }
}
@Module({
  imports: [PlatformModule.forService('auth', ServiceConfig), MessagingModule.forService()],
  controllers: [AuthStandIn],
})
class AuthStandInModule {}

/** Guarantees that a schedule pays once a day, above its reserve, and never less than its minimum. */
describe('a schedule', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let auth: RunningApp;
  let apps: readonly RunningApp[];
  let gateway: CommandBus;
  let operator: CommandBus;
  let payouts: PayoutsUnderTest;
  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    auth = await startApp({ name: 'auth', module: AuthStandInModule, config: ServiceConfig, env: world.env });
    apps = await Promise.all([world.start(), world.start()]);
    for (const app of apps)
      jest.spyOn(app.get(OperationsRepository), 'claim').mockResolvedValue({ operations: [], nextSeconds: null });
    [gateway, operator, payouts] = await Promise.all([
      world.startGateway(),
      world.startOperator(),
      PayoutsUnderTest.start(world),
    ]);
  });
  afterAll(async () => {
    await payouts.stop();
    await auth.stop();
    await world.end();
    await simulator.stop();
  });

  const change = (merchantId: string, given: Partial<ChangePayoutScheduleCommand>) => {
    const origin = { requestId: newId('request'), timeoutMs: PATIENCE_MS };
    return gateway.send(changePayoutSchedule, { merchantId, mode: 'test', ...given }, origin);
  };
  /** A merchant who has earned 985, and is paid as soon as a minimum is there. */
  const scheduled = async (minimum: string, reserve: string): Promise<string> => {
    const merchantId = newId('merchant');
    const charge = request({ userId: await fundedUser(operator, '1000'), amount: '1000', merchantId });
    await (await intents()).request(charge);
    await world.settled([charge]);
    const destinationId = await payouts.destination(merchantId);
    const schedule = { frequency: 'amount', destinationId, minimum, reserve } as const;
    expect(await change(merchantId, schedule)).toMatchObject({ data: { ...schedule, weekday: 1 } });
    return merchantId;
  };
  let neighbour: ReturnType<ChargingUnderTest['startNeighbour']> | undefined;
  const intents = () => (neighbour ??= world.startNeighbour('intents'));
  const run = (): Promise<unknown> => Promise.all(apps.map((app) => app.get(PayOnSchedule).run()));
  const paid = async (merchantId: string): Promise<readonly string[]> => {
    const rows = await world.database.query<{ amount: string }>(
      `SELECT amount::text AS amount FROM payout WHERE merchant_id = $1 AND source = 'schedule'`,
      [merchantId],
    );
    return rows.map(({ amount }) => amount);
  };

  const doneFor = async (merchantId: string): Promise<string | null | undefined> => {
    const [row] = await world.database.query<{ day: string | null }>(
      'SELECT done_for::text AS day FROM payout_schedule WHERE merchant_id = $1',
      [merchantId],
    );
    return row?.day;
  };

  it('pays what is above its reserve, once a day over two instances', async () => {
    const merchantId = await scheduled('500', '300');
    await Promise.all([run(), run()]);
    await run();
    expect(await paid(merchantId)).toEqual(['685']);
    await world.database.query(`UPDATE payout_schedule SET done_for = NULL WHERE merchant_id = $1`, [merchantId]);
    await run();
    expect(await paid(merchantId)).toEqual(['685']);
    expect(await world.violations()).toEqual([]);
  });

  it('pays nothing below its minimum, and later in the day what has come', async () => {
    const merchantId = await scheduled('1000', '0');
    await run();
    expect(await paid(merchantId)).toEqual([]);
    const charge = request({ userId: await fundedUser(operator, '1000'), amount: '1000', merchantId });
    await (await intents()).request(charge);
    await world.settled([charge]);
    await run();
    expect(await paid(merchantId)).toEqual(['1970']);
  });

  it('pays nothing to a merchant who is suspended, and pays them once they are active', async () => {
    const merchantId = await scheduled('500', '0');
    suspended.add(merchantId);
    await run();
    expect(await paid(merchantId)).toEqual([]);
    suspended.delete(merchantId);
    await run();
    expect(await paid(merchantId)).toEqual(['985']);
  });

  it.each<[string, (merchantId: string) => Promise<Partial<ChangePayoutScheduleCommand>>]>([
    ['switched off', () => Promise.resolve({ frequency: 'off' })],
    ['moved', async (merchantId) => ({ destinationId: await payouts.destination(merchantId, '+237677000002') })],
  ])('that is %s between its reading and its payout pays nothing to where it paid', async (_, changed) => {
    const merchantId = await scheduled('500', '0');
    const given = await changed(merchantId);
    const [app] = apps;
    if (app === undefined) throw new Error('no instance');
    const destinations = app.get(DestinationsRepository);
    const find = destinations.find.bind(destinations);
    // the schedule was read, and the payout is not decided yet
    const found = jest.spyOn(destinations, 'find').mockImplementationOnce(async (...asked) => {
      expect(await change(merchantId, given)).toMatchObject({ ok: true });
      return find(...asked);
    });
    await app.get(PayOnSchedule).run();
    found.mockRestore();
    expect(await paid(merchantId)).toEqual([]);
    await run();
    expect(await paid(merchantId)).toEqual(given.frequency === 'off' ? [] : ['985']);
  });

  it('keeps the day while its destination waits, and pays once it is usable', async () => {
    const merchantId = await scheduled('500', '0');
    await change(merchantId, { frequency: 'off' });
    const destinationId = newId('payoutDestination');
    await world.database.query(
      `INSERT INTO payout_destination (destination_id, merchant_id, ledger, rail, phone, phone_masked, label, usable_at)
       SELECT $1, merchant_id, ledger, rail, phone, phone_masked, 'x', now() + interval '1 day' FROM payout_destination WHERE merchant_id = $2`,
      [destinationId, merchantId],
    );
    await change(merchantId, { frequency: 'amount', destinationId });
    await run();
    expect([await paid(merchantId), await doneFor(merchantId)]).toEqual([[], null]);
  });

  it('by an amount keeps the day when the limit of the day is reached', async () => {
    const merchantId = await scheduled('500', '0');
    await change(merchantId, { frequency: 'off' });
    const [destination] = await world.database.query<{ destinationId: string }>(
      'SELECT destination_id AS "destinationId" FROM payout_destination WHERE merchant_id = $1',
      [merchantId],
    );
    await world.database.query(
      `INSERT INTO payout (payout_id, destination_id, merchant_id, ledger, rail, amount, fee, source, metadata, key_hash, body_hash)
       SELECT 'po_limit_' || n || $2, $1, $2, 1950, 'mtn_momo', 1, 0, 'request', '{}', n::text, 'b' FROM generate_series(1, 20) AS n`,
      [destination?.destinationId, merchantId],
    );
    await change(merchantId, { frequency: 'amount' });
    await run();
    expect([await paid(merchantId), await doneFor(merchantId)]).toEqual([[], null]);
  });

  it('has no minimum that no payout may reach', async () => {
    const merchantId = newId('merchant');
    expect(await change(merchantId, { minimum: '1000001' })).toMatchObject({
      ok: false,
      code: 'amount_too_large',
      param: 'minimum',
      fields: { max: '1000000' },
    });
    expect(await change(merchantId, { minimum: '1000000' })).toMatchObject({ ok: true });
  });
});
