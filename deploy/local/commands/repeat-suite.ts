import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { repositoryRoot } from '../paths.ts';
import { ranFiles } from './jest-project.ts';
import { replaceSuite } from './suite-results.ts';
import type { SuiteResults } from './suite-results.ts';
import type { PlannedLane } from './test-lanes.ts';

export interface RepeatedLane {
  readonly lane: PlannedLane;
  readonly variables: Readonly<Record<string, string>>;
  readonly report: string;
}

/**
 * Runs the suite of `lane` once more, behind the files that its worker ran before it. `passed`: it failed by chance, and its new results
 * are in `report`. `leak`: it fails again, and passes in a registry of its own. `failed`: it fails there, too.
 */
export async function repeatSuite(
  lane: PlannedLane,
  report: string,
  run: (repeated: RepeatedLane) => Promise<SuiteResults>,
): Promise<'passed' | 'leak' | 'failed'> {
  const [suite = ''] = lane.paths;
  const again = report.replace(/\.json$/, '-again.json');
  const passes = async (paths: readonly string[], variables: Readonly<Record<string, string>>): Promise<boolean> => {
    const { failures } = await run({ lane: { ...lane, paths, workers: 1 }, variables, report: again });
    return !failures.some((line) => line.includes(suite));
  };
  // suites of the stack share its state, and not only a registry
  const before = lane.project === 'e2e' ? [] : filesBefore(report, suite);
  process.stdout.write(
    `${suite} failed: running it once more${before.length === 0 ? '' : `, behind ${String(before.length)} others`}\n`,
  );
  try {
    if (await passes([...before, suite], { ORDER: 'given' })) {
      replaceSuite(report, again, suite);
      return 'passed';
    }
    return before.length > 0 && (await passes([suite], { ISOLATED: '1' })) ? 'leak' : 'failed';
  } finally {
    rmSync(again, { force: true });
  }
}

/** The files that one worker ran before a suite, in their order. */
function filesBefore(report: string, suite: string): readonly string[] {
  const folder = ranFiles(report);
  if (!existsSync(folder)) return [];
  const workers = readdirSync(folder).map((worker) => readFileSync(join(folder, worker), 'utf8').split('\n'));
  const paths = workers
    .map((files) => files.map((file) => relative(repositoryRoot, file)))
    .find((files) => files.includes(suite));
  return paths?.slice(0, paths.indexOf(suite)) ?? [];
}
