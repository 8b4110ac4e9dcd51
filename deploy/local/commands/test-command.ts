import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ISOLATED_BOOT, bootEngines, bootServices, build } from '../stack/boot.ts';
import { testEnvironment } from './engines-command.ts';
import type { EngineUrls } from '../engines/engines.ts';
import { StoppingError, explain } from '../errors.ts';
import { writeJson } from '../files.ts';
import { listSuites, runLane } from './jest-project.ts';
import { stackPaths, testRoot } from '../paths.ts';
import type { StackPlan } from '../stack/plan.ts';
import type { OneShot } from '../process/supervisor.ts';
import { print, seconds, step } from '../progress.ts';
import { stopSignal, openSession } from '../stack/session.ts';
import type { Session } from '../stack/session.ts';
import { readResults, replaceSuite } from './suite-results.ts';
import type { SuiteResults } from './suite-results.ts';
import { LOAD, PROJECTS, laneToRepeat, planLanes } from './test-lanes.ts';
import type { PlannedLane, Project } from './test-lanes.ts';

const SLOWEST_SHOWN = 10;

interface Selection {
  readonly lanes: readonly (readonly PlannedLane[])[];
  /** True when every suite of every project runs. */
  readonly whole: boolean;
}

/** The results of the lanes so far, by name, and what failed outside of them. */
interface Tally {
  readonly results: Map<string, SuiteResults>;
  readonly failures: string[];
  /** The suite that failed, and passed when it ran again alone. */
  flaky?: string;
}

/** Runs every suite on new engines. The last line counts what did not run as failed. */
export async function testCommand(plan: StackPlan, args: readonly string[]): Promise<number> {
  const tally: Tally = { results: new Map(), failures: [] };
  try {
    await runAll(plan, await select(args), tally);
  } catch (error) {
    tally.failures.push(explain(error));
  }
  return conclude(tally);
}

function conclude({ results, failures, flaky }: Tally): number {
  const all = [...results.values()];
  const passed = all.reduce((sum, result) => sum + result.passed, 0);
  const faults = [...all.flatMap((result) => result.failures), ...failures];
  if (passed === 0 && faults.length === 0) faults.push('no test was found');
  const slowest = all.flatMap(({ durations }) => durations).toSorted(([, left], [, right]) => right - left);
  for (const [suite, ms] of slowest.slice(0, SLOWEST_SHOWN)) process.stdout.write(`${seconds(ms)} ${suite}\n`);
  for (const fault of faults) process.stdout.write(`✗ ${fault}\n`);
  if (flaky !== undefined) process.stdout.write(`flaky: ${flaky}\n`);
  process.stdout.write(`${String(passed)} passed, ${String(faults.length)} failed\n`);
  return faults.length === 0 ? 0 : 1;
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
  const lanes = work.selection.lanes.flat();
  const [engines, built] = await Promise.all([
    lanes.some(needsEngines) ? attempt(work, 'engines', () => bootEngines(session, ISOLATED_BOOT)) : undefined,
    lanes.some(needsEngines) ? attempt(work, 'build', () => build(session, plan).then(() => true)) : undefined,
  ]);
  const reports = emptyFolder(session.paths.reports);
  const seen = emptyFolder(join(reports, 'seen-answers'));
  const run: Run = { session, plan, engines, work, seen };
  for (const group of work.selection.lanes) {
    if (session.supervisor.stopping) break;
    await runGroup(run, group, built !== undefined);
  }
  if (!session.supervisor.stopping) await repeatOne(run);
  const { whole } = work.selection;
  if (!whole || built === undefined) return;
  await attempt(work, 'contract', () => session.supervisor.run(contractCoverage(seen)));
  await attempt(work, 'promises', () => session.supervisor.run(heldPromises(reports)));
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

interface Run {
  readonly session: Session;
  readonly plan: StackPlan;
  readonly engines: EngineUrls | undefined;
  readonly work: Work;
  /** The folder of the answers that suites received over HTTP. */
  readonly seen: string;
}

/** Runs lanes beside each other. The stack starts before the first of them that needs it. */
async function runGroup(run: Run, lanes: readonly PlannedLane[], built: boolean): Promise<void> {
  const { session, engines, work } = run;
  const able = lanes.filter((lane) => !needsEngines(lane) || (built && engines !== undefined));
  for (const { name } of lanes.filter((lane) => !able.includes(lane))) work.tally.failures.push(`${name}: not run`);
  if (able.some(({ needs }) => needs === 'stack') && !(await startStack(run))) return;
  print(able.map(({ name, paths }) => `${name} (${String(paths.length)} suites)`).join(' and '));
  await Promise.all(
    able.map(async (lane) => {
      const result = await runOne(run, lane, reportOf(session, lane.name));
      work.tally.results.set(lane.name, result);
      print(`${lane.name}: ${String(result.passed)} passed, ${String(result.failures.length)} failed`);
    }),
  );
}

const reportOf = (session: Session, name: string): string => join(session.paths.reports, `${name}.json`);

/** True when the stack of the end-to-end suites is up. */
async function startStack({ session, plan, engines, work }: Run): Promise<boolean> {
  if (engines === undefined) return false;
  if (process.env['PAYGATE_STACK_FILE'] === session.paths.stackFile) return true;
  // the suites that look at traces receive them on this port; to the others nobody listens, which must harm nothing
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(await session.ports.take('otlp'))}`,
    OTEL_TRACES_SAMPLER_ARG: '1',
  });
  const boot = (): Promise<void> => bootServices(session, plan, { options: ISOLATED_BOOT, engines });
  const up = await attempt(work, 'e2e: the stack', () => boot().then(() => true));
  if (up !== undefined) process.env['PAYGATE_STACK_FILE'] = session.paths.stackFile;
  return up !== undefined;
}

function runOne({ session, engines, seen }: Run, lane: PlannedLane, report: string): Promise<SuiteResults> {
  const env = { ...(engines === undefined ? {} : testEnvironment(engines)), SEEN_ANSWERS: seen };
  const { marker, processFile } = session;
  return runLane({ lane, report, env, marker, processFile, signal: stopSignal(session) });
}

/** Runs the one suite that failed once more, alone. A pass takes the place of its failure, and the suite is reported as flaky. */
async function repeatOne(run: Run): Promise<void> {
  const { session, work } = run;
  const { results, failures } = work.tally;
  if (failures.length > 0) return;
  const failedSuites = [...results].flatMap(([lane, result]) => result.failedSuites.map((suite) => ({ lane, suite })));
  const lane = laneToRepeat(work.selection.lanes.flat(), failedSuites);
  const [first, suite] = [results.get(lane?.name ?? ''), lane?.paths[0]];
  if (lane === undefined || suite === undefined || first?.failures.some((line) => !line.includes(suite)) !== false)
    return;
  print(`${suite} failed: running it once more, alone`);
  const again = reportOf(session, `${lane.name}-again`);
  const repeated = await runOne(run, lane, again);
  if (repeated.failures.length > 0) return;
  replaceSuite(reportOf(session, lane.name), again);
  rmSync(again);
  results.set(lane.name, readResults(lane.name, reportOf(session, lane.name)));
  work.tally.flaky = suite;
  writeJson(join(session.paths.root, 'flaky.json'), { suite, failures: first.failures });
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

/** The suites that the arguments name: names of projects, and parts of paths as Jest takes them. */
async function select(args: readonly string[]): Promise<Selection> {
  const known: readonly Project[] = [...PROJECTS, LOAD];
  const named = known.filter((project) => args.includes(project));
  const patterns = args.filter((arg) => !named.some((project) => project === arg));
  const projects: readonly Project[] = named.length === 0 ? PROJECTS : named;
  const suites = await Promise.all(projects.map((project) => suitesOf(project, patterns)));
  return { lanes: planLanes(suites.flat()), whole: patterns.length === 0 && named.length === 0 };
}

async function suitesOf(project: Project, patterns: readonly string[]): Promise<(readonly [Project, string])[]> {
  return (await listSuites(project, patterns)).map((path) => [project, path] as const);
}

/** The suites of the runner start their own engines. */
function needsEngines({ needs }: PlannedLane): boolean {
  return needs !== 'nothing';
}
