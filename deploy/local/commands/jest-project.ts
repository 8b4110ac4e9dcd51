import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isRecord, readJson } from '../files.ts';
import { repositoryRoot } from '../paths.ts';
import { inheritedEnvironment } from '../process/group.ts';
import { RUN_VARIABLE, identify, signalQuietly } from '../process/identity.ts';
import type { ProcessFile } from '../process/process-file.ts';
import { becomesTrue } from '../waiting.ts';

const PROJECT_MS = 30 * 60_000;
/** from the results being written to the end of the process, which a suite that left something open would keep alive */
const LINGER_MS = 15_000;

const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];

export const PROJECTS = ['unit', 'integration', 'runner', 'e2e'] as const;
export type Project = (typeof PROJECTS)[number];

/**
 * e2e suites share one stack, so they run one at a time. The others have their own databases and topics, or engines. Suites that
 * wait for engines and processes leave time for a third worker on two cores.
 */
const WORKERS: Readonly<Record<Project, number>> = { unit: 2, integration: 3, runner: 3, e2e: 1 };

export interface ProjectResult {
  readonly passed: number;
  /** one line for each failed test, skipped test and suite that could not run */
  readonly failures: readonly string[];
}

export interface ProjectRun {
  readonly project: Project;
  readonly patterns: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly reports: string;
  readonly marker: string;
  readonly processFile: ProcessFile;
  /** aborted when the run must stop */
  readonly signal: AbortSignal;
}

/** Runs one Jest project in its own process. What it does not report as passed counts as failed. */
export async function runProject(run: ProjectRun): Promise<ProjectResult> {
  const output = join(run.reports, `${run.project}.json`);
  mkdirSync(run.reports, { recursive: true });
  rmSync(output, { force: true });
  const fault = await runJest(run, output);
  const result = readResults(run.project, output);
  if (fault === undefined) return result;
  return { ...result, failures: [...result.failures, `${run.project}: ${fault}`] };
}

export async function listSuites(project: Project, patterns: readonly string[]): Promise<string[]> {
  const args = [...JEST, '--selectProjects', project, '--passWithNoTests', '--listTests', '--', ...patterns];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    cwd: repositoryRoot,
    env: inheritedEnvironment(),
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split('\n').filter((line) => line.endsWith('.spec.ts'));
}

/** The failure of the process itself, if there was one. Failed tests are in the results. */
async function runJest(run: ProjectRun, output: string): Promise<string | undefined> {
  const jest = startJest(run, output);
  const over = (): boolean => jest.ended() !== undefined || run.signal.aborted;
  const reported = await becomesTrue(() => over() || existsSync(output), PROJECT_MS);
  await becomesTrue(over, LINGER_MS);
  const ended = jest.ended();
  if (jest.pid !== undefined) {
    await endGroup(jest.pid, () => jest.ended() !== undefined);
    run.processFile.remove(jest.pid);
  }
  if (run.signal.aborted) return 'stopped';
  if (!reported) return `no results within ${String(PROJECT_MS / 60_000)} minutes`;
  if (ended === undefined) return 'a suite left something open, which kept Jest from ending';
  return ended === '0' || ended === '1' ? undefined : `ended with ${ended}`;
}

interface RunningJest {
  readonly pid: number | undefined;
  /** exit code, signal or fault; undefined while it runs */
  readonly ended: () => string | undefined;
}

function startJest(run: ProjectRun, output: string): RunningJest {
  const selection = ['--selectProjects', run.project, `--maxWorkers=${String(WORKERS[run.project])}`];
  const args = [...JEST, ...selection, '--json', `--outputFile=${output}`, '--', ...run.patterns];
  const child = spawn(process.execPath, args, {
    cwd: repositoryRoot,
    env: { ...inheritedEnvironment(), ...run.env, [RUN_VARIABLE]: run.marker },
    // with --json Jest also writes the results to standard output
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
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
    run.processFile.add({ ...identity, name: run.project, role: 'one-shot', stopSignal: 'SIGTERM' });
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

export function readResults(project: Project, file: string): ProjectResult {
  const stored = readJson(file);
  if (!isRecord(stored)) return { passed: 0, failures: [`${project}: no results were written`] };
  const suites = Array.isArray(stored['testResults']) ? stored['testResults'].filter(isRecord) : [];
  const failures = suites.flatMap((suite) => suiteFailures(project, suite));
  if (failures.length === 0 && stored['success'] !== true) failures.push(`${project}: Jest reports a failure`);
  return { passed: Number(stored['numPassedTests']), failures };
}

function suiteFailures(project: Project, suite: Record<string, unknown>): string[] {
  const name = String(suite['name']).replace(`${repositoryRoot}/`, '');
  const tests = Array.isArray(suite['assertionResults']) ? suite['assertionResults'].filter(isRecord) : [];
  const failures = tests
    .filter((test) => test['status'] !== 'passed')
    .map((test) => `${project}: ${name}: ${String(test['fullName'])} (${String(test['status'])})`);
  // a suite that does not compile, or dies outside its tests, has no failed test
  if (failures.length === 0 && suite['status'] !== 'passed') failures.push(`${project}: ${name} (cannot run)`);
  return failures;
}
