import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { emptyFolder } from '../files.ts';
import { repositoryRoot } from '../paths.ts';
import { inheritedEnvironment } from '../process/group.ts';
import { RUN_VARIABLE, identify, signalQuietly } from '../process/identity.ts';
import type { ProcessFile } from '../process/process-file.ts';
import { becomesTrue } from '../waiting.ts';
import { readResults } from './suite-results.ts';
import type { SuiteResults } from './suite-results.ts';
import type { PlannedLane, Project } from './test-lanes.ts';

const LANE_MS = 60 * 60_000;
/** from the results being written to the end of the process, which a suite that left something open would keep alive */
const LINGER_MS = 15_000;

/** The beginning of Jest's last line, which names every path and hides what failed before it. */
const LIST_OF_PATHS = 'Ran all test suites within paths';

const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

export interface LaneRun {
  readonly lane: PlannedLane;
  /** The file to which Jest writes the results. */
  readonly report: string;
  readonly env: Readonly<Record<string, string>>;
  readonly marker: string;
  readonly processFile: ProcessFile;
  /** aborted when the run must stop */
  readonly signal: AbortSignal;
}

/** Runs the suites of a lane in a process of their own. What it does not report as passed counts as failed. */
export async function runLane(run: LaneRun): Promise<SuiteResults> {
  const { lane, report } = run;
  mkdirSync(dirname(report), { recursive: true });
  rmSync(report, { force: true });
  emptyFolder(ranFiles(report));
  const fault = await runJest(run);
  const result = readResults(lane.name, report);
  return fault === undefined ? result : { ...result, failures: [...result.failures, `${lane.name}: ${fault}`] };
}

/** The folder in which each worker of a lane lists the files that it ran: tools/jest/environment.ts. */
export function ranFiles(report: string): string {
  return report.replace(/\.json$/, '.ran');
}

/** The suites of a project, or of all, that the patterns name; with `--findRelatedTests`, those that import one of the files. */
export async function listSuites(
  project: Project | undefined,
  patterns: readonly string[],
  options: readonly string[] = ['--'],
): Promise<string[]> {
  const selection = project === undefined ? [] : ['--selectProjects', project];
  const args = [...JEST, ...selection, '--passWithNoTests', '--listTests', ...options, ...patterns];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: repositoryRoot,
    env: inheritedEnvironment(),
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout
    .split('\n')
    .filter((line) => line.endsWith('.spec.ts'))
    .map((line) => line.replace(`${repositoryRoot}/`, ''));
}

/** The failure of the process itself, if there was one. Failed tests are in the results. */
async function runJest(run: LaneRun): Promise<string | undefined> {
  const jest = startJest(run);
  const over = (): boolean => jest.ended() !== undefined || run.signal.aborted;
  const reported = await becomesTrue(() => over() || existsSync(run.report), LANE_MS);
  await becomesTrue(over, LINGER_MS);
  const ended = jest.ended();
  if (jest.pid !== undefined) {
    await endGroup(jest.pid, () => jest.ended() !== undefined);
    run.processFile.remove(jest.pid);
  }
  if (run.signal.aborted) return 'stopped';
  if (!reported) return `no results within ${String(LANE_MS / 60_000)} minutes`;
  if (ended === undefined) return 'a suite left something open, which kept Jest from ending';
  return ended === '0' || ended === '1' ? undefined : `ended with ${ended}`;
}

/** The prefix of the variables for traces of the stack: no receiver listens there, and a process that ends would wait for one. */
const OF_THE_STACK = 'OTEL_';

function environmentOf({ env, marker, report }: LaneRun): NodeJS.ProcessEnv {
  const inherited = Object.entries(inheritedEnvironment());
  const own = 'PAYGATE_STACK_FILE' in env ? inherited : inherited.filter(([name]) => !name.startsWith(OF_THE_STACK));
  return { ...Object.fromEntries(own), RAN_FILES: ranFiles(report), ...env, [RUN_VARIABLE]: marker };
}

interface RunningJest {
  readonly pid: number | undefined;
  /** exit code, signal or fault; undefined while it runs */
  readonly ended: () => string | undefined;
}

function startJest(run: LaneRun): RunningJest {
  const { name, project, workers, paths } = run.lane;
  const selection = ['--selectProjects', project, `--maxWorkers=${String(workers)}`];
  const args = [...JEST, ...selection, '--json', `--outputFile=${run.report}`, '--runTestsByPath', ...paths];
  const child = spawn(process.execPath, args, {
    cwd: repositoryRoot,
    env: environmentOf(run),
    // with --json Jest also writes the results to standard output
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (!line.includes(LIST_OF_PATHS)) process.stderr.write(`${line}\n`);
  });
  let ended: string | undefined;
  child.once('error', (error) => {
    ended = error.message;
  });
  child.once('exit', (code, signal) => {
    ended = signal ?? String(code);
  });
  const identity = child.pid === undefined ? undefined : identify(child.pid);
  if (identity !== undefined) {
    run.processFile.add({ ...identity, name, role: 'one-shot', stopSignal: 'SIGTERM' });
  }
  return { pid: child.pid, ended: () => ended };
}

async function endGroup(pid: number, isOver: () => boolean): Promise<void> {
  if (!isOver()) {
    signalQuietly(-pid, 'SIGTERM');
    await becomesTrue(isOver, LINGER_MS);
  }
  signalQuietly(-pid, 'SIGKILL');
  await becomesTrue(isOver, LINGER_MS);
}
