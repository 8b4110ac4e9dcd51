/** What a part of the service says of itself: true, or why it is not ready. */
export type Readiness = () => boolean | string;

/** What is not ready, by name. */
export interface ReadinessReport {
  readonly ready: boolean;
  readonly draining: boolean;
  readonly notReady: Readonly<Record<string, string>>;
}

/** Counts since the start of the process, by name: `messages_forged`. */
export type Counts = Readonly<Record<string, number>>;

/** Whether this process can take work: every registered part is ready, and it is not draining. And what it has counted. */
export class Health {
  readonly #checks = new Map<string, Readiness>();
  readonly #counts: (() => Counts)[] = [];
  #draining = false;

  /** Checks are called on each probe: they look at state that is kept anyway, and ask nobody. */
  register(name: string, check: Readiness): void {
    this.#checks.set(name, check);
  }

  /** Adds what a part counts to {@link counts}: `read` is called whenever somebody asks. */
  count(read: () => Counts): void {
    this.#counts.push(read);
  }

  /** What all parts have counted. */
  counts(): Counts {
    return Object.assign({}, ...this.#counts.map((read) => read())) as Counts;
  }

  /** From now on not ready, whatever the checks say: the shutdown has begun. */
  drain(): void {
    this.#draining = true;
  }

  report(): ReadinessReport {
    const notReady: Record<string, string> = {};
    for (const [name, check] of this.#checks) {
      const answer = ask(check);
      if (answer !== true) notReady[name] = answer === false ? 'not ready' : answer;
    }
    return { ready: !this.#draining && Object.keys(notReady).length === 0, draining: this.#draining, notReady };
  }
}

function ask(check: Readiness): boolean | string {
  try {
    return check();
  } catch {
    return 'its check failed';
  }
}
