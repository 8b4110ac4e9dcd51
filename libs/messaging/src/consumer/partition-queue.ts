import { KEY_HELD_MAX } from '../limits.js';
import { OffsetTrack } from './offset-track.js';

/** The facts that a queue needs of a message that waits in it. */
interface Queued {
  readonly message: { readonly key: string };
  readonly track: OffsetTrack;
}

/**
 * The messages of one partition: those of one key run one after the other, those of different keys side by side. The queue
 * outlives a rebalance, so that a message which is delivered again waits for its first run to end.
 */
export class PartitionQueue<Job extends Queued> {
  track = new OffsetTrack();
  paused = false;
  /** The end of the partition when it was fetched last: the offset of the message that comes next. */
  endOffset = 0;
  /** Set while fetching waits for this partition: to be called when it is no longer full. */
  madeRoom: (() => void) | undefined;
  readonly #chains = new Map<string, Job[]>();

  constructor(
    readonly topic: string,
    readonly partition: number,
  ) {}

  /** True when as many jobs of a key wait as may. */
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

  /** Ends the running job of a key; returns the next that may begin. `drop` is called with those of a lost assignment. */
  next(job: Job, drop: (job: Job) => void): Job | undefined {
    const { key } = job.message;
    const chain = this.#chains.get(key);
    if (chain?.[0] !== job) return undefined;
    chain.shift();
    const alive = chain.findIndex((waiting) => waiting.track.alive);
    for (const lost of chain.splice(0, alive < 0 ? chain.length : alive)) drop(lost);
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

  /** The partition is no longer assigned to this member, or is assigned anew. */
  revoke(): void {
    this.track.alive = false;
    this.track = new OffsetTrack();
  }
}
