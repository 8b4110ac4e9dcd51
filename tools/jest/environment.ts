import { TestEnvironment } from 'jest-environment-node';
import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { traceOf, tracesLeft } from './traces.ts';
import type { Trace } from './traces.ts';

const kept = new Map<string, SharedEnvironment>();

/**
 * The environment of all spec files that a worker runs for one project of Jest. Together with `runtime.ts` it keeps loaded what is
 * no test: [ADR 65](../../docs/adr/0065-one-registry-a-worker.md). When a file ends, spies, fake timers, extensions of `expect` and
 * `jest.setTimeout` are undone. A file that leaves an environment variable, a global, a listener or an open handle behind fails.
 */
export default class SharedEnvironment extends TestEnvironment {
  readonly ofAllFiles = true;
  #before: Trace | undefined;

  constructor(config: JestEnvironmentConfig, context: EnvironmentContext) {
    const { id } = config.projectConfig;
    const shared = kept.get(id);
    if (shared !== undefined) return shared;
    super(config, context);
    kept.set(id, this);
  }

  override setup(): Promise<void> {
    this.#before = traceOf(this.global);
    return Promise.resolve();
  }

  override async teardown(): Promise<void> {
    this.fakeTimersModern?.useRealTimers();
    this.moduleMocker?.restoreAllMocks();
    if (this.#before === undefined) return;
    const left = await tracesLeft(this.global, this.#before);
    this.#before = undefined;
    if (left.length > 0) throw new Error(`This file leaves behind what the next one would meet: ${left.join('; ')}.`);
  }
}

export { SharedEnvironment as TestEnvironment };
