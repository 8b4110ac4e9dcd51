/** The readiness of one part of the service: true, false, or the reason why it is not ready. */
export type Readiness = () => boolean | string;

/** The readiness of the process, with the parts that are not ready by name: a process that answers callers may be ready without them. */
export interface ReadinessReport {
  readonly ready: boolean;
  readonly draining: boolean;
  readonly notReady: Readonly<Record<string, string>>;
}

/** The readiness of this process: every registered part is ready, and it is not draining. */
export class Health {
  readonly #checks = new Map<string, Readiness>();
  #draining = false;
  #answersCallers = false;
  #wasReady = false;

  /** Adds a part. Its check is called on each probe, so it must be cheap and read local state only. */
  register(name: string, check: Readiness): void {
    this.#checks.set(name, check);
  }

  /**
   * For a process that clients connect to: once it was ready, it stays so until it drains. What it then lacks is answered by it with 503;
   * a process that left its load balancer would refuse connections instead, and all of them lack an engine at the same time.
   */
  answersCallers(): void {
    this.#answersCallers = true;
  }

  /** Makes the process not ready, whatever the checks say: the shutdown has begun. */
  drain(): void {
    this.#draining = true;
  }

  report(): ReadinessReport {
    const notReady: Record<string, string> = {};
    for (const [name, check] of this.#checks) {
      const answer = ask(check);
      if (answer !== true) notReady[name] = answer === false ? 'not ready' : answer;
    }
    const isComplete = Object.keys(notReady).length === 0;
    this.#wasReady ||= isComplete;
    const serves = isComplete || (this.#answersCallers && this.#wasReady);
    return { ready: !this.#draining && serves, draining: this.#draining, notReady };
  }
}

function ask(check: Readiness): boolean | string {
  try {
    return check();
  } catch {
    return 'its check failed';
  }
}
