import { describe, expect, it } from '@jest/globals';
import type { OperatorOutcomes } from '@paygate/contracts';
import { stateOf } from './operator-state.js';

const of = (given: Partial<OperatorOutcomes> = {}): OperatorOutcomes => ({
  ...{ succeeded: 0, declined: 0, failed: 0, stuck: 0, medianSeconds: null },
  ...given,
});

describe('the state of an operator', () => {
  it.each([
    ['without an outcome', of(), 'unknown'],
    ['with 19 outcomes, all failed', of({ failed: 19 }), 'unknown'],
    ['with 20 outcomes, all failed', of({ failed: 20 }), 'down'],
    ['with 20 successes', of({ succeeded: 20, medianSeconds: 10 }), 'operational'],
    ['with a failure in 21', of({ succeeded: 20, failed: 1 }), 'operational'],
    ['with a failure in eleven', of({ succeeded: 100, failed: 10 }), 'operational'],
    ['with a failure in ten', of({ succeeded: 90, failed: 10 }), 'degraded'],
    ['with one in ten that is stuck', of({ succeeded: 90, stuck: 10 }), 'degraded'],
    ['with failed and stuck ones that are a tenth together', of({ succeeded: 18, failed: 1, stuck: 1 }), 'degraded'],
    ['with less than half that failed', of({ succeeded: 51, failed: 49 }), 'degraded'],
    ['with half that failed', of({ succeeded: 10, failed: 10 }), 'down'],
    ['with half that failed or are stuck', of({ succeeded: 10, failed: 3, stuck: 7 }), 'down'],
  ] as const)('%s is told by one span', (_name, span, state) => {
    expect(stateOf([span])).toBe(state);
  });

  it('is never worse for what payers decline, however many they are', () => {
    expect(stateOf([of({ declined: 1_000 })])).toBe('operational');
    expect(stateOf([of({ succeeded: 1, declined: 1_000 })])).toBe('operational');
    for (let failed = 0; failed <= 40; failed += 1) {
      const order = ['operational', 'degraded', 'down'];
      const placeWith = (declined: number): number => order.indexOf(stateOf([of({ succeeded: 20, failed, declined })]));
      for (const declined of [1, 20, 400]) expect(placeWith(declined)).toBeLessThanOrEqual(placeWith(0));
    }
  });

  it('is degraded where half of many successes take long, and not where a few payers do', () => {
    expect(stateOf([of({ succeeded: 20, medianSeconds: 89 })])).toBe('operational');
    expect(stateOf([of({ succeeded: 20, medianSeconds: 90 })])).toBe('degraded');
    expect(stateOf([of({ succeeded: 19, declined: 100, medianSeconds: 600 })])).toBe('operational');
  });

  it('follows from the first span that has enough outcomes', () => {
    const [good, bad, few] = [of({ succeeded: 20 }), of({ failed: 20 }), of({ failed: 19 })];
    expect(stateOf([good, bad])).toBe('operational');
    expect(stateOf([bad, good])).toBe('down');
    expect(stateOf([few, good])).toBe('operational');
    expect(stateOf([few, few])).toBe('unknown');
  });
});
