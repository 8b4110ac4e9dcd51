const MINUTE_MS = 60_000;

interface Window {
  readonly startedMs: number;
  count: number;
}

/** Counts by name within minutes that begin with the first of them. Names are of a bounded set: topics that are read. */
export class MinuteCounts {
  readonly #windows = new Map<string, Window>();

  /** Which of its minute this one is, from 1 on. `nowMs` is of a clock that does not go back. */
  add(name: string, nowMs: number): number {
    let window = this.#windows.get(name);
    if (window === undefined || nowMs - window.startedMs >= MINUTE_MS)
      this.#windows.set(name, (window = { startedMs: nowMs, count: 0 }));
    window.count += 1;
    return window.count;
  }
}
