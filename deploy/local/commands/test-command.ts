import { join } from 'node:path';
import { ISOLATED_BOOT, bootEngines, bootServices, build } from '../stack/boot.ts';
import type { BootedStack } from '../stack/boot.ts';
import { testEnvironment } from './engines-command.ts';
import type { EngineUrls } from '../engines/engines.ts';
import { StoppingError, explain } from '../errors.ts';
import { emptyFolder, writeJson } from '../files.ts';
import { runLane } from './jest-project.ts';
import { repositoryRoot, stackPaths, testRoot } from '../paths.ts';
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

/** Runs every suite on new engines. The last line counts what did not run as failed. */
export async function testCommand(plan: StackPlan, args: readonly string[]): Promise<number> {
  const tally: Tally = { results: new Map(), failures: [] };
  try {
    const selection = await selectSuites(args);
    if (selection.left > 0)
      print(
        `${String(selection.left)} suites that this change does not reach are left out: npm test -- all runs every suite`,
      );
    await runAll(plan, selection, tally);
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
  const { lanes, whole } = work.selection;
  // what suites compiled for processes of their own
  emptyFolder(join(repositoryRoot, '.local', 'children'));
  const reports = emptyFolder(session.paths.reports);
  const run: Run = {
    session,
    work,
    seen: emptyFolder(join(reports, 'seen-answers')),
    prerequisites: prerequisites({ session, plan, work }),
  };
  const ended = new Map<string, Promise<void>>();
  for (const lane of lanes) {
    const earlier = (lane.after ?? []).flatMap((name) => ended.get(name) ?? []);
    ended.set(
      lane.name,
      Promise.all(earlier).then(() => runWhenReady(run, lane)),
    );
  }
  await Promise.all(ended.values());
  if (!session.supervisor.stopping) await repeatOne(run);
  if (!whole || session.supervisor.stopping) return;
  await attempt(work, 'contract', () => session.supervisor.run(contractCoverage(run.seen)));
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

/** The variables of suites once their prerequisite is up; undefined when it is not, which then counts as a failure. */
type Prerequisite = () => Promise<Readonly<Record<string, string>> | undefined>;

interface Run {
  readonly session: Session;
  readonly work: Work;
  /** The folder of the answers that suites received over HTTP. */
  readonly seen: string;
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
  const engines = once(async () => {
    const [urls, built] = await Promise.all([
      attempt(work, 'engines', () => bootEngines(session, ISOLATED_BOOT)),
      attempt(work, 'build', () => build(session, plan).then(() => true)),
    ]);
    return built === undefined || urls === undefined ? undefined : { urls, variables: testEnvironment(urls) };
  });
  const stack = once(async () => {
    const up = await engines();
    const booted = up && (await attempt(work, 'the stack', () => bootStack(session, plan, up.urls)));
    return up && booted && { booted, variables: { ...up.variables, PAYGATE_STACK_FILE: session.paths.stackFile } };
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
  const result = await runOne(run, { lane, variables, report: reportOf(session, lane.name) });
  work.tally.results.set(lane.name, result);
  print(`${lane.name}: ${String(result.passed)} passed, ${String(result.failures.length)} failed`);
}

const reportOf = (session: Session, name: string): string => join(session.paths.reports, `${name}.json`);

interface OneLane {
  readonly lane: PlannedLane;
  readonly variables: Readonly<Record<string, string>>;
  readonly report: string;
}

function runOne({ session, seen }: Run, { lane, variables, report }: OneLane): Promise<SuiteResults> {
  const { marker, processFile } = session;
  const env = { ...variables, SEEN_ANSWERS: seen };
  return runLane({ lane, report, env, marker, processFile, signal: stopSignal(session) });
}

/** Runs the one suite that failed once more: see {@link repeatSuite}. */
async function repeatOne(run: Run): Promise<void> {
  const { session, work } = run;
  const { results, failures } = work.tally;
  if (failures.length > 0) return;
  const failedSuites = [...results].flatMap(([lane, result]) => result.failedSuites.map((suite) => ({ lane, suite })));
  const lane = laneToRepeat(work.selection.lanes, failedSuites);
  const [first, suite] = [results.get(lane?.name ?? ''), lane?.paths[0]];
  if (lane === undefined || suite === undefined || first?.failures.some((line) => !line.includes(suite)) !== false)
    return;
  const variables = (await run.prerequisites[lane.needs]()) ?? {};
  const report = reportOf(session, lane.name);
  const again = await repeatSuite(lane, report, (repeated) =>
    runOne(run, { ...repeated, variables: { ...variables, ...repeated.variables } }),
  );
  if (again === 'leak')
    failures.push(`leak: ${suite} fails behind the files that its worker ran before it, and passes alone`);
  if (again !== 'passed') return;
  results.set(lane.name, readResults(lane.name, report));
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
