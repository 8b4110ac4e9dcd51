import { Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChargeRequested, ChargeStatus } from '@paygate/contracts';
import { chargeStatus } from '@paygate/contracts';
import { CommandBus, MessagingModule } from '@paygate/messaging';
import { DatabaseServiceConfig, newId, PlatformModule } from '@paygate/platform';
import type { Child } from '@paygate/testing';
import { eventually, PATIENCE_MS, startChild } from '@paygate/testing';
import type { Neighbour } from './charging-under-test.js';
import { ChargingUnderTest, fundedUser, request } from './charging-under-test.js';

@Module({
  imports: [PlatformModule.forService('intents', DatabaseServiceConfig), MessagingModule.forService({ replies: true })],
})
class AskingModule {}

/** Guarantees that a charge has an outcome whether or not its request arrives, and one outcome only. */
describe('the status of a charge', () => {
  let world: ChargingUnderTest;
  let intents: Neighbour;
  let operator: CommandBus;
  let asking: CommandBus;
  let child: Child | undefined;

  const start = (): Promise<Child> => startChild({ entry: 'apps/charging/src/main.ts', env: world.env });
  const ask = async (charge: ChargeRequested): Promise<ChargeStatus> => {
    const reply = await asking.send(chargeStatus, charge, { requestId: newId('request'), timeoutMs: PATIENCE_MS });
    if (!reply.ok) throw new Error(`refused with ${reply.code}`);
    return reply.data;
  };

  beforeAll(async () => {
    world = await ChargingUnderTest.prepare();
    intents = await world.startNeighbour('intents');
    operator = await world.startOperator();
    asking = (await world.startNeighbourOf('intents', AskingModule)).get(CommandBus);
    child = await start();
  });
  afterAll(async () => {
    child?.kill('SIGKILL');
    await child?.ended;
    await world.end();
  });

  it('is the outcome of its event, which alone names who decided', async () => {
    const userId = await fundedUser(operator, '1000');
    const [paid, declined] = [request({ userId, amount: '1000' }), request({ userId })];
    await intents.request(paid);
    await world.settled([paid]);
    await intents.request(declined);
    const events = await world.settled([paid, declined]);
    const payloadOf = ({ chargeId }: ChargeRequested): object | undefined =>
      events.find(({ payload }) => payload.chargeId === chargeId)?.payload;

    const occurredAt = expect.any(String);
    expect(await ask(paid)).toEqual({ chargeId: paid.chargeId, succeeded: { ...payloadOf(paid), occurredAt } });
    expect(await ask(declined)).toEqual({
      chargeId: declined.chargeId,
      failed: { ...payloadOf(declined), occurredAt, decidedBy: undefined },
    });
    expect(payloadOf(declined)).toMatchObject({ decidedBy: 'service' });
  });

  it('of a charge whose request was lost is settled by the question, and its request has no effect any more', async () => {
    const userId = await fundedUser(operator, '300');
    const charge = request({ userId });
    expect(await ask(charge)).toMatchObject({ succeeded: { amount: '100', fee: '1', net: '99' } });
    expect(await ask(charge)).toMatchObject({ succeeded: { amount: '100' } });
    await intents.request(charge);
    await world.drained();
    expect(await world.balance(userId)).toBe(200n);
    expect(world.outcomesOf([charge])).toHaveLength(1);
  });

  it('of a charge that is too old to begin is a decline', async () => {
    const userId = await fundedUser(operator, '300');
    const charge = request({ userId, acceptedAt: new Date(Date.now() - 125_000).toISOString() });
    expect(await ask(charge)).toMatchObject({ failed: { code: 'rail_unavailable' } });
    expect(await world.balance(userId)).toBe(300n);
  });

  it('is the same when the service is killed between the question and the answer', async () => {
    const userId = await fundedUser(operator, '5000');
    const charges = Array.from({ length: 30 }, () => request({ userId }));
    const answers = charges.map((charge) => ask(charge).catch(() => undefined));
    await eventually(async () => (await world.balance(userId)) !== 5_000n, { intervalMs: 1, timeoutMs: PATIENCE_MS });
    child?.kill('SIGKILL');
    await child?.ended;
    child = await start();
    await Promise.all(answers);
    for (const charge of charges) expect(await ask(charge)).toMatchObject({ succeeded: { amount: '100' } });
    expect(await world.balance(userId)).toBe(2_000n);
    expect(await world.settled(charges)).toHaveLength(charges.length);
    expect(await world.violations()).toEqual([]);
  });
});
