import { expect, test } from '@jest/globals';
import type { Assignment } from './consumer-group.js';
import { assignmentsOf } from './sticky-assigner.js';

const partitions = { commands: [0, 1, 2, 3, 4, 5], events: [0, 1, 2] };
const member = (memberId: string, named: Assignment = {}, topics = ['commands', 'events']) => ({
  ...{ memberId, named, topics },
});
const sizes = (assignments: ReturnType<typeof assignmentsOf>): number[] =>
  [...assignments.values()].map((assignment) => Object.values(assignment).flat().length);

test('a member that stays keeps its partitions, but for the share of the one that joins', () => {
  const first = assignmentsOf([member('a'), member('b')], partitions);
  const [a, b] = [first.get('a') ?? {}, first.get('b') ?? {}];
  const second = assignmentsOf([member('new'), member('b', b), member('a', a)], partitions);
  for (const [memberId, before] of [
    ['a', a],
    ['b', b],
  ] as const)
    // prettier-ignore
    for (const [topic, share] of Object.entries(second.get(memberId) ?? {}))
      expect(before[topic]).toEqual(expect.arrayContaining(share));
  expect(sizes(second)).toEqual([3, 3, 3]);
});

test('all partitions are assigned once, and members differ by one at most', () => {
  const assignments = assignmentsOf([member('a'), member('b'), member('c'), member('d')], partitions);
  const all = [...assignments.values()].flatMap((assignment) =>
    Object.entries(assignment).flatMap(([topic, share]) => share.map((partition) => `${topic} ${partition}`)),
  );
  expect(all.sort()).toEqual(
    Object.entries(partitions).flatMap(([topic, each]) => each.map((partition) => `${topic} ${partition}`)),
  );
  expect(Math.max(...sizes(assignments)) - Math.min(...sizes(assignments))).toBeLessThanOrEqual(1);
});

test('a member gets no partition of a topic that it does not read', () => {
  const assignments = assignmentsOf([member('a', {}, ['commands']), member('b')], partitions);
  expect(Object.keys(assignments.get('a') ?? {})).toEqual(['commands']);
  expect(assignments.get('b')?.['events']).toEqual(partitions.events);
});
