import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { TestEnvironment } from 'jest-environment-node';
import { OpenTimers } from './timers.ts';
import { traceOf, tracesLeft } from './traces.ts';
import type { Trace } from './traces.ts';

/** Events of Jest's runner. */
const FAILURES = new Set(['test_fn_failure', 'hook_failure', 'error']);

const kept = new Map<string, SharedEnvironment>();

/**
 * The environment of all spec files that a worker runs for one project of Jest. Together with `runtime.ts` it keeps loaded what is
 * no test: [ADR 65](../../docs/adr/0065-one-registry-a-worker.md). When a file ends, spies, fake timers, extensions of `expect` and
 * `jest.setTimeout` are undone. A file that leaves an environment variable, a global, a listener or an open handle behind fails.
 */
export default class SharedEnvironment extends TestEnvironment {
  readonly ofAllFiles = true;
  readonly #timers: OpenTimers | undefined;
  #before: Trace | undefined;
  #hasFailed = false;

  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    const [{ projectConfig }, { testPath }] = args;
    noteFile(testPath);
    const shared = kept.get(projectConfig.id);
    if (shared !== undefined) return shared;
    super(...args);
    this.#timers = new OpenTimers(this.global);
    kept.set(projectConfig.id, this);
  }

  override setup(): Promise<void> {
    this.#before = traceOf(this.global);
    this.#hasFailed = false;
    return Promise.resolve();
  }

  /** A file that fails has not always had the time to tidy up: its failure is what matters. */
  readonly handleTestEvent = ({ name }: { readonly name: string }): void => {
    if (FAILURES.has(name)) this.#hasFailed = true;
  };

  override async teardown(): Promise<void> {
    this.fakeTimersModern?.useRealTimers();
    this.moduleMocker?.restoreAllMocks();
    if (this.#before === undefined) return;
    const left = await tracesLeft(this.global, this.#before, this.#timers);
    this.#before = undefined;
    if (left.length > 0 && !this.#hasFailed)
      throw new Error(`This file leaves behind what the next one would meet: ${left.join('; ')}.`);
  }
}

/** Lists the files of this worker, so that a failure can be repeated behind those before it. */
function noteFile(path: string): void {
  const folder = process.env['RAN_FILES'];
  if (folder !== undefined) appendFileSync(join(folder, String(process.pid)), `${path}\n`);
}

export { SharedEnvironment as TestEnvironment };
