/**
 * Fails when a promise of docs/contract-map.json has no test that ran and passed. The argument is the folder with Jest's reports of
 * all suites. Promises without a test are printed with the reason. Records the run in docs/contract-runs.json and its page.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { commitOfTree } from '../stack/commit-of-tree.js';
import { recordOf } from './last-run.js';
import { contractRuns, writeContractRuns } from './last-run-page.js';
import type { PromiseSection, TestRun } from './promises.js';
import { promisesKept } from './promises.js';

interface JestReport {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
}

const root = resolve(import.meta.dirname, '../../..');
const [folder] = process.argv.slice(2);
if (folder === undefined) throw new TypeError("name the folder of Jest's reports");
const runs = readdirSync(folder)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => (JSON.parse(readFileSync(join(folder, file), 'utf8')) as JestReport).testResults)
  .flatMap(({ assertionResults }) => assertionResults)
  .map(({ fullName, status }): TestRun => ({ name: fullName, passed: status === 'passed' }));
const map = JSON.parse(readFileSync(join(root, 'docs/contract-map.json'), 'utf8')) as readonly PromiseSection[];
const { faults, uncovered } = promisesKept(map, runs);
for (const { id, says, uncovered: reason } of uncovered) console.log(`no test proves ${id}: ${says} (${reason ?? ''})`);
for (const fault of faults) console.error(fault);
const day = new Date().toISOString().slice(0, 10);
writeContractRuns(recordOf(contractRuns(), { commit: commitOfTree(), day }, runs));
const count = map.flatMap(({ promises }) => promises).length;
console.log(`promises: ${count}, of which ${uncovered.length} without a test; ${faults.length} faults`);
process.exitCode = faults.length === 0 ? 0 : 1;
