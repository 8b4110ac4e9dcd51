import { beforeEach, describe, expect, test } from '@jest/globals';
import type { OperatorView } from '@paygate/contracts';
import { accept, readOperators } from '@paygate/contracts';
import type { CommandBus } from '@paygate/messaging';
import { BusDouble } from '../../test/fixtures/bus-doubles.js';
import { OperatorStates } from './operator-states.js';

const known: OperatorView = {
  ...{ operator: 'mtn_momo', currencies: ['XAF'], numberPrefixes: ['+23767'], promptName: null, dial: null },
  ...{ state: 'down', methods: [] },
};
const readAt = '2026-11-28T09:00:00.000Z';
let bus: BusDouble;
let states: OperatorStates;
beforeEach(() => {
  bus = new BusDouble();
  states = new OperatorStates(bus as unknown as CommandBus);
});

describe('the states of operators on payment pages', () => {
  test('are asked once for all pages of a mode at a time, for a second at most', async () => {
    bus.on(readOperators, ({ mode }) => accept({ data: mode === 'test' ? [known] : [], readAt }));
    const [first, second, live] = await Promise.all([
      ...[states.of('test', 'req_1'), states.of('test', 'req_2')],
      states.of('live', 'req_3'),
    ]);
    expect([first, second, live]).toEqual([[known], [known], []]);
    expect(bus.sent.map(({ payload }) => payload)).toEqual([{ mode: 'test' }, { mode: 'live' }]);
    for (const { options } of bus.sent) expect(options.timeoutMs).toBe(1_000);
  });

  test('are not known where charging refuses, and no other page waits for that', async () => {
    bus.refuse('upstream_timeout');
    expect(await states.of('test', 'req_1')).toBeUndefined();
    expect(await states.of('test', 'req_2')).toBeUndefined();
    expect(bus.sent).toHaveLength(1);
  });
});
