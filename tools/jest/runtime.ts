import { createRequire } from 'node:module';
import type RuntimeModule from 'jest-runtime';
import type SharedEnvironment from './environment.ts';

// a CommonJS module whose types name a default export
const { default: Runtime } = createRequire(import.meta.url)('jest-runtime') as typeof RuntimeModule;

/** What is loaded again for each file: specs, what only specs use, and Jest's own functions, which belong to one file. */
const OF_ONE_FILE = /\.spec\.tsx?$|\/test\/|\/apps\/e2e\/src\/|^@jest\/globals/;

/** Jest's runner keeps the state of a file in its modules; the packages below it keep none. */
const RUNNER = '/jest-circus/';

type Arguments = ConstructorParameters<typeof Runtime>;

/** The private parts of jest-runtime 30.5.2 that hold what a file did; package.json pins this version. */
interface Parts {
  _testPath: string;
  readonly esmLoader: { testPath: string };
  readonly executor: { testPath: string };
  readonly registries: {
    exitIsolated(): void;
    readonly esModuleRegistry: Map<string, unknown>;
    readonly moduleRegistry: Map<string, unknown>;
    readonly internalModuleRegistry: Map<string, unknown>;
    readonly mockRegistry: Map<string, unknown>;
    readonly moduleMockRegistry: Map<string, unknown>;
  };
  readonly testMainModule: { reset(): void };
  readonly mockState: { clear(): void };
  readonly loggedReferenceErrors: Set<string>;
  readonly jestGlobals: {
    cachedEnvGlobals: unknown;
    setEnvGlobalsOverride(globals: undefined): void;
    clearJestObjectCache(): void;
  };
  readonly testState: { state: 'loading' | 'betweenTests' };
}

const kept = new WeakMap<object, SharedRuntime>();

/** By its mark: Jest and this file may each load the class. */
function isShared(environment: object): environment is SharedEnvironment {
  return 'ofAllFiles' in environment;
}

/**
 * One module registry for all spec files of a {@link SharedEnvironment}: a module of the product is loaded once a worker, and not
 * once a file. Test modules are loaded for each file. Files with another environment have a registry of their own, as Jest gives it.
 */
export default class SharedRuntime extends Runtime {
  readonly #shared: boolean = false;

  constructor(...args: Arguments) {
    const [, environment] = args;
    const shared = kept.get(environment);
    if (shared !== undefined) {
      shared.#begin(args[6]);
      return shared;
    }
    super(...args);
    if (!isShared(environment)) return;
    this.#shared = true;
    kept.set(environment, this);
  }

  get #parts(): Parts {
    return this as unknown as Parts;
  }

  #begin(testPath: string): void {
    const { esmLoader, executor, jestGlobals, testState } = this.#parts;
    this.#parts._testPath = esmLoader.testPath = executor.testPath = testPath;
    jestGlobals.setEnvGlobalsOverride(undefined);
    jestGlobals.cachedEnvGlobals = undefined;
    testState.state = 'loading';
  }

  override teardown(): void {
    if (!this.#shared) {
      super.teardown();
      return;
    }
    const { registries, testMainModule, mockState, jestGlobals, loggedReferenceErrors, testState } = this.#parts;
    this.restoreAllMocks();
    registries.exitIsolated();
    for (const registry of [registries.esModuleRegistry, registries.moduleRegistry])
      for (const key of registry.keys()) if (OF_ONE_FILE.test(key.replace('file://', ''))) registry.delete(key);
    for (const key of registries.internalModuleRegistry.keys())
      if (key.includes(RUNNER)) registries.internalModuleRegistry.delete(key);
    registries.mockRegistry.clear();
    registries.moduleMockRegistry.clear();
    testMainModule.reset();
    mockState.clear();
    jestGlobals.clearJestObjectCache();
    loggedReferenceErrors.clear();
    testState.state = 'betweenTests';
  }
}
