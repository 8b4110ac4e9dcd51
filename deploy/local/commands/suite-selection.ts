import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { repositoryRoot } from '../paths.ts';
import { listSuites } from './jest-project.ts';
import { LOAD, PRODUCTION, PROJECTS, SHOPS, planLanes } from './test-lanes.ts';
import type { PlannedLane, Project } from './test-lanes.ts';

export interface Selection {
  readonly lanes: readonly PlannedLane[];
  /** True when every suite of every project runs. */
  readonly whole: boolean;
  /** How many suites the change does not reach, and which therefore do not run. */
  readonly left: number;
}

/** The argument that selects every suite of every project. */
const ALL = 'all';

type Suite = readonly [Project, string];

/**
 * The suites that the arguments name: `all`, names of projects, and parts of paths as Jest takes them. Without arguments those that a
 * change can break: every unit suite, the suites that import a file which differs from the main branch, the suites of the stack about a
 * folder with such a file, and payments from their creation to their event. Those of a production need a stack of their own, and run with
 * `all` or by name.
 */
export async function selectSuites(args: readonly string[]): Promise<Selection> {
  if (args.length === 0) return changedOnly();
  const known: readonly Project[] = [...PROJECTS, LOAD, SHOPS];
  const named = known.filter((project) => args.includes(project));
  const patterns = args.filter((arg) => arg !== ALL && !named.some((project) => project === arg));
  const projects: readonly Project[] = named.length === 0 ? PROJECTS : named;
  const suites = await everySuite(projects, patterns);
  return { lanes: planLanes(suites), whole: patterns.length === 0 && named.length === 0, left: 0 };
}

async function everySuite(projects: readonly Project[], patterns: readonly string[]): Promise<readonly Suite[]> {
  const found = await Promise.all(
    projects.map(async (project) => (await listSuites(project, patterns)).map((path): Suite => [project, path])),
  );
  return found.flat();
}

/** Payments by the interface of the specification, from the wallet, and by mobile money. */
const CORE = /^apps\/e2e\/src\/payments\/(specification|payment|mobile-money)\.spec/;

/** Suites of the stack, which import nothing that they test, by the folders that they are about. */
const ABOUT: readonly (readonly [changed: RegExp, suites: RegExp])[] = [
  [/^apps\/dashboard\//, /^apps\/e2e\/src\/dashboard\//],
  [/^(apps\/checkout|libs\/palette)\//, /^apps\/e2e\/src\/checkout\//],
  [/^(docs|tools\/docs-site)\//, /^apps\/e2e\/src\/docs\//],
  [/^(libs\/(sdk-|cli|api-types)|examples\/)/, /^apps\/e2e\/src\/(clients|webhooks)\//],
  [/^(apps\/webhooks|libs\/webhook-signature)\//, /^apps\/e2e\/src\/webhooks\//],
  [
    /^(apps\/(gateway|auth|intents|otp)|libs\/(messaging|platform|contracts))\//,
    /^apps\/e2e\/src\/(accounts|payments)\//,
  ],
  [/^apps\/(charging|rail-simulator)\//, /^apps\/e2e\/src\/(payments|payouts)\//],
];

async function changedOnly(): Promise<Selection> {
  const [suites, changed] = await Promise.all([everySuite(PROJECTS, []), changedFiles()]);
  if (changed === undefined) return { lanes: planLanes(suites), whole: true, left: 0 };
  const importing = new Set(changed.length === 0 ? [] : await listSuites(undefined, changed, ['--findRelatedTests']));
  const about = ABOUT.filter(([folder]) => changed.some((file) => folder.test(file))).map(([, pattern]) => pattern);
  const chosen = suites.filter(
    ([project, path]) =>
      !PRODUCTION.test(path) &&
      (project === 'unit' || importing.has(path) || [CORE, ...about].some((pattern) => pattern.test(path))),
  );
  return { lanes: planLanes(chosen), whole: false, left: suites.length - chosen.length };
}

/** Files that differ from the main branch, committed or not; undefined where there is no repository. */
async function changedFiles(): Promise<readonly string[] | undefined> {
  const git = async (...args: readonly string[]): Promise<readonly string[]> => {
    const { stdout } = await promisify(execFile)('git', args, { cwd: repositoryRoot, maxBuffer: 16 * 1024 * 1024 });
    return stdout.split('\n').filter((line) => line !== '');
  };
  try {
    const branch = (await git('rev-parse', '--verify', '--quiet', 'origin/main').catch(() => [])).length > 0;
    const [base = 'HEAD'] = await git('merge-base', 'HEAD', branch ? 'origin/main' : 'main');
    const differing = await git('diff', '--name-only', '--diff-filter=d', base);
    return [...differing, ...(await git('ls-files', '--others', '--exclude-standard'))];
  } catch {
    return undefined;
  }
}
