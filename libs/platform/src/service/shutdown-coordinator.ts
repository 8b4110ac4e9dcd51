import type { Logger } from '../telemetry/logger.js';

/**
 * The phases of the shutdown, in order: stop taking work, finish the work under way, send pending messages, close connections. The steps
 * of one phase run concurrently, and each phase has a time-out.
 */
export const shutdownPhases = ['stop-intake', 'finish', 'flush', 'close'] as const;
export type ShutdownPhase = (typeof shutdownPhases)[number];

/** Bounds of the phases in milliseconds; their sum is below the hard time-out of 15 s. */
const phaseTimeoutMs: Readonly<Record<ShutdownPhase, number>> = {
  'stop-intake': 3_000,
  finish: 8_500,
  flush: 2_000,
  close: 1_000,
};

type Step = () => void | Promise<void>;

/** The one ordered shutdown of a process. */
export class ShutdownCoordinator {
  readonly #steps = new Map<ShutdownPhase, { name: string; step: Step }[]>();
  readonly #logger: Logger;
  #running: Promise<boolean> | undefined;

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** True when the shutdown has begun. */
  get begun(): boolean {
    return this.#running !== undefined;
  }

  /** Adds a step to a phase. A step that fails or overruns is logged; the shutdown goes on. */
  on(phase: ShutdownPhase, name: string, step: Step): void {
    const steps = this.#steps.get(phase) ?? [];
    steps.push({ name, step });
    this.#steps.set(phase, steps);
  }

  /** Runs the phases once; true when every step succeeded in time. Later calls get the same answer. */
  run(): Promise<boolean> {
    this.#running ??= this.#runPhases();
    return this.#running;
  }

  async #runPhases(): Promise<boolean> {
    let clean = true;
    for (const phase of shutdownPhases) clean = (await this.#runPhase(phase)) && clean;
    return clean;
  }

  async #runPhase(phase: ShutdownPhase): Promise<boolean> {
    const outcomes = await Promise.all(
      (this.#steps.get(phase) ?? []).map(({ name, step }) => this.#runStep(phase, name, step)),
    );
    return outcomes.every(Boolean);
  }

  async #runStep(phase: ShutdownPhase, name: string, step: Step): Promise<boolean> {
    const bound = timeout(phaseTimeoutMs[phase]);
    try {
      await Promise.race([Promise.resolve().then(step), bound.expired]);
      return true;
    } catch (error) {
      this.#logger.error('a step of the shutdown failed', error, { phase, step: name });
      return false;
    } finally {
      bound.clear();
    }
  }
}

function timeout(ms: number): { expired: Promise<never>; clear: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    reject(new Error(`not done within ${ms} ms`));
  }, ms);
  return {
    expired: promise,
    clear: () => {
      clearTimeout(timer);
    },
  };
}
