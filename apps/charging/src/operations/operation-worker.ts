import { Injectable } from '@nestjs/common';
import type { MobileOperator } from '@paygate/contracts';
import { mobileOperators } from '@paygate/contracts';
import { Logger } from '@paygate/platform';
import { ChargingConfig } from '../config.js';
import { AdvanceOperation } from './advance-operation.js';
import type { RailOperation } from './operation.js';
import { idsOf } from './operation.js';
import { OperationsRepository } from './operations.repository.js';

/** Operations of one rail that one process works on at a time. One slow rail does not delay the others. */
const IN_FLIGHT = 32;

/** Works on the operations that are due. A lease keeps one from two workers; that of a worker that died ends. */
@Injectable()
export class OperationWorker {
  readonly #inFlight = new Map<MobileOperator, Set<Promise<void>>>(mobileOperators.map((rail) => [rail, new Set()]));
  readonly #aborting = new AbortController();
  #isStopping = false;
  #looking: Promise<void> | undefined;
  #isAskedAgain = false;

  constructor(
    private readonly operations: OperationsRepository,
    private readonly advance: AdvanceOperation,
    private readonly config: ChargingConfig,
    private readonly logger: Logger,
  ) {}

  /** Something may be due: it need not wait for the next look. */
  wake(): void {
    this.look().catch((error: unknown) => {
      this.logger.warn('due rail operations could not be read and will be looked for again', { reason: String(error) });
    });
  }

  /** Begins the work that is due. */
  look(): Promise<void> {
    if (this.#isStopping) return Promise.resolve();
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
  async drain(atMostMs: number): Promise<void> {
    const timer = setTimeout(() => {
      this.#aborting.abort();
    }, atMostMs);
    await this.#looking;
    await Promise.all([...this.#inFlight.values()].flatMap((turns) => [...turns]));
    clearTimeout(timer);
  }

  async #takeDue(): Promise<void> {
    for (const [rail, turns] of this.#inFlight) {
      const room = IN_FLIGHT - turns.size;
      if (room === 0) continue;
      for (const operation of await this.operations.claim(rail, room, this.config.RAIL_LEASE_SECONDS))
        this.#begin(operation, turns);
    }
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
        if (turns.size === IN_FLIGHT - 1) this.wake();
      });
    turns.add(turn);
  }
}
