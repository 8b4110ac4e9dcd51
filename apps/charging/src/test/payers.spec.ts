import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ChargeRequested, MerchantActed, PayerPhone, ReadPayerPhoneCommand, Reply } from '@paygate/contracts';
import { actedInCharging, eventStreams, PAYER_READS_PER_DAY, readPayerPhone } from '@paygate/contracts';
import { Module } from '@nestjs/common';
import type { Received } from '@paygate/messaging';
import { CommandBus, MessagingModule } from '@paygate/messaging';
import { newId, PlatformModule, Sealer, ServiceConfig } from '@paygate/platform';
import type { EventCollector, RailSimulator, RunningApp } from '@paygate/testing';
import { eventCollector, eventually, PATIENCE_MS, startApp } from '@paygate/testing';
import { ChargingUnderTest, fundedUser, request } from './charging-under-test.js';
import { FAST, MobileMoney } from './mobile-money.js';

@Module({
  imports: [PlatformModule.forService('gateway', ServiceConfig), MessagingModule.forService({ replies: true })],
})
class GatewayModule {}

/** Guarantees that no number leaves without a record of who read it, and that only the payment's own merchant reads it. */
describe('the number of a payer', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let money: MobileMoney;
  let gateway: RunningApp;
  let acts: EventCollector;
  let charge: ChargeRequested;
  const actor = newId('member');

  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    await world.start();
    money = await MobileMoney.start(simulator, world);
    gateway = await startApp({ name: 'gateway', module: GatewayModule, config: ServiceConfig, env: world.env });
    acts = await eventCollector(world.topics.prefix, eventStreams.chargingAudit);
    charge = await money.pay('mtn_momo', '01');
    await world.settled([charge]);
  });
  afterAll(async () => {
    await acts.stop();
    await gateway.stop();
    await money.stop();
    await world.end();
    await simulator.stop();
  });

  const ask = (given: Partial<ReadPayerPhoneCommand> = {}): Promise<Reply<PayerPhone>> => {
    const { intentId, merchantId, mode } = charge;
    const command = { intentId, merchantId, mode, actor, ...given };
    return gateway.get(CommandBus).send(readPayerPhone, command, {
      requestId: newId('request'),
      timeoutMs: PATIENCE_MS,
    });
  };
  const numberIn = (reply: Reply<PayerPhone>): string | undefined =>
    reply.ok && reply.data.phoneNumber !== undefined
      ? gateway.get(Sealer).open(reply.data.phoneNumber, 'read-payer.phone')
      : undefined;
  const readsBy = (reader: string): readonly MerchantActed[] =>
    (acts.events as readonly Received<MerchantActed>[])
      .map(({ payload }) => payload)
      .filter((act) => act.actor === reader);

  it('[2.45] is read in full, and each read is an act in the audit trail', async () => {
    const reader = newId('apiKey');
    for (let reads = 1; reads <= 3; reads++) {
      const reply = await ask({ actor: reader });
      expect(numberIn(reply)).toBe('+237677700101');
      await eventually(() => readsBy(reader).length === reads);
    }
    const { merchantId, mode, intentId } = charge;
    const act = { merchantId, mode, action: 'payer.read', subject: intentId, actor: reader };
    expect(readsBy(reader)).toEqual([act, act, act]);
    expect(actedInCharging.type).toBe('merchant.acted');
    expect(JSON.stringify(acts.messages.map(({ value }) => value?.toString()))).not.toContain('677700101');
  });

  it.each<[string, () => Partial<ReadPayerPhoneCommand>]>([
    ['another merchant', () => ({ merchantId: newId('merchant') })],
    ['the other mode', () => ({ mode: 'live' })],
    ['no payment', () => ({ intentId: newId('intent') })],
  ])('[2.45] is not read by %s, which leaves no act', async (_, given) => {
    const reader = newId('member');
    expect(await ask({ actor: reader, ...given() })).toEqual({ ok: true, data: { absence: 'not_kept' } });
    await ask({ actor });
    await eventually(() => readsBy(actor).length > 0);
    expect(readsBy(reader)).toEqual([]);
  });

  it('is not kept for a payment from a wallet', async () => {
    const operator = await world.startOperator();
    const wallet = request({ userId: await fundedUser(operator, '700'), amount: '700' });
    await (await world.startNeighbour('intents')).request(wallet);
    await world.settled([wallet]);
    const { intentId, merchantId } = wallet;
    expect(await ask({ intentId, merchantId })).toEqual({ ok: true, data: { absence: 'not_kept' } });
  });

  it('[2.45] is read by one member or key so many times a day, and again the day after', async () => {
    const reader = newId('member');
    expect(numberIn(await ask({ actor: reader }))).toBeDefined();
    const set = (values: string) => world.database.query(`UPDATE payer_read SET ${values} WHERE actor = $1`, [reader]);
    await set(`count = ${PAYER_READS_PER_DAY - 1}`);
    expect(numberIn(await ask({ actor: reader }))).toBeDefined();
    expect(await ask({ actor: reader })).toMatchObject({
      ok: false,
      code: 'rate_limited',
      fields: { retryAfter: expect.any(Number) },
    });
    // another one reads meanwhile, and the refused read is no act
    expect(numberIn(await ask())).toBeDefined();
    await set('day = day - 1');
    expect(numberIn(await ask({ actor: reader }))).toBeDefined();
    await eventually(() => readsBy(reader).length >= 3);
    expect(readsBy(reader)).toHaveLength(3);
  });

  it('[2.45] is no longer read when the payment can no longer be refunded', async () => {
    const reader = newId('member');
    await world.database.query('ALTER TABLE rail_operation DISABLE TRIGGER USER');
    await world.database.query(
      `UPDATE rail_operation SET ended_at = ended_at - interval '366 days' WHERE intent_id = $1`,
      [charge.intentId],
    );
    expect(await ask({ actor: reader })).toEqual({ ok: true, data: { absence: 'period_over' } });
    expect(readsBy(reader)).toEqual([]);
  });
});
