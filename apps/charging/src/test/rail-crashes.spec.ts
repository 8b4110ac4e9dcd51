import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ChargeRequested, MobileOperator } from '@paygate/contracts';
import { mobileOperators } from '@paygate/contracts';
import type { Child, RailSimulator } from '@paygate/testing';
import { eventually, removeChildren, startChild } from '@paygate/testing';
import type { Failpoint } from '../failpoints.js';
import { ChargingUnderTest } from './charging-under-test.js';
import { debitedBy, FAST, MobileMoney } from './mobile-money.js';

jest.setTimeout(240_000);

const SETTLED_WITHIN_MS = 60_000;

/** Guarantees that a process that dies anywhere on the way of a collection neither debits a payer twice nor loses the payment. */
describe('charging that dies at', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let money: MobileMoney;
  let child: Child | undefined;

  const start = async (failpoint?: Failpoint): Promise<void> => {
    child = await startChild({
      entry: 'apps/charging/src/main.ts',
      env: { ...world.env, ...(failpoint === undefined ? {} : { FAILPOINT: failpoint }) },
    });
  };
  const end = async (): Promise<void> => {
    child?.kill('SIGKILL');
    await child?.ended;
  };

  beforeAll(async () => {
    simulator = await MobileMoney.simulator('crashes');
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    money = await MobileMoney.start(simulator, world);
  });
  afterAll(async () => {
    await end();
    await money.stop();
    await world.end();
    await simulator.stop();
    await removeChildren();
  });

  const cases: readonly (readonly [MobileOperator, Failpoint])[] = [
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
  ];

  it.each(cases)('%s %s debits once, posts once and publishes one outcome', async (rail, failpoint) => {
    const before = await debitedBy(simulator, rail);
    await start(failpoint);
    const charge: ChargeRequested = await money.pay(rail, '01');
    expect(await child?.ended).toBe('SIGKILL');
    await start();
    const [outcome, ...others] = await world.settled([charge], SETTLED_WITHIN_MS);
    expect(outcome?.payload).toMatchObject({ chargeId: charge.chargeId, amount: '700', fee: '14', net: '686' });
    await end();
    expect(others).toEqual([]);
    expect((await debitedBy(simulator, rail)) - before).toBe(700n);
    expect(await world.violations()).toEqual([]);
  });

  it('nowhere: the float of each rail is what its operator has collected', async () => {
    await eventually(async () => {
      for (const rail of mobileOperators)
        expect(await world.balance(rail, 'float')).toBe(-(await debitedBy(simulator, rail)));
      return true;
    });
  });
});
