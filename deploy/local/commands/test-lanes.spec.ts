import { describe, expect, test } from '@jest/globals';
import { LANES, laneToRepeat, planLanes } from './test-lanes.ts';

const planned = planLanes([
  ['unit', 'libs/platform/src/money/money.spec.ts'],
  ['e2e', 'apps/e2e/src/payments/guests.spec.ts'],
  ['e2e', 'apps/e2e/src/checkout/pages.spec.ts'],
  ['e2e', 'apps/e2e/src/checkout/payment.spec.ts'],
  ['e2e', 'apps/e2e/src/failures/poison.spec.ts'],
]);
const namesOf = (groups: typeof planned): readonly (readonly string[])[] =>
  groups.map((group) => group.map(({ name }) => name));

describe('the lanes of a run', () => {
  test('hold each suite once, in the order of the groups, and none is empty', () => {
    expect(namesOf(planned)).toEqual([['unit'], ['e2e-pages'], ['e2e'], ['e2e-alone']]);
    expect(planned.flat().flatMap(({ paths }) => paths)).toHaveLength(5);
    expect(planLanes([])).toEqual([]);
  });

  test('have names of their own, because each names a report', () => {
    const names = LANES.flat().map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('a suite that failed', () => {
  const lanes = planned.flat();
  const guests = { lane: 'e2e', suite: 'apps/e2e/src/payments/guests.spec.ts' };

  test('runs again when it is the only one', () => {
    expect(laneToRepeat(lanes, [guests])).toMatchObject({ name: 'e2e', paths: [guests.suite] });
  });

  test('does not run again beside another failure, and none does when nothing failed', () => {
    expect(laneToRepeat(lanes, [guests, { lane: 'unit', suite: 'libs/platform/src/money/money.spec.ts' }])).toBe(
      undefined,
    );
    expect(laneToRepeat(lanes, [])).toBe(undefined);
  });

  test.each([
    'apps/charging/src/ledger/domain/rounds.spec.ts',
    'apps/charging/src/test/rails/rail-races.spec.ts',
    'apps/gateway/src/resources/charges/charge.spec.ts',
    'apps/intents/src/domain/charge.spec.ts',
    'apps/otp/src/codes/challenges/check.spec.ts',
    'libs/messaging/src/test/poison.spec.ts',
    'apps/e2e/src/failures/poison.spec.ts',
    'apps/e2e/src/attacks/replay.spec.ts',
  ])('%s never runs again: what fails there by chance may lose money by chance', (suite) => {
    expect(laneToRepeat(lanes, [{ lane: 'e2e', suite }])).toBe(undefined);
  });
});
