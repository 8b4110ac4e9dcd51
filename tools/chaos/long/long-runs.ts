import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeLastRunPage } from '../../contract-coverage/last-run-page.js';
import { repositoryRoot } from '../../stack/own-stack.js';
import type { Struck } from '../fault-injector.js';
import { LONG_RUNS } from '../options.js';
import type { FaultKind } from '../faults.js';

/** The sums of a long run: counts of what ended, by the API's word, the operators' books and the merchant's endpoint. */
export interface LongRun {
  readonly seed: string;
  readonly seconds: number;
  readonly payments: number;
  readonly ended: number;
  readonly refunds: number;
  readonly payouts: number;
  /** Charges by mobile money. */
  readonly completed: number;
  readonly declined: number;
  readonly reversed: number;
  /** Top-ups of wallets and withdrawals that were completed; none in the records of the first runs. */
  readonly topUps?: number;
  readonly withdrawals?: number;
  /** Broken promises and differences. */
  readonly faults: number;
  /** True when the services on the bus shared a process. */
  readonly oneProcess?: boolean;
}

/** A run as it is recorded. */
export interface RecordedRun extends LongRun {
  /** The code that ran: a commit, with `+` when files differed from it. */
  readonly commit: string;
  /** The time of its end (RFC 3339, UTC). */
  readonly endedAt: string;
  readonly strikes: Readonly<Partial<Record<FaultKind, number>>>;
}

const FILE = 'tools/chaos/long/long-runs.json';

/** Adds a run to the file of all, and prints what they sum up to and how many are missing for this commit. */
export function recordLongRun(
  { struck, ...run }: LongRun & { readonly struck: readonly Struck[] },
  commit: string,
): void {
  const strikes: Partial<Record<FaultKind, number>> = {};
  for (const { fault } of struck) strikes[fault.kind] = (strikes[fault.kind] ?? 0) + 1;
  const recorded = {
    commit,
    endedAt: new Date().toISOString(),
    ...run,
    seconds: Math.round(run.seconds),
    strikes,
  };
  const file = join(repositoryRoot, FILE);
  const runs = [...(JSON.parse(readFileSync(file, 'utf8')) as readonly RecordedRun[]), recorded];
  writeFileSync(file, `${JSON.stringify(runs, undefined, 2)}\n`);
  writeLastRunPage();
  console.log(summaryOf(runs, commit));
}

/** The sums of the runs, and how many of this commit are missing with a process for each service. */
export function summaryOf(runs: readonly RecordedRun[], commit: string): string {
  const sum = (numberOf: (run: RecordedRun) => number | undefined): number =>
    runs.reduce((total, run) => total + (numberOf(run) ?? 0), 0);
  const strikes = sum((run) => Object.values(run.strikes).reduce((total, times) => total + times, 0));
  const whole = runs.filter((run) => run.commit === commit && run.faults === 0 && run.oneProcess !== true).length;
  return (
    `${runs.length} long runs: ${sum(({ payments }) => payments)} payments, ${sum(({ ended }) => ended)} ended, ` +
    `${sum(({ refunds }) => refunds)} refunds, ${sum(({ payouts }) => payouts)} payouts, ${sum(({ reversed }) => reversed)} taken back, ` +
    `${sum(({ topUps }) => topUps)} top-ups, ${sum(({ withdrawals }) => withdrawals)} withdrawals, ` +
    `${strikes} strikes, ${(sum(({ seconds }) => seconds) / 3_600).toFixed(1)} hours, ${sum(({ faults }) => faults)} broken promises; ` +
    `of commit ${commit}, ${whole} without a fault, ${Math.max(0, LONG_RUNS - whole)} of ${LONG_RUNS} missing`
  );
}
