import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { PromiseSection } from './promises.js';
import { promisesKept, testsOf } from './promises.js';

const section = (...promises: PromiseSection['promises']): readonly PromiseSection[] => [{ title: 'Any', promises }];
const held = { id: '1.1', says: 'It holds.', tests: { 'a.spec.ts': ['it holds'] } };
const run = { spec: 'a.spec.ts', name: 'always it holds, twice', passed: true };

test('a promise is kept when its tests ran and passed', () => {
  expect(promisesKept(section(held), [run])).toEqual({ faults: [], uncovered: [] });
});

test.each([
  ['did not run', [held], []],
  ['did not run', [held], [{ ...run, spec: 'b.spec.ts' }]],
  ['did not pass', [held], [run, { ...run, passed: false }]],
  ['needs tests', [{ id: '1.1', says: 'It holds.' }], [run]],
  ['needs tests', [{ ...held, uncovered: 'too hard' }], [run]],
  ['occurs twice', [held, held], [run]],
])('it is a fault when one %s', (fault, promises, runs) => {
  expect(promisesKept(section(...promises), runs).faults).toEqual([expect.stringContaining(fault)]);
});

test('a promise without a test is reported with its reason', () => {
  const uncovered = { id: '1.2', says: 'It holds.', uncovered: 'not built yet' };
  expect(promisesKept(section(uncovered), [])).toEqual({ faults: [], uncovered: [uncovered] });
});

test('every test that the map names exists in its spec', () => {
  const map = JSON.parse(readFileSync('docs/contract-map.json', 'utf8')) as readonly PromiseSection[];
  const named = map.flatMap(({ promises }) => promises.flatMap(testsOf));
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter(({ spec, test: name }) => !readFileSync(spec, 'utf8').includes(name));
  expect(missing).toEqual([]);
});
