import { expect, test } from '@jest/globals';
import { unclaimedStates } from '@paygate/contracts';
import { endStates, initialState, moves, pairs, suspendedStates, verbs } from './unclaimed-status.js';

function reachedFrom(start: string): ReadonlySet<string> {
  const reached = new Set([start]);
  for (const state of reached) for (const [from, to] of pairs()) if (from === state) reached.add(to);
  return reached;
}

test('every verb moves something, every state is reached, and an end is reached from each', () => {
  expect(verbs.filter((verb) => moves[verb].from.length === 0)).toEqual([]);
  expect([...reachedFrom(initialState)].toSorted()).toEqual([...unclaimedStates].toSorted());
  for (const state of unclaimedStates) expect(endStates.some((end) => reachedFrom(state).has(end))).toBe(true);
});

test('what has ended stays so, and money leaves its suspense only matched or returned', () => {
  expect(pairs().filter(([from]) => endStates.includes(from))).toEqual([]);
  const left = pairs().filter(([from, to]) => suspendedStates.includes(from) && !suspendedStates.includes(to));
  expect(left.map(([, to]) => to).toSorted()).toEqual(['matched', 'returned']);
});
