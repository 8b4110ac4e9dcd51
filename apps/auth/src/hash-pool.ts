/** How much hashing this instance takes on. */
export interface HashPoolLimits {
  /** Hashes computed at once. */
  readonly concurrency: number;
  /** Sign-ins in progress or waiting; one more is turned away. */
  readonly places: number;
  /** Hashes begun per second once the burst is spent: a flood of sign-ins must leave the machine to payments. */
  readonly perSecond: number;
  /** Hashes that may begin at once after a quiet time. */
  readonly burst: number;
}

/** Computes one hash when its turn has come. */
export type RunHash = <Result>(hash: () => Promise<Result>) => Promise<Result>;

/**
 * A bounded, paced queue in front of a computation that takes a core for tens of milliseconds. A place is taken before
 * anything else is done for a sign-in, so that under a flood the excess costs neither a statement nor a hash.
 */
export class HashPool {
  #placesTaken = 0;
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** When the next hash would begin at the steady pace, in milliseconds of the monotonic clock. */
  #paceMs = -Infinity;

  constructor(private readonly limits: HashPoolLimits) {}

  /** Does `work`, which computes its hashes through the function it is given; undefined when every place is taken. */
  admit<Result>(work: (run: RunHash) => Promise<Result>): Promise<Result> | undefined {
    if (this.#placesTaken >= this.limits.places) return undefined;
    this.#placesTaken += 1;
    return work((hash) => this.#run(hash)).finally(() => {
      this.#placesTaken -= 1;
    });
  }

  /** After so many seconds every sign-in that is in the pool now has been decided. */
  get retryAfterSeconds(): number {
    return Math.max(1, Math.ceil(this.limits.places / this.limits.perSecond));
  }

  async #run<Result>(hash: () => Promise<Result>): Promise<Result> {
    await this.#turn();
    try {
      await this.#pace();
      return await hash();
    } finally {
      this.#next();
    }
  }

  async #turn(): Promise<void> {
    if (this.#running < this.limits.concurrency) {
      this.#running += 1;
      return;
    }
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Hands the turn on; the count of running hashes stays as it is when someone takes it. */
  #next(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#running -= 1;
    else next();
  }

  async #pace(): Promise<void> {
    const intervalMs = 1000 / this.limits.perSecond;
    const now = performance.now();
    const begin = Math.max(this.#paceMs, now - intervalMs * (this.limits.burst - 1));
    this.#paceMs = begin + intervalMs;
    if (begin > now) await new Promise((resolve) => setTimeout(resolve, begin - now));
  }
}
