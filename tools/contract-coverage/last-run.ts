import type { PromiseSection, TestRun } from './promises.js';
import { idsIn } from './promises.js';

/** A run of tests: the commit of its code, with `+` when files differed from it, and the day of its end (UTC). */
export interface RunOf {
  readonly commit: string;
  readonly day: string;
}

/** docs/contract-runs.json: the last whole run of the tests, and for each promise the run in which all its tests passed last. */
export interface ContractRuns {
  readonly last?: RunOf;
  readonly passed: Readonly<Record<string, RunOf & { readonly tests: number }>>;
}

/** A long command, as the page shows it. */
export interface LongCommand {
  readonly command: string;
  /** The sentence that its runs show. */
  readonly says: string;
  /** The runs without a fault that a release should have. */
  readonly wanted: number;
  /** The runs without a fault. */
  readonly runs: readonly RunOf[];
}

/** The record after a run: of a promise whose tests did not all pass, or did not run, the run before stays. */
export function recordOf(before: ContractRuns, run: RunOf, tests: readonly TestRun[]): ContractRuns {
  const proving = Map.groupBy(
    tests.flatMap((test) => idsIn(test.name).map((id) => ({ id, ...test }))),
    ({ id }) => id,
  );
  const passed = [...proving]
    .filter(([, runs]) => runs.every((test) => test.passed))
    .map(([id, runs]) => [id, { ...run, tests: runs.length }] as const);
  return { last: run, passed: { ...before.passed, ...Object.fromEntries(passed) } };
}

/** The page of promises with their last run, those that the last whole run did not show on top. */
export function lastRunPage(
  sections: readonly PromiseSection[],
  { last, passed }: ContractRuns,
  commands: readonly LongCommand[],
): string {
  const commit = last?.commit ?? 'none';
  const shown = (id: string): boolean => passed[id]?.commit === commit;
  const missing = sections.flatMap(({ promises }) => promises).filter(({ id }) => !shown(id));
  const lacking = commands.flatMap(({ command, wanted, runs }) => {
    const of = runs.filter((run) => run.commit === commit).length;
    return of >= wanted ? [] : [`- \`${command}\`: ${of} of ${wanted} runs`];
  });
  const parts = sections.map(({ title, promises }) => {
    const lines = promises.map(({ id, says, uncovered }) => {
      const run = passed[id];
      const seen = run && `${run.tests} ${run.tests === 1 ? 'test' : 'tests'}, ${run.day}, ${run.commit}`;
      return `- **${id}** ${says} _${seen ?? uncovered ?? 'no run yet'}_`;
    });
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  const long = commands.map(({ command, says, runs }) => {
    const newest = runs.at(-1);
    const when = newest ? `${runs.length} without a fault, the last on ${newest.day}, ${newest.commit}` : 'no run yet';
    return `- \`${command}\`: ${says} _${when}_`;
  });
  return [
    '# When each promise was last shown\n',
    'Each promise of the API, with the tests that prove it, the day (UTC) on which all of them passed last, and the commit of the code; then',
    `the long commands. A whole \`npm test\` and the long commands write this page. The last whole run was of ${last ? `${last.commit}, ${last.day}` : 'no commit yet'}.\n`,
    `## Not shown of ${commit}\n`,
    ...[
      ...missing.map(({ id, says }) => `- **${id}** ${says}`),
      ...lacking,
      ...(missing.length + lacking.length === 0 ? ['Nothing.'] : []),
    ],
    '',
    ...parts,
    '## Long commands\n',
    ...long,
    '',
  ].join('\n');
}
