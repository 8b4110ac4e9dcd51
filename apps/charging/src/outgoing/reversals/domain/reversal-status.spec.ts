import { expect, test } from '@jest/globals';
import { endStates, initialState, moves, pairs, reversalStates, standingStates, verbs } from './reversal-status.js';

function reachedFrom(start: string): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const state of reached) for (const [from, to] of pairs()) if (from === state) reached.add(to);
  return reached;
}

test('every verb moves something, every state is reached, and an end is reached from each', () => {
  expect(verbs.filter((verb) => Object.keys(moves[verb]).length === 0)).toEqual([]);
  expect([...reachedFrom(initialState)].toSorted()).toEqual([...reversalStates].toSorted());
  for (const state of reversalStates) expect(endStates.some((end) => reachedFrom(state).has(end))).toBe(true);
});

test('what has ended stays so, and what is booked leaves only by its return', () => {
  expect(pairs().filter(([from]) => endStates.includes(from))).toEqual([]);
  const left = pairs().filter(([from, to]) => standingStates.includes(from) && !standingStates.includes(to));
  expect(new Set(left.map(([, to]) => to))).toEqual(new Set(['returned']));
});
