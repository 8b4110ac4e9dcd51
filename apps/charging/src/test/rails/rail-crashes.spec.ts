import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { ChargeRequested, MobileOperator } from '@paygate/contracts';
import { mobileOperators, railCallback } from '@paygate/contracts';
import { newId } from '@paygate/platform';
import type { RailSimulator } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import type { Failpoint } from '../../failpoints.js';
import { ChargingUnderTest } from '../charging-under-test.js';
import { debitedBy, FAST, MobileMoney } from '../mobile-money.js';
import { accepted, RefundsUnderTest } from '../refunds/refunds-under-test.js';
import { ChargingProcess } from './charging-process.js';

jest.setTimeout(240_000);

const SETTLED_WITHIN_MS = 60_000;
const CALLBACK_MS = 5_000;

/** Guarantees that a process that dies anywhere on the way of a collection neither debits a payer twice nor loses the payment. */
describe('charging that dies at', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let money: MobileMoney;
  let charging: ChargingProcess;

  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    charging = new ChargingProcess(world.env);
    money = await MobileMoney.start(simulator, world);
  });
  afterAll(async () => {
    await charging.end();
    await money.stop();
    await world.end();
    await simulator.stop();
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
    await charging.start(failpoint);
    const charge: ChargeRequested = await money.pay(rail, '01');
    expect(await charging.ended).toBe('SIGKILL');
    await charging.start();
    const [outcome, ...others] = await world.settled([charge], SETTLED_WITHIN_MS);
    expect(outcome?.payload).toMatchObject({ chargeId: charge.chargeId, amount: '700', fee: '14', net: '686' });
    await charging.end();
    expect(others).toEqual([]);
    expect((await debitedBy(simulator, rail)) - before).toBe(700n);
    expect(await world.violations()).toEqual([]);
  });

  it('callback-taken asks the rail all the same, and debits once', async () => {
    const before = await debitedBy(simulator, 'mtn_momo');
    const gateway = await world.startGateway();
    await charging.start('callback-taken');
    const charge = await money.pay('mtn_momo', '04');
    const prompted = await eventually(async () => {
      const [operation] = await world.database.query<{ reference: string; token: string }>(
        `UPDATE rail_operation SET due_at = clock_timestamp() + interval '1 hour' WHERE operation_id = $1 AND prompted_at IS NOT NULL
         RETURNING reference, callback_token AS token`,
        [charge.chargeId],
      );
      return operation;
    });
    await simulator.control.post(`payments/mtn_momo/${prompted.reference}/decision`, { verdict: 'approved' });
    const hint = { rail: 'mtn_momo', token: prompted.token } as const;
    // the process dies before it answers
    await gateway.send(railCallback, hint, { requestId: newId('request'), timeoutMs: CALLBACK_MS });
    expect(await charging.ended).toBe('SIGKILL');
    expect(world.outcomesOf([charge])).toEqual([]);
    await charging.start();
    const outcomes = await world.settled([charge], SETTLED_WITHIN_MS);
    expect(outcomes.map(({ type }) => type)).toEqual(['charge.succeeded']);
    await charging.end();
    expect((await debitedBy(simulator, 'mtn_momo')) - before).toBe(700n);
  });

  const refundCases: readonly (readonly [MobileOperator, Failpoint])[] = [
    ['mtn_momo', 'operation-opened'],
    ['mtn_momo', 'submission-begun'],
    ['mtn_momo', 'submission-answered'],
    ['mtn_momo', 'prompt-recorded'],
    ['mtn_momo', 'poll-answered'],
    ['mtn_momo', 'settled'],
    ['orange_money', 'rail-token-kept'],
    ['orange_money', 'submission-answered'],
    ['orange_money', 'settled'],
  ];

  it.each(refundCases)(
    '%s %s during a refund gives back once, posts once and publishes one outcome',
    async (rail, failpoint) => {
      const merchantId = newId('merchant');
      await charging.start();
      const [charge, more] = await Promise.all([
        money.pay(rail, '01', { merchantId }),
        money.pay(rail, '01', { merchantId }),
      ]);
      await world.settled([charge, more], SETTLED_WITHIN_MS);
      await charging.end();
      const before = await debitedBy(simulator, rail);
      await charging.start(failpoint);
      const refunds = await RefundsUnderTest.start(world);
      const key = newId('request');
      const asked = refunds.refund(charge, { key });
      expect(await charging.ended).toBe('SIGKILL');
      await charging.start();
      // the answer of the first request may be lost with the process: the key finds the refund
      await asked.catch(() => undefined);
      const refund = accepted(await refunds.refund(charge, { key }));
      const [type] = await refunds.ended(charge, refund.id, SETTLED_WITHIN_MS);
      await charging.end();
      expect(type).toBe('refund.completed');
      expect(refunds.eventsOf(charge)).toHaveLength(1);
      expect(before - (await debitedBy(simulator, rail))).toBe(700n);
      expect(await world.violations()).toEqual([]);
    },
  );

  it('nowhere: the float of each rail is what its operator has collected', async () => {
    await eventually(async () => {
      for (const rail of mobileOperators) {
        const floats = await Promise.all([rail, `${rail}/disbursement`].map((owner) => world.balance(owner, 'float')));
        expect(floats.reduce((sum: bigint, balance) => sum + (balance ?? 0n), 0n)).toBe(
          -(await debitedBy(simulator, rail)),
        );
      }
      return true;
    });
  });
});
