import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ISOLATED_BOOT, bootEngines, bootServices, build } from '../stack/boot.ts';
import { testEnvironment } from './engines-command.ts';
import type { EngineUrls } from '../engines/engines.ts';
import { StoppingError, explain } from '../errors.ts';
import { PROJECTS, listSuites, runProject } from './jest-project.ts';
import type { Project, ProjectResult } from './jest-project.ts';
import { stackPaths, testRoot } from '../paths.ts';
import type { StackPlan } from '../stack/plan.ts';
import type { OneShot } from '../process/supervisor.ts';
import { print, step } from '../progress.ts';
import { stopSignal, openSession } from '../stack/session.ts';
import type { Session } from '../stack/session.ts';

interface Selection {
  readonly projects: readonly Project[];
  /** parts of paths, as Jest takes them */
  readonly patterns: readonly string[];
}

interface Tally {
  passed: number;
  readonly failures: string[];
}

/** Runs every suite on new engines. The last line counts what did not run as failed. */
export async function testCommand(plan: StackPlan, args: readonly string[]): Promise<number> {
  const tally: Tally = { passed: 0, failures: [] };
  try {
    await runAll(plan, await select(args), tally);
  } catch (error) {
    tally.failures.push(explain(error));
  }
  if (tally.passed === 0 && tally.failures.length === 0) tally.failures.push('no test was found');
  for (const failure of tally.failures) process.stdout.write(`✗ ${failure}\n`);
  process.stdout.write(`${String(tally.passed)} passed, ${String(tally.failures.length)} failed\n`);
  return tally.failures.length === 0 ? 0 : 1;
}

async function runAll(plan: StackPlan, selection: Selection, tally: Tally): Promise<void> {
  const paths = stackPaths(testRoot());
  const session = await openSession(paths, { command: 'npm test', fixedPorts: false, fresh: true });
  const suites = runSuites(session, plan, { selection, tally });
  try {
    const stopped = await Promise.race([suites, session.stopRequested]);
    if (stopped !== undefined) tally.failures.push(`stopped before the end (${stopped.why})`);
  } finally {
    await step('stop', () => session.close());
    await suites.catch(() => undefined);
  }
}

interface Work {
  readonly selection: Selection;
  readonly tally: Tally;
}

async function runSuites(session: Session, plan: StackPlan, work: Work): Promise<undefined> {
  const { projects } = work.selection;
  const [engines, built] = await Promise.all([
    projects.some(needsEngines) ? attempt(work, 'engines', () => bootEngines(session, ISOLATED_BOOT)) : undefined,
    projects.some(needsBuild) ? attempt(work, 'build', () => build(session, plan).then(() => true)) : undefined,
  ]);
  const seen = emptyFolder(join(session.paths.reports, 'seen-answers'));
  for (const project of projects) {
    if (session.supervisor.stopping) break;
    if ((needsEngines(project) && engines === undefined) || (needsBuild(project) && built === undefined)) {
      work.tally.failures.push(`${project}: not run`);
      continue;
    }
    const env = await environmentOf(project, session, { plan, engines, work });
    if (env !== undefined) await runOne(project, session, { work, env: { ...env, SEEN_ANSWERS: seen } });
  }
  if (isWholeContract(work.selection) && built !== undefined) {
    await attempt(work, 'contract', () => session.supervisor.run(contractCoverage(seen)));
  }
  if (isEverything(work.selection) && built !== undefined) {
    await attempt(work, 'promises', () => session.supervisor.run(heldPromises(session.paths.reports)));
  }
  return undefined;
}

interface Prepared {
  readonly plan: StackPlan;
  readonly engines: EngineUrls | undefined;
  readonly work: Work;
}

/** True when all suites ran that record answers. Some of them alone do not receive every documented answer. */
function isWholeContract({ projects, patterns }: Selection): boolean {
  return patterns.length === 0 && (['unit', 'integration'] as const).every((project) => projects.includes(project));
}

/** True when all tests ran. Only then is a test missing that the contract map names and that did not run. */
function isEverything({ projects, patterns }: Selection): boolean {
  return patterns.length === 0 && PROJECTS.every((project) => projects.includes(project));
}

function heldPromises(reports: string): OneShot {
  const args = ['--enable-source-maps', 'dist/tools/contract-coverage/held-promises.js', reports];
  return { name: 'promises', command: process.execPath, args };
}

function contractCoverage(seen: string): OneShot {
  const args = ['--enable-source-maps', 'dist/tools/contract-coverage/main.js', seen];
  return { name: 'contract', command: process.execPath, args };
}

function emptyFolder(path: string): string {
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return path;
}

/** undefined when the stack that the project needs does not start. */
async function environmentOf(
  project: Project,
  session: Session,
  prepared: Prepared,
): Promise<Record<string, string> | undefined> {
  const { plan, engines, work } = prepared;
  if (engines === undefined) return {};
  const addresses = testEnvironment(engines);
  if (project !== 'e2e') return addresses;
  // the suites that look at traces receive them on this port; to the others nobody listens, which must harm nothing
  const traces = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(await session.ports.take('otlp'))}`,
    OTEL_TRACES_SAMPLER_ARG: '1',
  };
  Object.assign(process.env, traces);
  const up = await attempt(work, 'e2e: the stack', () =>
    bootServices(session, plan, { options: ISOLATED_BOOT, engines }).then(() => true),
  );
  return up === undefined ? undefined : { ...addresses, ...traces, PAYGATE_STACK_FILE: session.paths.stackFile };
}

interface OneRun {
  readonly work: Work;
  readonly env: Record<string, string>;
}

async function runOne(project: Project, session: Session, { work, env }: OneRun): Promise<void> {
  const { patterns } = work.selection;
  print(`${project} suites`);
  const { paths, marker, processFile } = session;
  const home = { reports: paths.reports, marker, processFile, signal: stopSignal(session) };
  const result = await runProject({ project, patterns, env, ...home });
  report(project, result, work.tally);
}

function report(project: Project, result: ProjectResult, tally: Tally): void {
  tally.passed += result.passed;
  tally.failures.push(...result.failures);
  print(`${project}: ${String(result.passed)} passed, ${String(result.failures.length)} failed`);
}

/** Runs a step and counts its failure. Suites that do not need it still run. */
async function attempt<T>(work: Work, what: string, action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch (error) {
    if (!(error instanceof StoppingError)) work.tally.failures.push(`${what}: ${explain(error)}`);
    return undefined;
  }
}

/** The projects that have a suite to run; the others need no engines and no build. */
async function select(args: readonly string[]): Promise<Selection> {
  const named = PROJECTS.filter((project) => args.includes(project));
  const patterns = args.filter((arg) => !PROJECTS.some((project) => project === arg));
  const candidates = named.length === 0 ? PROJECTS : named;
  const suites = await Promise.all(candidates.map((project) => listSuites(project, patterns)));
  return { patterns, projects: candidates.filter((_project, index) => (suites[index] ?? []).length > 0) };
}

/** The suites of the runner start their own engines. */
function needsEngines(project: Project): boolean {
  return project === 'integration' || project === 'e2e';
}

function needsBuild(project: Project): boolean {
  return project === 'integration' || project === 'e2e';
}
