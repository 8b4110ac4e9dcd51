import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { WorkersRepository } from './workers.repository.js';

/** Seconds without a heartbeat after which a worker is removed, and its leases with it. */
const SILENT_SECONDS = 5;
/** A worker sends nothing when its last heartbeat is older: it may have been removed. */
const FRESH_MS = 3_500;
/** The time for which a worker must have had heartbeats before it removes others: after an outage of the database all look silent. */
const STEADY_MS = 3_000;
const PAUSE_MS = 2_500;

/**
 * The heartbeat of this worker, and its id: the leases of the worker last as long as its heartbeat. A worker that was removed
 * meanwhile, because it was frozen or had no connection, goes on under a new id, so that it never takes an old lease for its own. So does one
 * after a claim without an answer, which the database may carry out at any later time: its leases are void once the id is removed.
 */
@Injectable()
export class Heartbeat {
  /** Deliveries that are sent and not yet settled: the ids under which they were leased last as long. */
  readonly sending = new Set<{ readonly worker: string }>();
  #worker: string | undefined;
  #doubted: string | undefined;
  #beatAt = -Infinity;
  #steadySince = 0;
  #beaten = Promise.withResolvers<undefined>();

  constructor(private readonly workers: WorkersRepository) {}

  /** The id of this worker; undefined before the first heartbeat. */
  get worker(): string | undefined {
    return this.#worker;
  }

  /** Writes the heartbeat, and removes workers that have none. @returns how many it removed */
  async beat(): Promise<number> {
    const began = performance.now();
    const steadySince = began - this.#beatAt > PAUSE_MS ? began : this.#steadySince;
    const isSteady = began - steadySince >= STEADY_MS;
    const used = [...new Set(Array.from(this.sending, (sent) => sent.worker))];
    const beat = this.#worker && (await this.workers.beat(this.#worker, used, isSteady ? SILENT_SECONDS : undefined));
    if (!beat || !beat.isThere || this.#doubted === this.#worker) {
      const worker = randomUUID();
      await this.workers.add(worker);
      this.#worker = worker;
    }
    this.#steadySince = steadySince;
    this.#beatAt = began;
    const beaten = this.#beaten;
    this.#beaten = Promise.withResolvers<undefined>();
    beaten.resolve(undefined);
    return beat ? beat.removed : 0;
  }

  /** The ids under which deliveries may be leased without anybody here knowing it: the present one, and the last one that was doubted. */
  get claimants(): readonly string[] {
    return [...new Set([this.#worker, this.#doubted])].filter((worker) => worker !== undefined);
  }

  /** Ends this id with its next heartbeat: the answer to a claim under it was lost. An earlier id has ended already. */
  doubt(worker: string): void {
    if (worker === this.#worker) this.#doubted = worker;
  }

  /** True when the leases of `worker`, the id of this worker at that time, still hold. Waits for a heartbeat if the last one is old. */
  async holds(worker: string): Promise<boolean> {
    while (performance.now() - this.#beatAt > FRESH_MS) await this.#beaten.promise;
    return worker === this.#worker;
  }

  /** Ends all leases of this worker. */
  async end(): Promise<void> {
    if (this.#worker !== undefined) await this.workers.remove(this.#worker);
  }
}
