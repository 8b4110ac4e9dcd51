import { KEY_HELD_MAX } from '../limits.js';
import type { Job } from './job.js';
import { OffsetTrack } from './offset-track.js';

/**
 * One partition: its messages of one key run one after the other, those of different keys side by side. The lane outlives
 * a rebalance, so that a message which comes again waits for the one that is still running.
 */
export class Lane {
  track = new OffsetTrack();
  paused = false;
  /** Set while fetching waits for this partition: to be called when it is no longer full. */
  madeRoom: (() => void) | undefined;
  readonly #chains = new Map<string, Job[]>();

  constructor(
    readonly topic: string,
    readonly partition: number,
  ) {}

  /** Whether as many jobs of a key wait as may. */
  isCrowded(key: string): boolean {
    return (this.#chains.get(key)?.length ?? 0) >= KEY_HELD_MAX;
  }

  /** Adds a job; true when it may begin now. */
  add(job: Job): boolean {
    const chain = this.#chains.get(job.message.key);
    if (chain === undefined) {
      this.#chains.set(job.message.key, [job]);
      return true;
    }
    chain.push(job);
    return false;
  }

  /** Ends the running job of a key; gives the next that may begin. `dropped` is told of those that are no longer ours. */
  next(job: Job, dropped: (job: Job) => void): Job | undefined {
    const { key } = job.message;
    const chain = this.#chains.get(key);
    if (chain?.[0] !== job) return undefined;
    chain.shift();
    const ours = chain.findIndex((waiting) => waiting.track.alive);
    for (const gone of chain.splice(0, ours < 0 ? chain.length : ours)) dropped(gone);
    if (chain.length === 0) this.#chains.delete(key);
    return chain.at(0);
  }

  /** Removes a job and all that wait behind it. */
  abandon(job: Job): readonly Job[] {
    const chain = this.#chains.get(job.message.key);
    if (chain?.[0] !== job) return [];
    this.#chains.delete(job.message.key);
    return chain;
  }

  /** The partition has gone, or begins anew. */
  revoke(): void {
    this.track.alive = false;
    this.track = new OffsetTrack();
  }
}
