import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { repositoryRoot } from '../paths.ts';
import { ranFiles } from './jest-project.ts';
import { repeatSuite } from './repeat-suite.ts';

const [BEFORE, SUITE] = ['apps/otp/src/codes/earlier.spec.ts', 'libs/paper/src/later.spec.ts'];
const LANE = { name: 'unit', project: 'unit', workers: 2, needs: 'nothing', paths: [SUITE] } as const;
let folder: string;
let report: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paygate-repeat-'));
  report = join(folder, 'unit.json');
  mkdirSync(ranFiles(report));
  const ran = [BEFORE, SUITE].map((path) => `${join(repositoryRoot, path)}\n`);
  writeFileSync(join(ranFiles(report), '1'), ran.join(''));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Repeats the suite, which fails in the runs that `fails` names by their number of files. */
async function verdict(...fails: readonly number[]) {
  const runs: (readonly string[])[] = [];
  const end = await repeatSuite(LANE, report, ({ lane: { paths }, variables }) => {
    runs.push([...paths, ...Object.entries(variables).map((variable) => variable.join('='))]);
    const failures = fails.includes(paths.length) ? [`unit: ${SUITE}: a test (failed)`] : [];
    return Promise.resolve({ passed: 1, failures, failedSuites: [], durations: [] });
  });
  return [end, ...runs];
}

const behind = [BEFORE, SUITE, 'ORDER=given'];
const alone = [SUITE, 'ISOLATED=1'];

test('a suite that passes behind the same files failed by chance', async () => {
  expect(await verdict()).toEqual(['passed', behind]);
});

test('a suite that fails behind them again, and passes in a registry of its own, meets a leak', async () => {
  expect(await verdict(2)).toEqual(['leak', behind, alone]);
});

test('a suite that fails there, too, has failed', async () => {
  expect(await verdict(2, 1)).toEqual(['failed', behind, alone]);
});
