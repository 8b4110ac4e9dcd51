import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { ContractRuns, RunOf } from './last-run.js';
import { lastRunPage } from './last-run.js';
import type { PromiseSection } from './promises.js';

/* Paths are those of the repository, in which its commands run. */
const RECORD = 'docs/contract-runs.json';

export const PAGE = 'docs/contract/last-run.md';

/** A record of `npm run chaos -- --long`, as far as the page shows it. */
interface LongRecord {
  readonly commit: string;
  readonly endedAt: string;
  readonly faults: number;
  readonly oneProcess?: boolean;
}

/** The record of whole runs; empty before the first one. */
export function contractRuns(): ContractRuns {
  return existsSync(RECORD) ? (read(RECORD) as ContractRuns) : { passed: {} };
}

export function writeContractRuns(runs: ContractRuns): void {
  writeFileSync(RECORD, `${JSON.stringify(runs, undefined, 2)}\n`);
  writeLastRunPage();
}

/** Writes the page from what whole runs of the tests and long commands have recorded. */
export function writeLastRunPage(): void {
  writeFileSync(PAGE, pageOfRecords());
}

export function pageOfRecords(): string {
  const long = read('tools/chaos/long/long-runs.json') as readonly LongRecord[];
  const runs = long
    .filter(({ faults, oneProcess }) => faults === 0 && oneProcess !== true)
    .map(({ commit, endedAt }): RunOf => {
      return { commit, day: endedAt.slice(0, 10) };
    });
  const says =
    'Of 10,000 charges with refunds, payouts and reversals nothing is lost and nothing is done twice while services and engines are killed, frozen and cut off.';
  const sections = read('docs/contract-map.json') as readonly PromiseSection[];
  return lastRunPage(sections, contractRuns(), [{ command: 'npm run chaos -- --long', says, wanted: 10, runs }]);
}

function read(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}
