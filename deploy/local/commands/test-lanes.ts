export const PROJECTS = ['unit', 'integration', 'runner', 'e2e'] as const;
/** Measures times, which depend on the machine, and runs every bench: it runs only when it is named. */
export const LOAD = 'load';
/** Shop systems with the plug-ins of `integrations`, which `npm run shops` installs: it runs when it is named, too. */
export const SHOPS = 'shops';
export type Project = (typeof PROJECTS)[number] | typeof LOAD | typeof SHOPS;

/**
 * What must be up before a lane starts: nothing; the engines; the build and the engines; the stack with one instance of each service,
 * and two accounts, so that two lanes do not meet in one; the stack with two instances of each; or, once everything else has stopped, a
 * stack with the settings of a production.
 */
export type Need = 'nothing' | 'engines' | 'stack' | 'second account' | 'two instances' | 'production';

/** Suites of one project that run in one process of Jest. */
export interface Lane {
  /** Also the name of its report. */
  readonly name: string;
  readonly project: Project;
  /** The suites of the project, by their path from the root; those of no other lane when absent. */
  readonly suites?: RegExp;
  /** Suites that run at the same time. */
  readonly workers: number;
  readonly needs: Need;
  /** Lanes whose suites this one would disturb, or be disturbed by: it starts when they have ended. */
  readonly after?: readonly string[];
}

/** Pages in a browser with a server of their own in place of the stack. */
const WITHOUT_STACK = /^apps\/e2e\/src\/(boxes\/|checkout\/(hostile|pages|policy|wallet-pages|ways-back)\.spec)/;
/** Suites of the dashboard, which look at lists of a whole account. */
const BROWSER = /^apps\/e2e\/src\/(dashboard|pictures)\//;
/** Suites that take the engines from everybody. */
const ENGINES = /^apps\/e2e\/src\/failures\/(engines|webhook-chaos)\.spec/;
/** Suites of what holds "on every instance" (revocation, limits, idempotency, tables): they need two instances of each service. */
export const TWO_INSTANCES =
  /^apps\/e2e\/src\/((failures|attacks)\/|accounts\/(dashboard|keys-under-load)\.spec|payments\/(first-payment|races|session-wait)\.spec)/;
/** Suites that kill, freeze or flood what the others use, replay its topics, count what it does, or advance the operators' clock. */
const DISTURBING = /^apps\/e2e\/src\/((failures|telemetry|attacks)\/|payments\/(rail-numbers|refunds)\.spec|payouts\/)/;
const ALONE = new RegExp(`${TWO_INSTANCES.source}|${DISTURBING.source}`);
/** Times of a whole stack at rest. */
const REST = /^apps\/e2e\/src\/load\//;
/** Suites of the stack with the settings of a production. */
export const PRODUCTION = /^apps\/e2e\/src\/production\//;
/** The sheet of a payment, which holds a bound, on a stack of its own. */
const SHEET = /^tools\/bench\//;

/**
 * The lanes. Each starts when what it needs is up and the lanes that it names have ended. Suites of `integration` have databases and
 * topics of their own, so the stack's suites run beside them. Suites on the shared stack use one merchant a lane, so they run one at a
 * time.
 */
export const LANES: readonly Lane[] = [
  { name: 'unit', project: 'unit', workers: 2, needs: 'nothing' },
  { name: 'sheet', project: 'integration', suites: SHEET, workers: 1, needs: 'engines' },
  { name: 'runner', project: 'runner', workers: 2, needs: 'engines', after: ['unit', 'sheet'] },
  { name: 'integration', project: 'integration', workers: 3, needs: 'engines', after: ['sheet'] },
  { name: 'e2e', project: 'e2e', workers: 1, needs: 'stack', after: ['sheet'] },
  { name: 'browser', project: 'e2e', suites: BROWSER, workers: 1, needs: 'second account', after: ['sheet'] },
  { name: 'pages', project: 'e2e', suites: WITHOUT_STACK, workers: 1, needs: 'engines', after: ['unit', 'browser'] },
  { name: 'alone', project: 'e2e', suites: ALONE, workers: 1, needs: 'two instances', after: ['e2e', 'browser'] },
  {
    name: 'engines',
    project: 'e2e',
    suites: ENGINES,
    workers: 1,
    needs: 'two instances',
    after: ['integration', 'runner', 'e2e', 'browser', 'alone', 'pages'],
  },
  { name: 'load', project: 'load', workers: 1, needs: 'engines', after: ['engines'] },
  { name: 'rest', project: 'load', suites: REST, workers: 1, needs: 'two instances', after: ['load'] },
  { name: 'shops', project: 'shops', workers: 1, needs: 'stack' },
  { name: 'production', project: 'e2e', suites: PRODUCTION, workers: 1, needs: 'production' },
];

/** The order in which a suite looks for its lane: the narrower pattern first. */
const NARROW_FIRST = [PRODUCTION, ENGINES, REST, WITHOUT_STACK, ALONE, BROWSER, SHEET];

/** A lane with the suites that it runs now. */
export interface PlannedLane extends Lane {
  readonly paths: readonly string[];
}

/** Each suite in the first lane that asks for it by name, or else in the lane of its project that takes the rest. */
export function planLanes(suites: readonly (readonly [Project, string])[]): readonly PlannedLane[] {
  const byLane = Map.groupBy(suites, ([project, path]) => {
    const own = LANES.filter((lane) => lane.project === project);
    const pattern = NARROW_FIRST.find((known) => known.test(path) && own.some((lane) => lane.suites === known));
    return own.find((lane) => lane.suites === pattern);
  });
  return LANES.map((lane) => ({ ...lane, paths: (byLane.get(lane) ?? []).map(([, path]) => path) })).filter(
    ({ paths }) => paths.length > 0,
  );
}

/** Suites whose failure stands although they pass the second time: one that fails by chance there may be money lost by chance. */
const NEVER_AGAIN = /\/(ledger|charges?|charging|challenges|codes|messaging|failures|attacks)(\/|[.-])|-chaos/;

/** The lane with the one suite that may pass in a second run; undefined when more than one failed, or it never may. */
export function laneToRepeat(
  lanes: readonly PlannedLane[],
  failed: readonly { readonly lane: string; readonly suite: string }[],
): PlannedLane | undefined {
  const [only, ...others] = failed;
  if (only === undefined || others.length > 0 || NEVER_AGAIN.test(only.suite)) return undefined;
  const lane = lanes.find(({ name }) => name === only.lane);
  return lane === undefined ? undefined : { ...lane, paths: [only.suite] };
}
