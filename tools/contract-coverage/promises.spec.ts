import { globSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import type { PromiseSection } from './promises.js';
import { idsIn, promisesKept } from './promises.js';

const section = (...promises: PromiseSection['promises']): readonly PromiseSection[] => [{ title: 'Any', promises }];
const held = { id: '1.1', says: 'It holds.' };
const run = { name: 'always [1.1] it holds, twice', passed: true };

test('a promise is kept when its tests ran and passed', () => {
  expect(promisesKept(section(held), [run])).toEqual({ faults: [], uncovered: [] });
});

test.each([
  ['has no test', [held], []],
  ['has no test', [held], [{ ...run, name: 'it holds [11.1]' }]],
  ['is no promise', [held], [run, { ...run, name: '[1.9] it holds' }]],
  ['did not pass', [held], [run, { ...run, passed: false }]],
  ['has a test, and a reason', [{ ...held, uncovered: 'too hard' }], [run]],
  ['occurs twice', [held, held], [run]],
])('it is a fault when one %s', (fault, promises, runs) => {
  expect(promisesKept(section(...promises), runs).faults).toContainEqual(expect.stringContaining(fault));
});

test('a promise without a test is reported with its reason', () => {
  const uncovered = { id: '1.2', says: 'It holds.', uncovered: 'not built yet' };
  expect(promisesKept(section(uncovered), [])).toEqual({ faults: [], uncovered: [uncovered] });
});

test('every promise of the map is in the titles of a spec, and every id in a title is a promise', () => {
  const map = JSON.parse(readFileSync('docs/contract-map.json', 'utf8')) as readonly PromiseSection[];
  const specs = globSync('{apps,libs,tools,deploy}/**/*.spec.ts', {
    exclude: ['**/node_modules/**', import.meta.filename],
  });
  const named = new Set(
    specs.filter((spec) => !spec.endsWith('promises.spec.ts')).flatMap((spec) => idsIn(readFileSync(spec, 'utf8'))),
  );
  expect(named.size).toBeGreaterThan(200);
  expect([...named].toSorted()).toEqual(
    map
      .flatMap(({ promises }) => promises)
      .filter(({ uncovered }) => uncovered === undefined)
      .map(({ id }) => id)
      .toSorted(),
  );
});
