/** A promise of the API: docs/contract-map.json. The titles of the tests that prove it hold its id, as in `[9.12]`. */
export interface Promised {
  /** Number of the section, a dot, and a number in it. */
  readonly id: string;
  readonly says: string;
  /** The reason for which no test proves it. */
  readonly uncovered?: string;
}

export interface PromiseSection {
  readonly title: string;
  readonly promises: readonly Promised[];
}

/** A test that was run. */
export interface TestRun {
  /** Its name, with the names of its groups. */
  readonly name: string;
  readonly passed: boolean;
}

export interface PromisesKept {
  /** Promises with neither a test nor a reason, or both; tests of a promise that did not pass; ids that are no promise. */
  readonly faults: readonly string[];
  readonly uncovered: readonly Promised[];
}

const ID = /\[(\d+\.\d+)\]/g;

/** The ids of promises in the text of a spec, or in the name of a test. */
export function idsIn(text: string): readonly string[] {
  return [...new Set([...text.matchAll(ID)].flatMap(([, id]) => id ?? []))];
}

/** Compares the promises with the tests that ran. */
export function promisesKept(sections: readonly PromiseSection[], runs: readonly TestRun[]): PromisesKept {
  const promises = sections.flatMap((section) => section.promises);
  const ids = promises.map(({ id }) => id);
  const proving = Map.groupBy(
    runs.flatMap((run) => idsIn(run.name).map((id) => ({ id, ...run }))),
    ({ id }) => id,
  );
  return {
    faults: [
      ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id} occurs twice`),
      ...[...proving.keys()].filter((id) => !ids.includes(id)).map((id) => `${id} is in a title and is no promise`),
      ...promises.flatMap((promise) => faultsOf(promise, proving.get(promise.id) ?? [])),
    ],
    uncovered: promises.filter(({ uncovered }) => uncovered !== undefined),
  };
}

function faultsOf({ id, uncovered }: Promised, runs: readonly TestRun[]): readonly string[] {
  if (uncovered !== undefined) return runs.length === 0 ? [] : [`${id} has a test, and a reason why it has none`];
  if (runs.length === 0) return [`${id} has no test that ran, and no reason why`];
  return runs.filter(({ passed }) => !passed).map(({ name }) => `${id}: did not pass: ${name}`);
}
