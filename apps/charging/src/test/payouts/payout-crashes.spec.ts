import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { MobileOperator } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { RailSimulator } from '@paygate/testing';
import type { Failpoint } from '../../failpoints.js';
import { ChargingUnderTest } from '../charging-under-test.js';
import { debitedBy, FAST, MobileMoney } from '../mobile-money.js';
import { accepted, PayoutsUnderTest } from './payouts-under-test.js';
import { ChargingProcess } from '../rails/charging-process.js';

jest.setTimeout(240_000);

const ENDED_WITHIN_MS = 60_000;
const PHONES: Readonly<Record<MobileOperator, string>> = { mtn_momo: '+237677000001', orange_money: '+237697000001' };

/** A sample; `PAYOUT_FAILPOINTS=all` tries each one. */
const cases: readonly (readonly [MobileOperator, Failpoint])[] =
  process.env['PAYOUT_FAILPOINTS'] === 'all'
    ? [
        ['mtn_momo', 'operation-opened'],
        ['mtn_momo', 'submission-begun'],
        ['mtn_momo', 'submission-answered'],
        ['mtn_momo', 'prompt-recorded'],
        ['mtn_momo', 'poll-answered'],
        ['mtn_momo', 'settled'],
        ['orange_money', 'rail-token-issued'],
        ['orange_money', 'rail-token-kept'],
        ['orange_money', 'submission-begun'],
        ['orange_money', 'submission-answered'],
        ['orange_money', 'settled'],
      ]
    : [
        ['mtn_momo', 'operation-opened'],
        ['mtn_momo', 'submission-answered'],
        ['orange_money', 'rail-token-kept'],
        ['orange_money', 'settled'],
      ];

/** Guarantees that a process that dies anywhere on the way of a payout neither pays twice nor loses the payout. */
describe('charging that dies during a payout at', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let money: MobileMoney;
  let payouts: PayoutsUnderTest;
  let charging: ChargingProcess;

  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    charging = new ChargingProcess(world.env);
    money = await MobileMoney.start(simulator, world);
    payouts = await PayoutsUnderTest.start(world);
  });
  afterAll(async () => {
    await charging.end();
    await payouts.stop();
    await money.stop();
    await world.end();
    await simulator.stop();
  });

  it.each(cases)('%s %s pays once, posts once and publishes one outcome', async (rail, failpoint) => {
    const merchantId = newId('merchant');
    await charging.start();
    const charge = await money.pay(rail, '01', { merchantId });
    await world.settled([charge], ENDED_WITHIN_MS);
    const destinationId = await payouts.destination(merchantId, PHONES[rail]);
    await charging.end();
    const before = await debitedBy(simulator, rail);
    await charging.start(failpoint);
    const key = newId('request');
    const asked = payouts.pay(merchantId, destinationId, { key });
    expect(await charging.ended).toBe('SIGKILL');
    await charging.start();
    // the answer of the first request may be lost with the process: the key finds the payout
    await asked.catch(() => undefined);
    const { payoutId } = accepted(await payouts.pay(merchantId, destinationId, { key }));
    const [type] = await payouts.ended(payoutId, ENDED_WITHIN_MS);
    await charging.end();
    expect(type).toBe('payout.completed');
    expect(payouts.eventsOf(payoutId)).toHaveLength(1);
    // 686 were earned, and the fee is 0.5 %
    expect(before - (await debitedBy(simulator, rail))).toBe(683n);
    expect(await world.balance(merchantId, 'merchant')).toBe(0n);
    expect(await world.violations()).toEqual([]);
  });
});
