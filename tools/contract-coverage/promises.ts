/** A promise of the API and the tests that prove it: docs/contract-map.json. */
export interface Promised {
  /** Number of the section, a dot, and a number in it. */
  readonly id: string;
  readonly says: string;
  /** By the path of the spec: a part of the full name of each test or group of tests. */
  readonly tests?: Readonly<Record<string, readonly string[]>>;
  /** The reason for which no test proves it. */
  readonly uncovered?: string;
}

export interface PromiseSection {
  readonly title: string;
  readonly promises: readonly Promised[];
}

/** A test that was run. */
export interface TestRun {
  /** Path of its spec from the root. */
  readonly spec: string;
  /** Its name, with the names of its groups. */
  readonly name: string;
  readonly passed: boolean;
}

export interface PromisesKept {
  /** Promises that name no test and no reason, or both; tests that did not run or did not pass. */
  readonly faults: readonly string[];
  readonly uncovered: readonly Promised[];
}

/** Compares the promises with the tests that ran. */
export function promisesKept(sections: readonly PromiseSection[], runs: readonly TestRun[]): PromisesKept {
  const promises = sections.flatMap((section) => section.promises);
  const ids = promises.map(({ id }) => id);
  return {
    faults: [
      ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} occurs twice`),
      ...promises.flatMap((promise) => faultsOf(promise, runs)),
    ],
    uncovered: promises.filter(({ uncovered }) => uncovered !== undefined),
  };
}

/** The tests that a promise names. */
export function testsOf({ tests = {} }: Promised): readonly { readonly spec: string; readonly test: string }[] {
  return Object.entries(tests).flatMap(([spec, names]) => names.map((test) => ({ spec, test })));
}

function faultsOf(promise: Promised, runs: readonly TestRun[]): readonly string[] {
  const named = testsOf(promise);
  if ((named.length === 0) === (promise.uncovered === undefined))
    return [`${promise.id} needs tests, or the reason why it has none`];
  return named.flatMap(({ spec, test }) => {
    const found = runs.filter((run) => run.spec === spec && run.name.includes(test));
    if (found.length === 0) return [`${promise.id}: did not run: ${spec}: ${test}`];
    return found.every(({ passed }) => passed) ? [] : [`${promise.id}: did not pass: ${spec}: ${test}`];
  });
}
