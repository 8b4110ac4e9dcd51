import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { MerchantActed, Mode } from '@paygate/contracts';
import { changePayoutSchedule, eventStreams, keyWorkEnded, readPayoutSchedule } from '@paygate/contracts';
import { keyWorkCases } from '@paygate/contracts/test';
import type { CommandBus } from '@paygate/messaging';
import { newId } from '@paygate/platform';
import type { EventCollector, RailSimulator } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import { ChargingUnderTest } from '../charging-under-test.js';
import { MobileMoney } from '../mobile-money.js';
import { PayoutsUnderTest } from './payouts-under-test.js';

let simulator: RailSimulator;
let world: ChargingUnderTest;
let auth: Awaited<ReturnType<ChargingUnderTest['startNeighbour']>>;
let gateway: CommandBus;
let payouts: PayoutsUnderTest;
let acts: EventCollector;
beforeAll(async () => {
  simulator = await MobileMoney.simulator();
  world = await ChargingUnderTest.prepare(simulator.env);
  await world.start();
  [auth, gateway, payouts, acts] = await Promise.all([
    world.startNeighbour('auth'),
    world.startGateway(),
    PayoutsUnderTest.start(world),
    eventCollector(world.topics.prefix, eventStreams.chargingAudit),
  ]);
});
afterAll(async () => {
  await Promise.all([acts.stop(), payouts.stop()]);
  await world.end();
  await simulator.stop();
});

const origin = () => ({ requestId: newId('request') });
const scheduleOf = (merchantId: string) => gateway.send(readPayoutSchedule, { merchantId, mode: 'test' }, origin());
const scheduled = async (merchantId: string): Promise<void> => {
  const destinationId = await payouts.destination(merchantId);
  const schedule = { merchantId, mode: 'test', frequency: 'daily', destinationId } as const;
  expect(await gateway.send(changePayoutSchedule, schedule, origin())).toMatchObject({ ok: true });
};

it.each(keyWorkCases.filter(({ object }) => object === 'payout_schedule'))(
  '[1.58] a schedule is off after the key of $acted was revoked, in its mode and at its account alone',
  async ({ object, act, ended, state }) => {
    const [merchantId, otherId] = [newId('merchant'), newId('merchant')];
    await scheduled(merchantId);
    await scheduled(otherId);
    const actor = newId('member');
    const endIn = (mode: Mode) =>
      auth.emit(keyWorkEnded, {
        merchantId,
        mode,
        actor,
        work: [{ id: object, object, act, at: new Date().toISOString() }],
      });
    await endIn('live');
    await endIn('test');
    await eventually(async () => {
      const reply = await scheduleOf(merchantId);
      return reply.ok && reply.data.frequency === state;
    });
    expect(await scheduleOf(merchantId)).toMatchObject({ data: { frequency: 'off', destinationId: null } });
    expect(await scheduleOf(otherId)).toMatchObject({ data: { frequency: 'daily' } });
    const own = (payload: MerchantActed) => payload.merchantId === merchantId && payload.action === ended;
    await acts.next(({ payload }) => own(payload as MerchantActed) && (payload as MerchantActed).subject === state);
    const published = acts.events.map(({ payload }) => payload as MerchantActed).filter(own);
    expect(published.filter(({ subject }) => subject === state)).toMatchObject([{ mode: 'test', actor }]);
  },
);
