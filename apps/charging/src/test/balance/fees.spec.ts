import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FeeTerms, ListFeesCommand, MerchantActed, SetFeeCommand } from '@paygate/contracts';
import { eventStreams, listFees, quoteFee, setFee } from '@paygate/contracts';
import { boundedAmounts } from '@paygate/contracts/test';
import type { CommandBus, Received } from '@paygate/messaging';
import { newId, uuidV7 } from '@paygate/platform';
import type { EventCollector, RunningApp } from '@paygate/testing';
import { eventCollector, PATIENCE_MS } from '@paygate/testing';
import { FeesCommands } from '../../books/fees/fees.commands.js';
import type { Neighbour } from '../charging-under-test.js';
import { ChargingUnderTest, fundedUser, request } from '../charging-under-test.js';

const agreedFor = newId('merchant');
let world: ChargingUnderTest;
let app: RunningApp;
let intents: Neighbour;
let operator: CommandBus;
let gateway: CommandBus;
let acts: EventCollector;
beforeAll(async () => {
  world = await ChargingUnderTest.prepare();
  // as if it had been agreed last month
  await world.database.query(
    `INSERT INTO fee_schedule (merchant_id, method, effective_from, bps, fixed, agreed_at)
     SELECT $1, method, clock_timestamp() - make_interval(days => since), bps, fixed, clock_timestamp() - interval '60 days'
     FROM (VALUES ('wallet', 30, 200, 0), ('wallet', 10, 300, 7), ('mtn_momo', 30, 100, 0)) AS agreed (method, since, bps, fixed)`,
    [agreedFor],
  );
  acts = await eventCollector(world.topics.prefix, eventStreams.chargingAudit);
  app = await world.start();
  [intents, operator, gateway] = await Promise.all([
    world.startNeighbour('intents'),
    world.startOperator(),
    world.startGateway(),
  ]);
});
afterAll(async () => {
  await acts.stop();
  await world.end();
});

const origin = () => ({ requestId: newId('request'), timeoutMs: PATIENCE_MS });
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

describe('the fee of a charge', () => {
  it('[11.4] is that of the schedule that was in force when the charge was accepted', async () => {
    const userId = await fundedUser(operator, '10000');
    const amount = '1043';
    const charges = [
      request({ userId, amount, merchantId: agreedFor }),
      request({ userId: await fundedUser(operator, '10000'), amount, merchantId: newId('merchant') }),
    ];
    for (const charge of charges) await intents.request(charge);
    await world.settled(charges);
    const rows = await world.database.query<{ id: string; fee: string }>(
      'SELECT charge_id AS id, fee::text FROM charge WHERE charge_id = ANY ($1)',
      [charges.map(({ chargeId }) => chargeId)],
    );
    const fees = new Map(rows.map(({ id, fee }) => [id, fee]));
    // 3 % are 31.29, and 7; the standard is 1.5 %, 15.645
    expect(charges.map(({ chargeId }) => fees.get(chargeId))).toEqual(['38', '15']);
  });

  it('is quoted before the charge', async () => {
    const quote = (method: 'wallet' | 'mtn_momo' | 'orange_money', amount = '1043') =>
      gateway.send(quoteFee, { merchantId: agreedFor, mode: 'test', currency: 'XAF', method, amount }, origin());
    expect(await quote('wallet')).toMatchObject({ data: { fee: '38', bps: 300, fixed: 7 } });
    expect(await quote('mtn_momo')).toMatchObject({ data: { fee: '10', bps: 100, fixed: 0 } });
    expect(await quote('orange_money')).toMatchObject({ data: { fee: '20', bps: 200, fixed: 0 } });
  });

  it.each(boundedAmounts)('of %s is quoted where a payment is taken: %s', async (amount, code) => {
    for (const method of ['wallet', 'mtn_momo'] as const) {
      const wanted = { merchantId: agreedFor, mode: 'test', currency: 'XAF', method, amount } as const;
      const reply = await gateway.send(quoteFee, wanted, origin());
      expect(reply).toMatchObject(code === undefined ? { ok: true } : { ok: false, code, param: 'amount' });
    }
  });

  it('is not quoted in a currency that is not taken', async () => {
    const wanted = { merchantId: agreedFor, mode: 'test', currency: 'XOF', method: 'wallet', amount: '1043' } as const;
    expect(await gateway.send(quoteFee, wanted, origin())).toMatchObject({ ok: false, code: 'currency_unsupported' });
  });
});

describe('a fee schedule', () => {
  const terms = (more: Partial<FeeTerms> = {}): FeeTerms => ({ method: 'wallet', bps: 50, fixed: 0, ...more });

  it('[11.4] is agreed by an operator, ahead, once, and recorded in the audit trail', async () => {
    const merchantId = newId('merchant');
    const wanted = terms({ effectiveFrom: inMinutes(5) });
    expect(await operator.send(setFee, { merchantId, terms: wanted }, origin())).toMatchObject({
      data: { terms: wanted, isNew: true },
    });
    expect(await operator.send(setFee, { merchantId, terms: wanted }, origin())).toMatchObject({
      data: { isNew: false },
    });
    const other = { merchantId, terms: Object.assign({}, wanted, { bps: 51 }) };
    expect(await operator.send(setFee, other, origin())).toMatchObject({
      code: 'parameter_invalid',
      param: 'effectiveFrom',
    });
    for (const effectiveFrom of [daysAgo(1), inMinutes(0.5)])
      expect(await operator.send(setFee, { merchantId, terms: terms({ effectiveFrom }) }, origin())).toMatchObject({
        ...{ code: 'parameter_invalid', param: 'effectiveFrom' },
      });
    expect(await operator.send(listFees, { merchantId }, origin())).toMatchObject({
      data: { agreed: [wanted], standard: [{ method: 'wallet', bps: 150 }, { bps: 200 }, { bps: 200 }] },
    });
    await acts.next(({ payload }) => (payload as MerchantActed).merchantId === merchantId);
    const recorded = acts.events
      .map(({ payload }) => payload as MerchantActed)
      .filter((act) => act.merchantId === merchantId);
    expect(recorded).toMatchObject([{ action: 'fee.agreed', actor: 'operator', mode: 'live' }]);
  });

  it('is agreed and listed by nobody else, should one get past the bus', async () => {
    const merchantId = newId('merchant');
    const set: SetFeeCommand = { merchantId, terms: terms({ effectiveFrom: inMinutes(5) }) };
    const past = { producer: 'gateway', id: uuidV7(), requestId: newId('request') };
    const commands = app.get(FeesCommands);
    const replies = [
      await commands.set(set, { ...past, payload: set } as Received<SetFeeCommand>),
      await commands.list({ merchantId }, { ...past, payload: { merchantId } } as Received<ListFeesCommand>),
    ];
    for (const reply of replies) expect(reply).toMatchObject({ ok: false, code: 'scope_missing' });
  });

  it('never changes', async () => {
    for (const text of ['UPDATE fee_schedule SET bps = 0', 'DELETE FROM fee_schedule', 'TRUNCATE fee_schedule'])
      await expect(world.database.query(text)).rejects.toMatchObject({ code: '23001' });
  });
});
