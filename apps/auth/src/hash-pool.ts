import type { Derive } from '@paygate/platform';

/** How much hashing this instance takes on. */
export interface HashPoolLimits {
  /** Hashes computed at once. */
  readonly concurrency: number;
  /** Sign-ins in progress or waiting; one more is turned away. */
  readonly places: number;
  /** Hashes begun per second once the burst is spent: a flood of sign-ins must leave the machine to payments. */
  readonly perSecond: number;
  /** Hashes that may begin at once after a quiet time: one second of it gives one of them back. */
  readonly burst: number;
  /** Wrong passwords of strangers found out per second, once as many as the burst were: then each keeps the next one waiting. */
  readonly wrongPerSecond?: number;
}

/** Someone on whose behalf a place is taken, and the part of all places that may be taken for them at one time. */
export interface Claimant {
  readonly name: string;
  readonly sharePercent: number;
  /** Whether it gets another place only while more are free than it has: the fuller the pool, the smaller its share. */
  readonly givesWay?: boolean;
}

/** Whose turn comes first: of those who signed in from where they are, of numbers that nobody guessed at, of the others. */
export const hashLanes = ['known', 'untried', 'tried'] as const;
export type HashLane = (typeof hashLanes)[number];

/** Computes one hash when its turn has come. With `isWrong`, which tells a wrong password, it keeps to the pace of these. */
export type RunHash = <Result>(
  hash: Hash<Result>,
  lane?: HashLane,
  isWrong?: (result: Result) => boolean,
) => Promise<Result>;
/** Uses one hash, which it has computed by what it is given. */
export type Hash<Result> = (derive: Derive) => Promise<Result>;

interface Waiting {
  readonly lane: HashLane;
  /** Whether it keeps to the pace of wrong passwords. */
  readonly isStranger: boolean;
  readonly begin: () => void;
}

/** Every so many turns the one who has waited longest is next, so that nobody waits for ever behind a better lane. */
const TURNS_TO_OLDEST = 4;
const QUIET_MS_FOR_ONE = 1_000;
/** So late a timer may be that the pace does not lose by it. */
const LATENESS_MS = 20;

/**
 * A bounded, paced queue in front of a computation that takes a core for tens of milliseconds. A place is taken before
 * anything else is done for a sign-in, so that under a flood the excess costs neither a statement nor a hash. Nobody takes
 * more than a share of the places, so that who floods it stands in line with everybody else.
 */
export class HashPool {
  #placesTaken = 0;
  readonly #takenFor = new Map<string, number>();
  #running = 0;
  /** Turns since the one who had waited longest was next. */
  #turnsOfOthers = 0;
  readonly #waiting: Waiting[] = [];
  /** When the next hash is due at the steady pace, in milliseconds of the monotonic clock. */
  #dueMs = -Infinity;
  #timer: NodeJS.Timeout | undefined;
  #timerMs = Infinity;
  /** Hashes that may begin before they are due. */
  #ahead = 0;
  /** Until then no stranger is served. */
  #strangersHeldUntilMs = -Infinity;
  /** Since when nobody has wanted a hash; undefined while somebody does. */
  #quietSinceMs: number | undefined = -Infinity;

  constructor(
    private readonly limits: HashPoolLimits,
    private readonly derive: Derive,
  ) {}

  /**
   * Does `work`, which computes its hashes through the function it is given; undefined when every place is taken, or all
   * that one of the claimants may have.
   */
  admit<Result>(
    work: (run: RunHash) => Promise<Result>,
    claimants: readonly Claimant[] = [],
  ): Promise<Result> | undefined {
    if (this.#placesTaken >= this.limits.places) return undefined;
    if (claimants.some((claimant) => this.#hasItsShare(claimant))) return undefined;
    this.#take(claimants, 1);
    const run: RunHash = (hash, lane = 'untried', isWrong) => this.#run(hash, lane, isWrong);
    return work(run).finally(() => {
      this.#take(claimants, -1);
    });
  }

  /** After so many seconds every sign-in that is in the pool now has been decided. */
  get retryAfterSeconds(): number {
    const { places, perSecond, wrongPerSecond = perSecond } = this.limits;
    const pace = performance.now() < this.#strangersHeldUntilMs ? wrongPerSecond : perSecond;
    return Math.max(1, Math.ceil(places / pace));
  }

  #hasItsShare({ name, sharePercent, givesWay = false }: Claimant): boolean {
    const { places } = this.limits;
    const share = Math.ceil((places * sharePercent) / 100);
    const allowed = givesWay ? Math.min(share, places - this.#placesTaken) : share;
    return (this.#takenFor.get(name) ?? 0) >= allowed;
  }

  #take(claimants: readonly Claimant[], places: 1 | -1): void {
    this.#placesTaken += places;
    for (const { name } of claimants) {
      const taken = (this.#takenFor.get(name) ?? 0) + places;
      if (taken === 0) this.#takenFor.delete(name);
      else this.#takenFor.set(name, taken);
    }
  }

  async #run<Result>(hash: Hash<Result>, lane: HashLane, isWrong?: (result: Result) => boolean): Promise<Result> {
    this.#endQuiet();
    await new Promise<void>((begin) => {
      this.#waiting.push({ lane, isStranger: isWrong !== undefined, begin });
      this.#serve();
    });
    const begunMs = performance.now();
    try {
      const result = await hash(this.derive);
      if (isWrong?.(result) === true) this.#holdUpStrangers(begunMs);
      return result;
    } finally {
      this.#running -= 1;
      this.#serve();
    }
  }

  /**
   * A stranger's password was wrong: when many were, the other strangers wait for it. Customers are mostly right and are hashed at
   * the whole pace, who guesses is mostly wrong, and a flood of guesses gets only a part of it. A few wrong ones after a quiet
   * time hold up nobody, and tell nobody anything.
   */
  #holdUpStrangers(begunMs: number): void {
    const { wrongPerSecond = Infinity, burst } = this.limits;
    const eachMs = 1_000 / wrongPerSecond;
    this.#strangersHeldUntilMs = Math.max(this.#strangersHeldUntilMs, begunMs - burst * eachMs) + eachMs;
  }

  /** Begins what is due. Who is next is seen at that moment: whoever comes first does not stand in line for the pace. */
  #serve(): void {
    while (this.#waiting.length > 0 && this.#running < this.limits.concurrency) {
      const now = performance.now();
      const isDue = this.#dueMs <= now;
      if (!isDue && this.#ahead < 1) {
        this.#serveAt(this.#dueMs, now);
        return;
      }
      const next = this.#takeNext(now);
      if (next === undefined) {
        this.#serveAt(this.#strangersHeldUntilMs, now);
        return;
      }
      if (isDue) this.#dueMs = (now - this.#dueMs <= LATENESS_MS ? this.#dueMs : now) + 1_000 / this.limits.perSecond;
      else this.#ahead -= 1;
      this.#running += 1;
      next.begin();
    }
    if (this.#waiting.length === 0 && this.#running === 0) this.#quietSinceMs ??= performance.now();
  }

  /** For whoever is next by then: another one may be earlier than who waits now. */
  #serveAt(dueMs: number, now: number): void {
    if (this.#timer !== undefined && this.#timerMs <= dueMs) return;
    clearTimeout(this.#timer);
    this.#timerMs = dueMs;
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined;
        this.#serve();
      },
      Math.ceil(dueMs - now),
    );
  }

  /**
   * What may begin ahead comes back in quiet times only, and slowly: a flood in waves, with just as much quiet between them
   * as the pace needs, would else have every wave hashed at once.
   */
  #endQuiet(): void {
    if (this.#quietSinceMs === undefined) return;
    const quietMs = performance.now() - Math.max(this.#quietSinceMs, this.#dueMs);
    this.#ahead = Math.min(this.limits.burst - 1, this.#ahead + Math.max(0, quietMs) / QUIET_MS_FOR_ONE);
    this.#quietSinceMs = undefined;
  }

  /** Undefined while strangers are held up and nobody else waits. Turns that others have meanwhile count for the oldest. */
  #takeNext(now: number): Waiting | undefined {
    const isHeldUp = now < this.#strangersHeldUntilMs;
    if (!isHeldUp && this.#turnsOfOthers + 1 >= TURNS_TO_OLDEST) {
      this.#turnsOfOthers = 0;
      return this.#waiting.shift();
    }
    const next = this.#isPacedByWrong(now) ? this.#takeBesides(isHeldUp) : this.#takeBest(() => true);
    if (next !== undefined) this.#turnsOfOthers += 1;
    return next;
  }

  /** Whether strangers are held up, or were until just now. */
  #isPacedByWrong(now: number): boolean {
    return now < this.#strangersHeldUntilMs + 1_000 / this.limits.perSecond;
  }

  /**
   * Strangers come last, and as they came: at their pace the turns to the oldest are too far apart for whoever is in the last lane
   * to be served within a command's time-out.
   */
  #takeBesides(areStrangersHeldUp: boolean): Waiting | undefined {
    const other = this.#takeBest(({ isStranger }) => !isStranger);
    return other ?? (areStrangersHeldUp ? undefined : this.#waiting.shift());
  }

  #takeBest(mayBeNext: (one: Waiting) => boolean): Waiting | undefined {
    for (const wanted of hashLanes) {
      const position = this.#waiting.findIndex((one) => one.lane === wanted && mayBeNext(one));
      if (position >= 0) return this.#waiting.splice(position, 1)[0];
    }
    return undefined;
  }
}
