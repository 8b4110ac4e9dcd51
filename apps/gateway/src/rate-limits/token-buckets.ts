import { Injectable } from '@nestjs/common';
import type { Budget } from './shared-buckets.js';
import { SharedBuckets } from './shared-buckets.js';

/** Whether a request may go on, and how the bucket stands. */
export interface Verdict {
  readonly isAllowed: boolean;
  /** Tokens that are left, as far as this gateway knows. */
  readonly left: number;
  /** Milliseconds until a request may go on again. */
  readonly waitMs: number;
}

/** Tokens are drawn for this part of a second at once: so often at most a gateway asks Redis about one bucket. */
const DRAWS_PER_SECOND = 20;
const MAX_BUCKETS = 10_000;

/** What this gateway holds of a bucket. Times are of performance.now(). */
interface Held {
  /** Drawn, and not yet given away. */
  tokens: number;
  /** What the shared bucket held at `askedAt`. */
  left: number;
  askedAt: number;
  /** The shared bucket is empty until then. */
  emptyUntil: number;
  waiting: number;
  drawing: Promise<void> | undefined;
}

/**
 * Token buckets shared by all gateways, of which each gateway draws a few tokens at a time: a request mostly costs a
 * subtraction, and a flood that is refused costs Redis nothing.
 */
@Injectable()
export class TokenBuckets {
  private readonly buckets = new Map<string, Held>();

  constructor(private readonly shared: SharedBuckets) {}

  /** Takes one token out of a bucket. Without Redis everybody may go on. */
  async take(name: string, budget: Budget): Promise<Verdict> {
    const held = this.heldOf(name);
    for (;;) {
      const verdict = decide(held, budget);
      if (verdict !== undefined) return verdict;
      if (!this.shared.isThere) {
        this.shared.skip();
        return { isAllowed: true, left: budget.quota, waitMs: 0 };
      }
      held.waiting += 1;
      await (held.drawing ??= this.draw(name, held, budget));
      held.waiting -= 1;
    }
  }

  /** The verdict on a bucket that this gateway knows to be empty; undefined of any other. Nothing is taken. */
  emptiness(name: string): Verdict | undefined {
    const held = this.buckets.get(name);
    return held?.tokens === 0 ? refusalOf(held, performance.now()) : undefined;
  }

  private async draw(name: string, held: Held, budget: Budget): Promise<void> {
    // at the end of this turn all who wait for the same draw are known
    await Promise.resolve();
    const wanted = Math.max(Math.floor(perSecondOf(budget) / DRAWS_PER_SECOND), held.waiting);
    const drawn = await this.shared.draw(name, budget, wanted);
    held.drawing = undefined;
    if (drawn === undefined) return;
    held.tokens += drawn.granted;
    held.left = drawn.left;
    held.askedAt = performance.now();
    held.emptyUntil = held.askedAt + drawn.nextMs;
  }

  /** The least recently made give way: what they held is lost to their callers, which is little. */
  private heldOf(name: string): Held {
    const known = this.buckets.get(name);
    if (known !== undefined) return known;
    const held = { tokens: 0, left: 0, askedAt: 0, emptyUntil: 0, waiting: 0, drawing: undefined };
    this.buckets.set(name, held);
    if (this.buckets.size > MAX_BUCKETS) {
      const [oldest] = this.buckets.keys();
      if (oldest !== undefined) this.buckets.delete(oldest);
    }
    return held;
  }
}

/** What can be said without asking; undefined when it must be asked. */
function decide(held: Held, budget: Budget): Verdict | undefined {
  const now = performance.now();
  if (held.tokens > 0) {
    held.tokens -= 1;
    const flowedIn = ((now - held.askedAt) / 1_000) * perSecondOf(budget);
    return { isAllowed: true, left: Math.floor(Math.min(budget.quota, held.tokens + held.left + flowedIn)), waitMs: 0 };
  }
  return refusalOf(held, now);
}

function refusalOf({ emptyUntil }: Held, now: number): Verdict | undefined {
  return now < emptyUntil ? { isAllowed: false, left: 0, waitMs: emptyUntil - now } : undefined;
}

function perSecondOf({ quota, windowSeconds }: Budget): number {
  return quota / windowSeconds;
}
