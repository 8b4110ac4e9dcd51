import { Injectable } from '@nestjs/common';
import type { MobileOperator } from '@paygate/contracts';
import { mobileOperators } from '@paygate/contracts';
import type { JobScheduler, Search } from '@paygate/platform';
import { Logger } from '@paygate/platform';
import { ChargingConfig } from '../../config.js';
import { AdvanceOperation } from './advance-operation.js';
import type { RailOperation } from './operation.js';
import { idsOf } from './operation.js';
import { OperationsRepository } from './operations.repository.js';

/** Operations of one rail that one process works on at a time. One slow rail does not delay the others. */
const IN_FLIGHT = 32;
/** The same of batches, beside them: a batch takes no place of a payment. */
const BULK_IN_FLIGHT = 8;
/** The time for which a shutdown lets calls to rails go on. */
const RAIL_CALLS_MS = 5_000;
/** The shortest pause between two searches. */
const EVERY_SECONDS = 0.5;

/** The turns of a rail. */
interface InFlight {
  readonly single: Set<Promise<void>>;
  readonly bulk: Set<Promise<void>>;
}

/** Works on the operations that are due. A lease keeps one from two workers; that of a worker that died ends. */
@Injectable()
export class OperationWorker {
  readonly #inFlight = new Map<MobileOperator, InFlight>(
    mobileOperators.map((rail) => [rail, { single: new Set(), bulk: new Set() }]),
  );
  readonly #aborting = new AbortController();
  #isStopping = false;
  #looking: Promise<number | undefined> | undefined;
  #isAskedAgain = false;
  #search: Search | undefined;

  constructor(
    private readonly operations: OperationsRepository,
    private readonly advance: AdvanceOperation,
    private readonly config: ChargingConfig,
    private readonly logger: Logger,
  ) {}

  /** Begins to look for what is due: when its time comes, and for what others have left. */
  start(scheduler: JobScheduler): void {
    this.#search = scheduler.search({
      name: 'rail-operations',
      everySeconds: EVERY_SECONDS,
      work: () => this.#look(),
    });
  }

  /** Something may be due: it need not wait for the next search. */
  wake(): void {
    this.#look()
      .then((nextSeconds) => {
        this.#search?.wake(nextSeconds);
      })
      .catch((error: unknown) => {
        this.logger.warn('due rail operations could not be read and will be looked for again', {
          reason: String(error),
        });
      });
  }

  /** Something is due, and soon enough with the next search. */
  wakeSoon(): void {
    this.#search?.wake();
  }

  /** Begins the work that is due. Resolves to the seconds until more is. */
  #look(): Promise<number | undefined> {
    if (this.#isStopping) return Promise.resolve(undefined);
    if (this.#looking !== undefined) {
      this.#isAskedAgain = true;
      return this.#looking;
    }
    this.#looking = this.#takeDue().finally(() => {
      this.#looking = undefined;
      if (!this.#isAskedAgain) return;
      this.#isAskedAgain = false;
      this.wake();
    });
    return this.#looking;
  }

  stop(): void {
    this.#isStopping = true;
  }

  /** Waits for the calls under way, and aborts them after a while: they are in doubt then, and looked up later. */
  async drain(): Promise<void> {
    const timer = setTimeout(() => {
      this.#aborting.abort();
    }, RAIL_CALLS_MS);
    await this.#looking;
    await Promise.all([...this.#inFlight.values()].flatMap(({ single, bulk }) => [...single, ...bulk]));
    clearTimeout(timer);
  }

  async #takeDue(): Promise<number | undefined> {
    let nextSeconds = Infinity;
    for (const [rail, turns] of this.#inFlight) {
      const places = { single: IN_FLIGHT - turns.single.size, bulk: BULK_IN_FLIGHT - turns.bulk.size };
      if (places.single === 0 && places.bulk === 0) continue;
      const claimed = await this.operations.claim(rail, places, this.config.RAIL_LEASE_SECONDS);
      for (const operation of claimed.operations) this.#begin(operation, operation.isBulk ? turns.bulk : turns.single);
      nextSeconds = Math.min(nextSeconds, claimed.nextSeconds ?? Infinity);
    }
    return nextSeconds === Infinity ? undefined : nextSeconds;
  }

  #begin(operation: RailOperation, turns: Set<Promise<void>>): void {
    const bound = AbortSignal.timeout(this.config.RAIL_CALL_SECONDS * 1_000);
    const turn = this.advance
      .advance(operation, AbortSignal.any([bound, this.#aborting.signal]))
      .catch((error: unknown) => {
        // its lease ends, and it is looked at again
        this.logger.error('a rail operation did not advance', error, idsOf(operation));
      })
      .finally(() => {
        turns.delete(turn);
        if (turns.size === (operation.isBulk ? BULK_IN_FLIGHT : IN_FLIGHT) - 1) this.wake();
        // it is due again at a time that its turn has set
        else this.wakeSoon();
      });
    turns.add(turn);
  }
}
