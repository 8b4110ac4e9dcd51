import { expect, test } from '@jest/globals';
import type { ContractRuns } from './last-run.js';
import { lastRunPage, recordOf } from './last-run.js';

const sections = [
  {
    title: 'Payments',
    promises: [
      { id: '1.1', says: 'It is charged once.' },
      { id: '1.2', says: 'It ends.' },
      { id: '1.3', says: 'It is told.' },
    ],
  },
];
const [before, now] = [
  { commit: 'a1', day: '2026-11-01' },
  { commit: 'b2', day: '2026-11-28' },
];
const ran = [
  { name: 'x [1.1] once', passed: true },
  { name: 'y [1.1] once', passed: true },
  { name: '[1.2] ends', passed: true },
  { name: '[1.2] ends later', passed: false },
];
const earlier: ContractRuns = {
  last: before,
  passed: { '1.2': { ...before, tests: 2 }, '1.3': { ...before, tests: 1 } },
};

test('a promise whose tests did not all pass, or did not run, keeps the run before', () => {
  expect(recordOf(earlier, now, ran)).toEqual({
    last: now,
    passed: { '1.1': { ...now, tests: 2 }, '1.2': { ...before, tests: 2 }, '1.3': { ...before, tests: 1 } },
  });
});

test('the page says on top what was not shown of the commit of the last whole run', () => {
  const long = { command: 'npm run long', says: 'Nothing is lost.', wanted: 2, runs: [before, now] };
  const page = lastRunPage(sections, recordOf(earlier, now, ran), [long]);
  expect(page).toContain(
    '## Not shown of b2\n\n- **1.2** It ends.\n- **1.3** It is told.\n- `npm run long`: 1 of 2 runs\n\n## Payments\n',
  );
  expect(page).toContain(
    '- **1.1** It is charged once. _2 tests, 2026-11-28, b2_\n- **1.2** It ends. _2 tests, 2026-11-01, a1_\n',
  );
  expect(page).toContain('- `npm run long`: Nothing is lost. _2 without a fault, the last on 2026-11-28, b2_\n');
  const all = lastRunPage(
    sections,
    recordOf(
      earlier,
      now,
      ran.filter(({ passed }) => passed),
    ),
    [],
  );
  expect(all).toContain('## Not shown of b2\n\n- **1.3** It is told.\n\n');
});
