import type { Budget, Draw } from './budget.js';

const BUCKETS_MAX = 50_000;

/** Token buckets of this process, by the same algorithm as those in Redis. The one that was used longest ago is forgotten first. */
export class LocalBuckets {
  /** The milliseconds at which a bucket is full again, by its name. */
  readonly #fullAt = new Map<string, number>();

  constructor(private readonly nowMs = () => performance.now()) {}

  take(bucket: string, { quota, windowSeconds }: Budget): Draw {
    const now = this.nowMs();
    const windowMs = windowSeconds * 1_000;
    const tokenMs = windowMs / quota;
    const fullAt = Math.max(now, this.#fullAt.get(bucket) ?? now);
    const held = Math.floor((now + windowMs - fullAt) / tokenMs + 1e-6);
    if (held < 1) return { isAllowed: false, left: 0, waitMs: Math.ceil(fullAt + tokenMs - windowMs - now) };
    this.#keep(bucket, fullAt + tokenMs);
    return { isAllowed: true, left: held - 1, waitMs: 0 };
  }

  #keep(bucket: string, fullAt: number): void {
    this.#fullAt.delete(bucket);
    this.#fullAt.set(bucket, fullAt);
    const [oldest] = this.#fullAt.keys();
    if (this.#fullAt.size > BUCKETS_MAX && oldest !== undefined) this.#fullAt.delete(oldest);
  }
}
