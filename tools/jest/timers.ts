type Timer = ReturnType<typeof setTimeout>;
type Globals = typeof globalThis;

/** As long as clients of engines and of traces wait for an answer or for a connection to close. */
const BRIEF_MS = 10_000;

/** The timers that were set through a global object, and neither fired nor were cleared. */
export class OpenTimers {
  /** With true for those that a file may leave. */
  readonly #open = new Map<Timer, boolean>();
  readonly #clear: typeof clearTimeout;

  constructor(globals: Globals) {
    const { setTimeout: once, setInterval: repeat, clearTimeout: clear } = globals;
    this.#clear = clear;
    const setOnce = (work: (...args: unknown[]) => void, ms?: number, ...args: unknown[]): Timer => {
      const fire = (...given: unknown[]): void => {
        this.#open.delete(timer);
        work(...given);
      };
      const timer = once(typeof work === 'function' ? fire : work, ms, ...args);
      this.#open.set(timer, (ms ?? 0) <= BRIEF_MS);
      return timer;
    };
    const setRepeated = (...args: Parameters<typeof repeat>): Timer => {
      const timer = repeat(...args);
      this.#open.set(timer, false);
      return timer;
    };
    const forget = (timer: Parameters<typeof clear>[0]): void => {
      this.#open.delete(timer as Timer);
      clear(timer);
    };
    Object.assign(globals, {
      // with `util.promisify.custom`
      setTimeout: Object.defineProperties(setOnce, Object.getOwnPropertyDescriptors(once)),
      setInterval: Object.defineProperties(setRepeated, Object.getOwnPropertyDescriptors(repeat)),
      clearTimeout: forget,
      clearInterval: forget,
    });
  }

  /** Those that would keep a process running, brief ones apart. */
  count(): number {
    return [...this.#open].filter(([timer, mayStay]) => !mayStay && timer.hasRef()).length;
  }

  clear(): void {
    for (const [timer] of this.#open) if (timer.hasRef()) this.#clear(timer);
    this.#open.clear();
  }
}
