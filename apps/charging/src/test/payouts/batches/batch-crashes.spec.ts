import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { newId } from '@paygate/platform';
import type { RailSimulator } from '@paygate/testing';
import { eventually } from '@paygate/testing';
import type { Failpoint } from '../../../failpoints.js';
import { ChargingUnderTest } from '../../charging-under-test.js';
import { debitedBy, FAST, MobileMoney } from '../../mobile-money.js';
import { ChargingProcess } from '../../rails/charging-process.js';
import { accepted } from '../payouts-under-test.js';
import { BatchesUnderTest, phonesOf } from './batches-under-test.js';

jest.setTimeout(300_000);

const ENDED_WITHIN_MS = 120_000;
const places: readonly Failpoint[] = ['operation-opened', 'submission-answered', 'settled'];

/** Guarantees that a process that dies while a batch is sent neither pays a row twice nor loses one. */
describe('charging that dies while a batch is sent', () => {
  let simulator: RailSimulator;
  let world: ChargingUnderTest;
  let money: MobileMoney;
  let batches: BatchesUnderTest;
  let charging: ChargingProcess;
  beforeAll(async () => {
    simulator = await MobileMoney.simulator();
    world = await ChargingUnderTest.prepare({ ...simulator.env, ...FAST });
    charging = new ChargingProcess(world.env);
    money = await MobileMoney.start(simulator, world);
    batches = await BatchesUnderTest.start(world);
  });
  afterAll(async () => {
    await charging.end();
    await batches.stop();
    await money.stop();
    await world.end();
    await simulator.stop();
  });

  it.each(places)('at %s pays each row once, and ends the batch once', async (failpoint) => {
    const merchantId = newId('merchant');
    await charging.start();
    const charge = await money.pay('mtn_momo', '01', { merchantId, amount: '10000' });
    await world.settled([charge], ENDED_WITHIN_MS);
    const lines = phonesOf(5).map((phone) => ({ phone }));
    const batch = await batches.ready(merchantId, lines);
    await charging.end();
    const before = await debitedBy(simulator, 'mtn_momo');
    await charging.start(failpoint);
    const asked = batches.approve(batch, { actor: newId('member') }).catch(() => undefined);
    expect(await charging.ended).toBe('SIGKILL');
    await charging.start();
    await asked;
    const ended = await batches.completed(batch, ENDED_WITHIN_MS);
    expect(ended.counts).toMatchObject({ completed: 5, failed: 0, canceled: 0 });
    expect(before - (await debitedBy(simulator, 'mtn_momo'))).toBe(500n);
    await eventually(() => batches.countOf('payout.completed', merchantId) === 5 && batches.eventsOf(batch).length > 1);
    expect(await world.violations()).toEqual([]);
    expect(accepted(await batches.approve(batch, { actor: ended.approvals[0]?.memberId ?? '' })).status).toBe(
      'COMPLETED',
    );
    await charging.end();
    // and no further one, by all that was published
    expect(batches.countOf('payout.completed', merchantId)).toBe(5);
    expect(batches.eventsOf(batch)).toEqual(['payout_batch.approved', 'payout_batch.completed']);
  });
});
