import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { OperatorChanged, OperatorOutcomes, OperatorState } from '@paygate/contracts';
import { compileChecker, eventStreams, OperatorChanged as OperatorChangedClass } from '@paygate/contracts';
import type { Received } from '@paygate/messaging';
import type { EventCollector, RunningApp } from '@paygate/testing';
import { eventCollector, eventually } from '@paygate/testing';
import { RecentOutcomes } from '../../readers/operators/recent-outcomes.js';
import { WatchOperators } from '../../readers/operators/watch-operators.js';
import { ChargingUnderTest } from '../charging-under-test.js';

const of = (given: Partial<OperatorOutcomes>): OperatorOutcomes =>
  Object.assign({ succeeded: 0, declined: 0, failed: 0, stuck: 0, medianSeconds: null }, given);
const outcomes: Readonly<Record<OperatorState, OperatorOutcomes>> = {
  operational: of({ succeeded: 100 }),
  degraded: of({ succeeded: 80, failed: 20 }),
  down: of({ failed: 100 }),
  unknown: of({ failed: 19 }),
};

describe('merchants are notified of an operator', () => {
  let world: ChargingUnderTest;
  let apps: readonly RunningApp[];
  let events: EventCollector;
  let state: OperatorState = 'unknown';

  beforeAll(async () => {
    world = await ChargingUnderTest.prepare();
    events = await eventCollector(world.topics.prefix, eventStreams.chargingPayouts);
    apps = await Promise.all([world.start(), world.start(), world.start()]);
    for (const app of apps)
      jest.spyOn(app.get(RecentOutcomes), 'current').mockImplementation(() => {
        const spans = { last5Minutes: outcomes[state], last60Minutes: outcomes[state] };
        const methods = (['collect', 'refund'] as const).map((method) => ({
          ...({ rail: 'mtn_momo', mode: 'test', method } as const),
          ...spans,
        }));
        return Promise.resolve({ methods, readAt: new Date() });
      });
  });
  afterAll(async () => {
    await events.stop();
    await world.end();
  });
  beforeEach(async () => {
    state = 'unknown';
    await world.database.query(`UPDATE operator_state SET is_degraded = false, changed_at = '-infinity'`);
  });

  /** Every instance looks several times at the same moment. */
  const look = async (now: OperatorState): Promise<void> => {
    state = now;
    await Promise.all([1, 2, 3].flatMap(() => apps.map((app) => app.get(WatchOperators).run())));
  };
  const pass = (minutes: number) =>
    world.database.query(`UPDATE operator_state SET changed_at = changed_at - make_interval(mins => $1)`, [minutes]);
  const received = () => events.events as readonly Received<OperatorChanged>[];
  const changedAt = async () =>
    (await world.database.query(`SELECT changed_at FROM operator_state WHERE (rail, mode) = ('mtn_momo', 'test')`))[0];
  /** The events of what was done, once each. */
  const notified = async (work: () => Promise<void>, count: number): Promise<readonly string[]> => {
    const before = received().length;
    await work();
    await eventually(() => received().length >= before + count);
    const found = received().slice(before);
    for (const { payload } of found) expect(compileChecker(OperatorChangedClass)(payload)).toEqual([]);
    return [...new Map(found.map(({ id, type }) => [id, type])).values()];
  };

  it('[14.4] once for each change, over any number of instances', async () => {
    const degraded = await notified(() => look('degraded'), 1);
    expect(degraded).toEqual(['operator.degraded']);
    await pass(10);
    expect(await notified(() => look('operational'), 1)).toEqual(['operator.recovered']);
  });

  it('[14.4] at most once in ten minutes, and of the last state after them', async () => {
    expect(await notified(() => look('down'), 1)).toEqual(['operator.degraded']);
    await pass(9);
    const before = await changedAt();
    await look('operational');
    expect(await changedAt()).toEqual(before);
    await pass(1);
    expect(await notified(() => look('operational'), 1)).toEqual(['operator.recovered']);
  });

  it('[14.4] neither that it is well from the start, nor that nothing is known, nor that degraded is down now', async () => {
    const before = await changedAt();
    await look('operational');
    await look('unknown');
    expect(await changedAt()).toEqual(before);
    expect(await notified(() => look('degraded'), 1)).toEqual(['operator.degraded']);
    await pass(60);
    const degraded = await changedAt();
    await look('down');
    await look('unknown');
    expect(await changedAt()).toEqual(degraded);
  });
});
