import { globSync, readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { LANES, TWO_INSTANCES, laneToRepeat, planLanes } from './test-lanes.ts';

const planned = planLanes([
  ['unit', 'libs/platform/src/money/money.spec.ts'],
  ['integration', 'tools/bench/test/sheet.spec.ts'],
  ['e2e', 'apps/e2e/src/payments/guests.spec.ts'],
  ['e2e', 'apps/e2e/src/checkout/pages.spec.ts'],
  ['e2e', 'apps/e2e/src/dashboard/members.spec.ts'],
  ['e2e', 'apps/e2e/src/failures/poison.spec.ts'],
  ['e2e', 'apps/e2e/src/failures/engines.spec.ts'],
  ['e2e', 'apps/e2e/src/production/payments.spec.ts'],
]);

describe('the lanes of a run', () => {
  test('hold each suite once, and none is empty', () => {
    expect(planned.map(({ name, paths }) => [name, ...paths.map((path) => path.split('/').at(-1))])).toEqual([
      ['unit', 'money.spec.ts'],
      ['sheet', 'sheet.spec.ts'],
      ['e2e', 'guests.spec.ts'],
      ['browser', 'members.spec.ts'],
      ['pages', 'pages.spec.ts'],
      ['alone', 'poison.spec.ts'],
      ['engines', 'engines.spec.ts'],
      ['production', 'payments.spec.ts'],
    ]);
    expect(planLanes([])).toEqual([]);
  });

  test('have names of their own, because each names a report, and wait for earlier ones only', () => {
    const names = LANES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const [index, { after = [] }] of LANES.entries())
      expect(after.filter((name) => !names.slice(0, index).includes(name))).toEqual([]);
  });

  test('give two instances of each service to every suite of the stack that asks for several gateways', () => {
    const specs = globSync('apps/e2e/src/!(load)/**/*.spec.ts');
    expect(specs.length).toBeGreaterThan(50);
    const asking = specs.filter((spec) => /gatewaysOf|new Gateways|=== 'gateway'/.test(readFileSync(spec, 'utf8')));
    expect(asking.filter((spec) => !TWO_INSTANCES.test(spec))).toEqual([]);
  });

  test('keep suites that stop or end a process of the stack away from all others', () => {
    const stopping = globSync('apps/e2e/src/!(load)/**/*.spec.ts').filter((spec) =>
      /stackProcesses\.|replaced\(/.test(readFileSync(spec, 'utf8')),
    );
    expect(stopping.length).toBeGreaterThan(5);
    const lanes = planLanes(stopping.map((path) => ['e2e', path]));
    expect(lanes.map(({ name }) => name)).toEqual(['alone', 'engines']);
  });

  test('keep suites that end or empty an engine away from suites that use it', () => {
    const ending = globSync('apps/e2e/src/!(load)/**/*.spec.ts').filter((spec) =>
      /'--faults': '.*(flush|redis|postgres|kafka)|\(engine,/.test(readFileSync(spec, 'utf8')),
    );
    expect(ending.length).toBe(2);
    expect(planLanes(ending.map((path) => ['e2e', path])).map(({ name }) => name)).toEqual(['engines']);
  });
});

describe('a suite that failed', () => {
  const lanes = planned;
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
    'apps/charging/src/books/ledger/domain/rounds.spec.ts',
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
