export const PROJECTS = ['unit', 'integration', 'runner', 'e2e'] as const;
/** Measures times, which depend on the machine: it runs only when it is named. */
export const LOAD = 'load';
export type Project = (typeof PROJECTS)[number] | typeof LOAD;

/** Suites of one project that run in one process of Jest. */
export interface Lane {
  /** Also the name of its report. */
  readonly name: string;
  readonly project: Project;
  /** The suites of the project, by their path from the root; those of no other lane when absent. */
  readonly suites?: RegExp;
  /** Suites that run at the same time. */
  readonly workers: number;
  /** The prerequisite: nothing, the engines, or the whole stack. */
  readonly needs: 'nothing' | 'engines' | 'stack';
}

/** Suites that kill, freeze or flood what the others use, replay its topics, or count what it does. */
const ALONE = /^apps\/e2e\/src\/(failures|telemetry|attacks)\/|keys-under-load/;
/** Every bench in its shortest form, on stacks of its own. */
const BENCH = /^tools\/bench\//;
/** Pages in a browser with a server of their own in place of the stack. */
const WITHOUT_STACK = /^apps\/e2e\/src\/checkout\/(hostile|pages|policy)\.spec/;

/**
 * The lanes in the order in which they run; those of one group run beside each other. Suites of `integration` have databases and
 * topics of their own, so the stack's suites run beside them; two at a time fill two cores, and with more each only waits longer.
 * Those of `runner` and the benches start what they need themselves, before the stack is up. Suites on the shared stack use the same
 * merchant, so they run one at a time.
 */
export const LANES: readonly (readonly Lane[])[] = [
  [{ name: 'unit', project: 'unit', workers: 3, needs: 'nothing' }],
  [{ name: 'bench', project: 'integration', suites: BENCH, workers: 1, needs: 'engines' }],
  [
    { name: 'runner', project: 'runner', workers: 3, needs: 'nothing' },
    { name: 'e2e-pages', project: 'e2e', suites: WITHOUT_STACK, workers: 1, needs: 'engines' },
  ],
  [
    { name: 'integration', project: 'integration', workers: 2, needs: 'engines' },
    { name: 'e2e', project: 'e2e', workers: 1, needs: 'stack' },
  ],
  [{ name: 'load', project: 'load', workers: 1, needs: 'engines' }],
  [{ name: 'e2e-alone', project: 'e2e', suites: ALONE, workers: 1, needs: 'stack' }],
];

/** A lane with the suites that it runs now. */
export interface PlannedLane extends Lane {
  readonly paths: readonly string[];
}

/** Each suite in the first lane that asks for it by name, or else in the lane of its project that takes the rest. */
export function planLanes(suites: readonly (readonly [Project, string])[]): readonly (readonly PlannedLane[])[] {
  const lanes = LANES.flat();
  const byLane = Map.groupBy(suites, ([project, path]) => {
    const own = lanes.filter((lane) => lane.project === project);
    return own.find((lane) => lane.suites?.test(path)) ?? own.find((lane) => lane.suites === undefined);
  });
  const planned = (lane: Lane): PlannedLane => ({ ...lane, paths: (byLane.get(lane) ?? []).map(([, path]) => path) });
  return LANES.map((group) => group.map(planned).filter(({ paths }) => paths.length > 0)).filter(
    (group) => group.length > 0,
  );
}

/** Suites that are not run again after a failure: one that fails by chance there may be money lost by chance. */
const NEVER_AGAIN = /\/(ledger|charges?|charging|challenges|codes|messaging|failures|attacks)(\/|[.-])|-chaos/;

/** The lane with the one suite that may be run again after a run; undefined when more than one failed, or it never may. */
export function laneToRepeat(
  lanes: readonly PlannedLane[],
  failed: readonly { readonly lane: string; readonly suite: string }[],
): PlannedLane | undefined {
  const [only, ...others] = failed;
  if (only === undefined || others.length > 0 || NEVER_AGAIN.test(only.suite)) return undefined;
  const lane = lanes.find(({ name }) => name === only.lane);
  return lane === undefined ? undefined : { ...lane, paths: [only.suite] };
}
