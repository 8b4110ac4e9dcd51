import { join } from 'node:path';
import { ISOLATED_BOOT, PRODUCTION_BOOT, bootEngines, bootServices, build } from '../stack/boot.ts';
import type { BootOptions, BootedStack } from '../stack/boot.ts';
import { testEnvironment } from './engines-command.ts';
import type { EngineUrls } from '../engines/engines.ts';
import { StoppingError, explain } from '../errors.ts';
import { emptyFolder, writeJson } from '../files.ts';
import { runLane } from './jest-project.ts';
import { productionTestRoot, repositoryRoot, stackPaths, testRoot } from '../paths.ts';
import type { StackPlan } from '../stack/plan.ts';
import type { OneShot } from '../process/supervisor.ts';
import { print, seconds, step } from '../progress.ts';
import { stopSignal, openSession } from '../stack/session.ts';
import type { Session } from '../stack/session.ts';
import { repeatSuite } from './repeat-suite.ts';
import { selectSuites } from './suite-selection.ts';
import type { Selection } from './suite-selection.ts';
import { readResults } from './suite-results.ts';
import type { SuiteResults } from './suite-results.ts';
import { laneToRepeat } from './test-lanes.ts';
import type { Need, PlannedLane } from './test-lanes.ts';

const SLOWEST_SHOWN = 10;

/** The results of the lanes so far, by name, and what failed outside of them. */
interface Tally {
  readonly results: Map<string, SuiteResults>;
  readonly failures: string[];
  /** The suite that failed, and passed when it ran again alone. */
  flaky?: string;
}

/** The stack that most suites share, and the one with the settings of a production, which starts when the first has stopped. */
export interface TestPlans {
  readonly shared: StackPlan;
  readonly production: StackPlan;
}

/** Runs every suite on new engines. The last line counts what did not run as failed. */
export async function testCommand(plans: TestPlans, args: readonly string[]): Promise<number> {
  const tally: Tally = { results: new Map(), failures: [] };
  try {
    const selection = await selectSuites(args);
    if (selection.left > 0)
      print(
        `${String(selection.left)} suites that this change does not reach are left out: npm test -- all runs every suite`,
      );
    await runAll(plans, selection, tally);
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

async function runAll(plans: TestPlans, selection: Selection, tally: Tally): Promise<void> {
  const { reports } = stackPaths(testRoot());
  const work = { selection, tally, reports, seen: join(reports, 'seen-answers') };
  const isAlone = ({ needs }: PlannedLane): boolean => needs === 'production';
  const stages = [
    { root: testRoot(), plan: plans.shared, lanes: selection.lanes.filter((lane) => !isAlone(lane)) },
    { root: productionTestRoot(), plan: plans.production, lanes: selection.lanes.filter(isAlone) },
  ].filter(({ lanes }) => lanes.length > 0);
  for (const [index, stage] of stages.entries())
    if (!(await runStage(work, { ...stage, isFirst: index === 0, isLast: index === stages.length - 1 }))) return;
}

/** Deletes the results of an earlier run, and what its suites compiled for processes of their own. */
function emptyFolders({ reports, seen }: Work): void {
  for (const folder of [join(repositoryRoot, '.local', 'children'), reports, seen]) emptyFolder(folder);
}

/** Suites that share a stack. */
interface Stage {
  readonly root: string;
  readonly plan: StackPlan;
  readonly lanes: readonly PlannedLane[];
  readonly isFirst: boolean;
  readonly isLast: boolean;
}

/** Runs the suites of a stage, and stops what they needed; false when it was stopped before its end. */
async function runStage(work: Work, stage: Stage): Promise<boolean> {
  const session = await openSession(stackPaths(stage.root), { command: 'npm test', fixedPorts: false, fresh: true });
  if (stage.isFirst) emptyFolders(work);
  const suites = runSuites(session, work, stage);
  try {
    const stopped = await Promise.race([suites, session.stopRequested]);
    if (stopped !== undefined) work.tally.failures.push(`stopped before the end (${stopped.why})`);
    return stopped === undefined;
  } finally {
    await step('stop', () => session.close());
    await suites.catch(() => undefined);
  }
}

interface Work {
  readonly selection: Selection;
  readonly tally: Tally;
  /** The folder of the results of lanes. */
  readonly reports: string;
  /** The folder of the answers that suites received over HTTP. */
  readonly seen: string;
}

async function runSuites(session: Session, work: Work, { plan, lanes, isLast }: Stage): Promise<undefined> {
  const run: Run = { session, work, prerequisites: prerequisites({ session, plan, work }) };
  const ended = new Map<string, Promise<void>>();
  for (const lane of lanes) {
    const earlier = (lane.after ?? []).flatMap((name) => ended.get(name) ?? []);
    ended.set(
      lane.name,
      Promise.all(earlier).then(() => runWhenReady(run, lane)),
    );
  }
  await Promise.all(ended.values());
  if (!session.supervisor.stopping) await repeatOne(run, lanes);
  if (!isLast || !work.selection.whole || session.supervisor.stopping) return;
  await attempt(work, 'contract', () => session.supervisor.run(contractCoverage(work.seen)));
  await attempt(work, 'promises', () => session.supervisor.run(heldPromises(work.reports)));
}

function heldPromises(reports: string): OneShot {
  const args = ['--enable-source-maps', 'dist/tools/contract-coverage/held-promises.js', reports];
  return { name: 'promises', command: process.execPath, args };
}

function contractCoverage(seen: string): OneShot {
  const args = ['--enable-source-maps', 'dist/tools/contract-coverage/main.js', seen];
  return { name: 'contract', command: process.execPath, args };
}

/** The variables of suites once their prerequisite is up; undefined when it is not, which then counts as a failure. */
type Prerequisite = () => Promise<Readonly<Record<string, string>> | undefined>;

interface Run {
  readonly session: Session;
  readonly work: Work;
  readonly prerequisites: Readonly<Record<Need, Prerequisite>>;
}

/** Each starts once, when the first lane asks for it. */
function prerequisites({
  session,
  plan,
  work,
}: {
  session: Session;
  plan: StackPlan;
  work: Work;
}): Run['prerequisites'] {
  const enginesOf = async (options: BootOptions) => {
    const [urls, built] = await Promise.all([
      attempt(work, 'engines', () => bootEngines(session, options)),
      attempt(work, 'build', () => build(session, plan).then(() => true)),
    ]);
    return built === undefined || urls === undefined ? undefined : { urls, variables: testEnvironment(urls) };
  };
  const engines = once(() => enginesOf(ISOLATED_BOOT));
  const stack = once(async () => {
    const up = await engines();
    const booted = up && (await attempt(work, 'the stack', () => bootStack(session, plan, up.urls)));
    return up && booted && { booted, variables: { ...up.variables, PAYGATE_STACK_FILE: session.paths.stackFile } };
  });
  const production = once(async () => {
    const up = await enginesOf(PRODUCTION_BOOT);
    const boot = (urls: EngineUrls) => bootServices(session, plan, { options: PRODUCTION_BOOT, engines: urls });
    const booted = up && (await attempt(work, 'the production set-up', () => boot(up.urls)));
    return up && booted && { variables: { PAYGATE_STACK_FILE: session.paths.stackFile } };
  });
  const grown = (what: string, grow: (booted: BootedStack) => Promise<string | undefined>): Prerequisite =>
    once(async () => {
      const up = await stack();
      const file = up && (await attempt(work, what, async () => (await grow(up.booted)) ?? session.paths.stackFile));
      return up && file === undefined ? undefined : { ...up?.variables, PAYGATE_STACK_FILE: file ?? '' };
    });
  return {
    nothing: () => Promise.resolve({}),
    engines: async () => (await engines())?.variables,
    stack: async () => (await stack())?.variables,
    'second account': grown('the second account', (booted) => booted.addAccount()),
    'two instances': grown('the second instances', (booted) => booted.startOthers().then(() => undefined)),
    production: async () => (await production())?.variables,
  };
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let begun: Promise<T> | undefined;
  return () => (begun ??= work());
}

/** The stack of the end-to-end suites. */
async function bootStack(session: Session, plan: StackPlan, engines: EngineUrls): Promise<BootedStack> {
  // the suites that look at traces receive them on this port; to the others nobody listens, which must harm nothing
  Object.assign(process.env, {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${String(await session.ports.take('otlp'))}`,
    OTEL_TRACES_SAMPLER_ARG: '1',
  });
  return bootServices(session, plan, { options: ISOLATED_BOOT, engines, oneOfEach: true });
}

async function runWhenReady(run: Run, lane: PlannedLane): Promise<void> {
  const { session, work } = run;
  const variables = session.supervisor.stopping ? undefined : await run.prerequisites[lane.needs]();
  if (session.supervisor.stopping) return;
  if (variables === undefined) {
    work.tally.failures.push(`${lane.name}: not run`);
    return;
  }
  print(`${lane.name} (${String(lane.paths.length)} suites)`);
  const result = await runOne(run, { lane, variables, report: reportOf(work, lane.name) });
  work.tally.results.set(lane.name, result);
  print(`${lane.name}: ${String(result.passed)} passed, ${String(result.failures.length)} failed`);
}

const reportOf = ({ reports }: Work, name: string): string => join(reports, `${name}.json`);

interface OneLane {
  readonly lane: PlannedLane;
  readonly variables: Readonly<Record<string, string>>;
  readonly report: string;
}

function runOne({ session, work }: Run, { lane, variables, report }: OneLane): Promise<SuiteResults> {
  const { marker, processFile } = session;
  const env = { ...variables, SEEN_ANSWERS: work.seen };
  return runLane({ lane, report, env, marker, processFile, signal: stopSignal(session) });
}

/** Runs the one suite that failed once more: see {@link repeatSuite}. */
async function repeatOne(run: Run, lanes: readonly PlannedLane[]): Promise<void> {
  const { work } = run;
  const { results, failures } = work.tally;
  if (failures.length > 0 || work.tally.flaky !== undefined) return;
  const failedSuites = [...results].flatMap(([lane, result]) => result.failedSuites.map((suite) => ({ lane, suite })));
  const lane = laneToRepeat(lanes, failedSuites);
  const [first, suite] = [results.get(lane?.name ?? ''), lane?.paths[0]];
  if (lane === undefined || suite === undefined || first?.failures.some((line) => !line.includes(suite)) !== false)
    return;
  const variables = (await run.prerequisites[lane.needs]()) ?? {};
  const report = reportOf(work, lane.name);
  const again = await repeatSuite(lane, report, (repeated) =>
    runOne(run, { ...repeated, variables: { ...variables, ...repeated.variables } }),
  );
  if (again === 'leak')
    failures.push(`leak: ${suite} fails behind the files that its worker ran before it, and passes alone`);
  if (again !== 'passed') return;
  results.set(lane.name, readResults(lane.name, report));
  work.tally.flaky = suite;
  writeJson(join(testRoot(), 'flaky.json'), { suite, failures: first.failures });
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
